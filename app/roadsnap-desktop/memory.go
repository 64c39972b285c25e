// SPDX-License-Identifier: MIT

package main

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"roadsnap/engine"
	"roadsnap/ui/maps"
	"roadsnap/ui/settings"
)

// Names of the settings of the open packs, the recent traces and the downloads.
const (
	prefMap        = "open.map"
	prefOverlayMap = "open.beside" // an old name of overlays, kept for existing settings
	prefFurther    = "open.further"
	prefSample     = "open.sample"  // the user chose the sample
	prefAnswered   = "open.offered" // the user answered the offer of a map
	prefRecent     = "recent"
	prefProxy      = "download.proxy"
	prefMirror     = "download.mirror"
	prefCatalog    = "download.catalog"
)

// openSettings opens the settings in the folder of the app, and imports settings that the
// toolkit saved there before. It sends at most two errors to faults.
func openSettings(a fyne.App, faults chan<- error) *settings.Store {
	store, err := settings.Open(a.Storage().RootURI().Path(), "preferences.json", func(err error) { faults <- err })
	if err != nil {
		faults <- err
	}
	// Remove the hook with which the toolkit would write its own file when the app ends.
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
	return store
}

// rememberedMaps returns the packs that were open in the last run.
func rememberedMaps(p *settings.Store) maps.Choice {
	return maps.Choice{Map: p.String(prefMap), Sample: p.Int(prefSample) == 1, Overlay: p.String(prefOverlayMap), Further: p.StringList(prefFurther)}
}

func rememberMaps(p *settings.Store, c maps.Choice) {
	p.SetString(prefMap, c.Map)
	p.SetString(prefOverlayMap, c.Overlay)
	p.SetStringList(prefFurther, c.Further)
	if c.Sample {
		p.SetInt(prefSample, 1)
	} else {
		p.RemoveValue(prefSample)
	}
}

// rememberedNetwork returns how the user wants maps to be downloaded.
func rememberedNetwork(p *settings.Store) maps.Network {
	return maps.Network{Proxy: p.String(prefProxy), Mirror: p.String(prefMirror), Catalog: p.String(prefCatalog)}
}

func rememberNetwork(p *settings.Store, n maps.Network) {
	p.SetString(prefProxy, n.Proxy)
	p.SetString(prefMirror, n.Mirror)
	p.SetString(prefCatalog, n.Catalog)
}

// openPack opens the pack of the command line by its absolute path, because the next run,
// which may reopen it, can start in another folder.
func openPack(e *engine.Engine, path string) error {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return e.OpenPack(path)
}
