// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// taggedMap returns the roads of an OpenStreetMap extract of two parallel ways, 25 m
// apart and joined at both ends: way 1 in the north with the tags, drawn from west to
// east, and way 2, a street that is open to everyone.
func taggedMap(t *testing.T, tags string) *road.Graph {
	t.Helper()
	var xml strings.Builder
	xml.WriteString("<osm version='0.6'>\n")
	for i, p := range []geo.Point{tagged(0, 25), tagged(1000, 25), tagged(0, 0), tagged(1000, 0)} {
		fmt.Fprintf(&xml, "<node id='%d' lat='%.7f' lon='%.7f'/>\n", i+1, p.Lat, p.Lon)
	}
	way := func(id, from, to int, tags string) {
		fmt.Fprintf(&xml, "<way id='%d'><nd ref='%d'/><nd ref='%d'/>", id, from, to)
		for tag := range strings.FieldsSeq(tags) {
			key, value, _ := strings.Cut(tag, "=")
			fmt.Fprintf(&xml, "<tag k='%s' v='%s'/>", key, value)
		}
		xml.WriteString("</way>\n")
	}
	way(1, 1, 2, tags)
	way(2, 3, 4, "highway=residential")
	way(3, 1, 3, "highway=residential")
	way(4, 2, 4, "highway=residential")
	xml.WriteString("</osm>\n")
	path := filepath.Join(t.TempDir(), "map.osm")
	if err := os.WriteFile(path, []byte(xml.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return imported(t, path)
}

// tagged returns a place on the map of taggedMap.
func tagged(east, north float64) geo.Point {
	return geo.NewPlane(geo.Point{Lat: 10.78, Lon: 106.69}).Point(geo.XY{X: east, Y: north})
}

// TestProfilesUseTheRoadsOpenToThem puts fixes nearer to a tagged way than to the
// street next to it. Profiles that may use the way are matched to it, the others to the
// street.
func TestProfilesUseTheRoadsOpenToThem(t *testing.T) {
	const everybody = "motor_vehicle car motorcycle truck bus bicycle foot"
	for _, tt := range []struct {
		name, tags string
		open       string // to these, from west to east
		back       string // to these, from east to west
	}{
		{"street", "highway=residential", everybody, everybody},
		{"footway", "highway=footway", "foot", "foot"},
		{"footway open to bicycles", "highway=footway bicycle=yes", "bicycle foot", "bicycle foot"},
		{"pedestrian zone", "highway=pedestrian", "foot", "foot"},
		{"steps", "highway=steps", "foot", "foot"},
		{"cycleway", "highway=cycleway", "bicycle foot", "bicycle foot"},
		{"path", "highway=path", "bicycle foot", "bicycle foot"},
		{"alley", "highway=service service=alley", everybody, everybody},
		{"alley too narrow for cars", "highway=service service=alley motorcar=no", "motor_vehicle motorcycle bicycle foot", "motor_vehicle motorcycle bicycle foot"},
		{"alley for motorcycles by tag", "highway=service service=alley motor_vehicle=no motorcycle=yes", "motor_vehicle motorcycle bicycle foot", "motor_vehicle motorcycle bicycle foot"},
		{"street closed to motor vehicles", "highway=residential motor_vehicle=no", "bicycle foot", "bicycle foot"},
		{"street closed to motorcycles", "highway=primary motorcycle=no", "motor_vehicle car truck bus bicycle foot", "motor_vehicle car truck bus bicycle foot"},
		{"private drive", "highway=service access=private", everybody, everybody},
		{"busway", "highway=busway", "bus", "bus"},
		{"street for buses", "highway=service motor_vehicle=no psv=yes", "bus bicycle foot", "bus bicycle foot"},
		{"bus lane against a one-way", "highway=primary oneway=yes busway=opposite_lane", everybody, "bus foot"},
		{"motorcycle lane against a one-way", "highway=primary oneway=yes lanes:motorcycle:backward=1", everybody, "motor_vehicle motorcycle foot"},
		{"street closed to trucks", "highway=primary hgv=no", everybody, everybody},
		{"closed drive", "highway=service access=no", "", ""},
		{"motorway", "highway=motorway oneway=no", "motor_vehicle car truck bus", "motor_vehicle car truck bus"},
		{"carriageway of a motorway", "highway=motorway", "motor_vehicle car truck bus", ""},
		{"motorroad", "highway=trunk motorroad=yes", "motor_vehicle car motorcycle truck bus", "motor_vehicle car motorcycle truck bus"},
		{"one-way street", "highway=primary oneway=yes", everybody, "foot"},
		{"one-way street drawn backwards", "highway=primary oneway=-1", "foot", everybody},
		{"one-way street but for bicycles", "highway=residential oneway=yes oneway:bicycle=no", everybody, "bicycle foot"},
		{"one-way street but for motorcycles", "highway=residential oneway=yes oneway:motorcycle=no", everybody, "motor_vehicle motorcycle foot"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := taggedMap(t, tt.tags)
			var there []match.Observation
			for x := 100.0; x <= 900; x += 25 {
				there = append(there, match.Observation{Point: tagged(x, 16), Accuracy: 12})
			}
			back := slices.Clone(there)
			slices.Reverse(back)
			for _, p := range match.Profiles() {
				for _, way := range []struct {
					name string
					obs  []match.Observation
					open string
				}{{"from west to east", there, tt.open}, {"from east to west", back, tt.back}} {
					want := int64(2)
					if slices.Contains(strings.Fields(way.open), p.String()) {
						want = 1
					}
					r := run(t, g, clocked(way.obs, 3), p)
					if got := waysOf(r); !slices.Equal(got, []int64{want}) {
						t.Errorf("%v %s: ways %v, want %d", p, way.name, got, want)
					}
				}
			}
		})
	}
}

// TestMotorVehicleIsTheDefault checks that the zero profile may use every road of any
// motor vehicle.
func TestMotorVehicleIsTheDefault(t *testing.T) {
	var p match.Profile
	if p != match.MotorVehicle || match.Profiles()[0] != p {
		t.Errorf("the zero profile is %v, the first %v", p, match.Profiles()[0])
	}
}

// TestTurningBackOnFoot goes from p to the crossing q and back to p, which is free for
// pedestrians, while vehicles take the street that leads around.
func TestTurningBackOnFoot(t *testing.T) {
	m := roadtest.Draw(t, `
		        D
		A---p-------q---B`, "A-p-q-B", "q-D-p")
	obs := match.Path([]geo.Point{m.Point('A'), m.Point('p'), m.Point('q'), m.Point('p'), m.Point('A')})
	for i := range obs {
		obs[i].Accuracy = 5
	}
	for profile, ways := range map[match.Profile][]int64{match.Foot: {1, 1}, match.MotorVehicle: {1, 2, 1}} {
		r := run(t, m.Graph, obs, profile)
		if got := waysOf(r); !slices.Equal(got, ways) {
			t.Errorf("%v: ways %v, want %v", profile, got, ways)
		}
	}
}
