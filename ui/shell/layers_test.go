// SPDX-License-Identifier: MIT

package shell

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"roadsnap/ui/trips"
)

// TestLayersAreRemembered saves a choice of layers and reads it in a later run.
func TestLayersAreRemembered(t *testing.T) {
	s := settings{test.NewApp().Preferences()}
	if got := s.mapLayers(); got != trips.DefaultMapLayers {
		t.Errorf("at first the layers are %b, want %b", got, trips.DefaultMapLayers)
	}
	want := trips.DefaultMapLayers.With(trips.LayerPoints, false).With(trips.LayerConnectors, true)
	s.setMapLayers(want)
	if got := (settings{s.Preferences}).mapLayers(); got != want {
		t.Errorf("the layers are %b, want %b", got, want)
	}
}

func TestColouringIsRemembered(t *testing.T) {
	s := settings{test.NewApp().Preferences()}
	if got := s.colouring(); got != trips.ColourByTrip {
		t.Errorf("at first the colouring is %s", got)
	}
	for c := range trips.NumColourings {
		s.setColouring(c)
		if got := (settings{s.Preferences}).colouring(); got != c {
			t.Errorf("the colouring is %s, want %s", got, c)
		}
	}
}
