// SPDX-License-Identifier: MIT

package shell

import (
	"errors"
	"fmt"
	"testing"

	"roadsnap/engine/pack"
)

// TestLostMapIsReportedOnce checks that a map that can no longer be read is reported once,
// however many tiles fail, and that another such map is reported again.
func TestLostMapIsReportedOnce(t *testing.T) {
	w := newTestWindow(t)
	reported := func() bool {
		w.ui.Rest(t)
		top := w.window.Canvas().Overlays().Top()
		if top != nil {
			w.window.Canvas().Overlays().Remove(top)
		}
		return top != nil
	}
	for _, c := range []struct {
		name string
		err  error
		want bool
	}{
		{"a map that was closed", errors.New("closed"), false},
		{"the first tile", fmt.Errorf("visit: %w", pack.ErrFault), true},
		{"the second tile", fmt.Errorf("visit: %w", pack.ErrFault), false},
	} {
		w.mapView.unreadable(c.err)
		if got := reported(); got != c.want {
			t.Errorf("%s: reported %v, want %v", c.name, got, c.want)
		}
	}
	before := w.lastMaps.Installs
	w.o.Maps.OpenSample(nil)
	w.eventually(t, "the map again", func() bool { return w.lastMaps.Installs != before && !w.o.Maps.State().Busy })
	if w.mapView.unreadable(pack.ErrCorrupt); !reported() {
		t.Error("the next map is not reported")
	}
}
