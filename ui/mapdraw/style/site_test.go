// SPDX-License-Identifier: MIT

package style

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"roadsnap/ui/mapdraw/raster"
)

func TestParseIcon(t *testing.T) {
	got, err := parseIcon("M0 8L16 8C16 16 8 16 0 8Z")
	if err != nil {
		t.Fatal(err)
	}
	want := []Step{
		{sfnt.SegmentOpMoveTo, [3]raster.Vec{{X: -0.5, Y: 0}}},
		{sfnt.SegmentOpLineTo, [3]raster.Vec{{X: 0.5, Y: 0}}},
		{sfnt.SegmentOpCubeTo, [3]raster.Vec{{X: 0.5, Y: 0.5}, {X: 0, Y: 0.5}, {X: -0.5, Y: 0}}},
	}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("step %d is %v, want %v", i, got[i], want[i])
		}
	}
	for _, bad := range []string{"", "Z", "L1 1", "M1", "M1 1 2", "M1 x", "M1 17", "M-1 0", "M1 1H5", "M1 1C1 1 2 2", "M NaN 1"} {
		if steps, err := parseIcon(bad); err == nil {
			t.Errorf("%q gives %v", bad, steps)
		}
	}
}

// TestEveryIconIsUsed checks the shipped icons and groups.
func TestEveryIconIsUsed(t *testing.T) {
	var file styleFile
	if err := json.Unmarshal([]byte(shippedStyle(t)), &file); err != nil {
		t.Fatal(err)
	}
	icons, groups := map[string]bool{}, map[string]bool{}
	for _, k := range file.Sites.Kinds {
		icons[k.Icon], groups[k.Group] = true, true
		if k.NameZoom < k.MinZoom {
			t.Errorf("%s is named from zoom %v, before its icon at %v", k.Kind, k.NameZoom, k.MinZoom)
		}
	}
	for name := range file.Sites.Icons {
		if !icons[name] {
			t.Errorf("icon %q is not used", name)
		}
	}
	for name := range file.Sites.Groups {
		if !groups[name] {
			t.Errorf("group %q is not used", name)
		}
	}
}

func TestSiteFaults(t *testing.T) {
	text := shippedStyle(t)
	for from, to := range map[string]string{
		`"kind": "poi_fuel"`:       `"kind": "poi_market"`, // twice
		`"icon": "fuel"`:           `"icon": "none"`,
		`"group": "traffic"`:       `"group": "none"`,
		`"frame": "site_frame"`:    `"frame": "none"`,
		`"kind": "poi_police"`:     `"kind": "place_city"`,
		`"fuel": "M3.5 3L`:         `"fuel": "M3.5 33L`,
		`"fill": "site_health"`:    `"fill": "none"`,
		`"text": "site_food_text"`: `"text": "none"`,
	} {
		changed := strings.Replace(text, from, to, 1)
		if changed == text {
			t.Fatalf("the style has no %s", from)
		}
		if _, err := Parse([]byte(changed)); err == nil {
			t.Errorf("%s instead of %s is accepted", to, from)
		}
	}
}
