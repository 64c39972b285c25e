// SPDX-License-Identifier: MIT

package maps_test

import (
	"testing"
	"testing/synctest"

	"roadsnap/engine/geo"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/maps"
)

// TestFurtherMaps opens a map besides another. Trips are then matched again, and the map that
// is shown stays.
func TestFurtherMaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui, calls := jobtest.New(t), 0
		p := maps.NewModel(&packShelf{current: "/roads"}, maps.Options{Jobs: ui.Jobs, Installed: func() { calls++ }})
		p.AddMap("/city")
		ui.Settle()
		s := p.State()
		if s.Installs != 0 || s.FurtherInstalls != 1 || len(s.Further) != 1 || s.Further[0].Name != "/city" || calls != 1 {
			t.Errorf("%+v, matched again %d times", s, calls)
		}
		if city := (geo.Point{Lat: 8.5, Lon: 100.5}); !p.Bounds().Contains(city) {
			t.Errorf("%v lacks the city", p.Bounds())
		}
		p.AddMap("/gone")
		ui.Settle()
		if s := p.State(); s.FurtherInstalls != 1 || s.Problem.Sentence != "error.no_file" || calls != 1 {
			t.Errorf("after a file that is not there: %+v, %d", s, calls)
		}
		p.CloseFurther("/city")
		ui.Settle()
		if s := p.State(); s.FurtherInstalls != 2 || len(s.Further) != 0 || calls != 2 || !s.Problem.Empty() {
			t.Errorf("after it was closed: %+v, %d", s, calls)
		}
	})
}
