// SPDX-License-Identifier: MIT

package basemap

import "testing"

func TestKindsHaveOneShapeAndAName(t *testing.T) {
	seen := make(map[string]Kind)
	for _, k := range Kinds() {
		shapes := 0
		for _, is := range []bool{k.IsArea(), k.IsLine(), k.IsPoint()} {
			if is {
				shapes++
			}
		}
		if shapes != 1 {
			t.Errorf("kind %d (%s) has %d shapes, want 1", k, k, shapes)
		}
		if other, taken := seen[k.String()]; taken {
			t.Errorf("kinds %d and %d are both called %q", k, other, k)
		}
		seen[k.String()] = k
		if back, found := ParseKind(k.String()); !found || back != k {
			t.Errorf("ParseKind(%q) = %d, %v; want %d", k.String(), back, found, k)
		}
	}
	if len(seen) != len(kindNames) {
		t.Errorf("Kinds returns %d kinds, %d have names", len(seen), len(kindNames))
	}
}

func TestKindsThatAreNone(t *testing.T) {
	for _, k := range []Kind{0, 5, 31, 63, 79, 81, 95, 159, 160, 255} {
		if k.Valid() || k.String() != "" {
			t.Errorf("kind %d is valid, named %q", k, k)
		}
	}
	for _, name := range []string{"", "road", "Road_primary"} {
		if k, found := ParseKind(name); found {
			t.Errorf("ParseKind(%q) = %d", name, k)
		}
	}
}

func TestRoadsGrowInImportance(t *testing.T) {
	order := []Kind{RoadPath, RoadTrack, RoadPedestrian, RoadService, RoadResidential, RoadUnclassified,
		RoadTertiary, RoadSecondary, RoadPrimary, RoadTrunk, RoadMotorway}
	for i, k := range order {
		if !k.IsRoad() {
			t.Errorf("%s is not a road", k)
		}
		if i > 0 && order[i-1] >= k {
			t.Errorf("%s is not above %s", k, order[i-1])
		}
	}
	for _, k := range []Kind{RoadFerry, Railway, Water, PlaceCity} {
		if k.IsRoad() {
			t.Errorf("%s is a road", k)
		}
	}
}

func TestRankOf(t *testing.T) {
	for _, c := range []struct {
		population int64
		want       uint8
	}{
		{-5, 0}, {0, 0}, {1, 1}, {1000, 80}, {1_000_000, 160}, {9_000_000, 185}, {1 << 62, 255},
	} {
		if got := RankOf(c.population); got != c.want {
			t.Errorf("RankOf(%d) = %d, want %d", c.population, got, c.want)
		}
	}
}
