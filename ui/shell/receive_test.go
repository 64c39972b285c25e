// SPDX-License-Identifier: MIT

package shell

import (
	"path/filepath"
	"testing"
)

// TestReceive checks that files of another start are opened in front by what they are, and are refused by a
// window that is being closed.
func TestReceive(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelMaps)
	if !w.Receive(nil) || w.arrangement.panel != panelMaps {
		t.Error("without files, a start must only raise the window")
	}
	trace := filepath.Join("..", "..", "data", "trips", "city.gpx")
	if !w.Receive([]string{trace}) || w.arrangement.panel != panelTrips {
		t.Error("the trips are not in front")
	}
	w.ui.Rest(t)
	if s := w.o.Trips.State(); len(s.Trips) != 1 || !s.HasSelected {
		t.Errorf("%d trips are open, want one", len(s.Trips))
	}
	if !w.Receive([]string{"/nowhere/city.rsp"}) || w.arrangement.panel != panelMaps {
		t.Error("the maps are not in front")
	}
	w.eventually(t, "the error of a map that is not there", func() bool { return w.o.Maps.State().Problem.Sentence == "error.no_file" })
	w.closed = make(chan struct{})
	if w.Receive([]string{trace}) {
		t.Error("a window that is being closed takes files")
	}
}
