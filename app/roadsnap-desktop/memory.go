package main

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"roadsnap/engine"
	"roadsnap/ui/present"
)

// The names of the settings that hold what is kept for the next run: the paths of
// the packs that are open, and of recent files of trips.
const (
	prefMap       = "open.map"
	prefBesideMap = "open.beside"
	prefRecent    = "recent"
)

// rememberedMaps returns what was open when the app was used last.
func rememberedMaps(p fyne.Preferences) present.MapChoice {
	return present.MapChoice{Map: p.String(prefMap), Beside: p.String(prefBesideMap)}
}

func rememberMaps(p fyne.Preferences, c present.MapChoice) {
	p.SetString(prefMap, c.Map)
	p.SetString(prefBesideMap, c.Beside)
}

// openPack installs the pack that the command line names, by a path that is good
// wherever another run begins: whatever is opened beside it is remembered with it.
func openPack(e *engine.Engine, path string) error {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return e.OpenPack(path)
}
