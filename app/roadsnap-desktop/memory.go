package main

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"roadsnap/engine"
	"roadsnap/ui/maps"
	"roadsnap/ui/settings"
)

// The names of the settings that hold what is kept for the next run: the paths of
// the packs that are open, and of recent files of trips.
const (
	prefMap        = "open.map"
	prefOverlayMap = "open.beside" // kept from when overlays had another name
	prefRecent     = "recent"
)

// openSettings opens the settings in the folder of the app, and sends faults in them,
// two at most. Those that the toolkit kept until now are carried over.
func openSettings(a fyne.App, faults chan<- error) *settings.Store {
	store, err := settings.Open(a.Storage().RootURI().Path(), "preferences.json", func(err error) { faults <- err })
	if err != nil {
		faults <- err
	}
	// The toolkit would write its own file when the app ends.
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
	return store
}

// rememberedMaps returns what was open when the app was used last.
func rememberedMaps(p *settings.Store) maps.Choice {
	return maps.Choice{Map: p.String(prefMap), Overlay: p.String(prefOverlayMap)}
}

func rememberMaps(p *settings.Store, c maps.Choice) {
	p.SetString(prefMap, c.Map)
	p.SetString(prefOverlayMap, c.Overlay)
}

// openPack opens the pack that the command line names, by its absolute path, because the
// next run may start in another folder.
func openPack(e *engine.Engine, path string) error {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return e.OpenPack(path)
}
