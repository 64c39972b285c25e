// SPDX-License-Identifier: MIT

package pointer

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/engine/basemap"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// buttons returns the buttons in objects.
func buttons(list []fyne.CanvasObject) (found []*kit.Button) {
	for _, o := range list {
		switch o := o.(type) {
		case *kit.Button:
			found = append(found, o)
		case *fyne.Container:
			found = append(found, buttons(o.Objects)...)
		}
	}
	return found
}

// TestLimitOfARoad: the record of a road whose way is known offers to correct its speed limit.
func TestLimitOfARoad(t *testing.T) {
	test.NewTempApp(t)
	w, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	way, name := int64(0), ""
	card := hitCard{words: w, hit: Hit{HasRoad: true, Road: Road{Name: "Lê Lợi", Kind: basemap.RoadPrimary, Way: 42}}, limit: func(id int64, road string) { way, name = id, road }}
	list := buttons(card.parts())
	if len(list) != 1 {
		t.Fatalf("%d buttons", len(list))
	}
	list[0].OnTapped()
	if way != 42 || name != "Lê Lợi" {
		t.Errorf("way %d, %q", way, name)
	}
	card.hit.Road.Way = 0
	if n := len(buttons(card.parts())); n != 0 {
		t.Errorf("%d buttons for a road without a way", n)
	}
	card.hit.Road.Way, card.limit = 42, nil
	if n := len(buttons(card.parts())); n != 0 {
		t.Errorf("%d buttons without a workspace", n)
	}
}
