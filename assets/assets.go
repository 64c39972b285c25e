// SPDX-License-Identifier: MIT

// Package assets embeds the icon of the app, the style of the map, the texts of the window
// in every language, and the licences of other people's code.
package assets

import (
	"embed"
	"io/fs"
)

// Icon is the app's icon, a PNG.
//
//go:embed icon.png
var Icon []byte

// MapStyle is the style of the map, light and dark, as style.Parse reads
// it.
//
//go:embed style/map.json
var MapStyle []byte

//go:embed icons/*.svg
var icons embed.FS

// PanelIcon returns the SVG of a panel of the window, trips, units, maps, server, reports or
// layers, or of its tool, ruler. Its one colour is for the theme to exchange.
func PanelIcon(panel string) []byte {
	svg, err := icons.ReadFile("icons/" + panel + ".svg")
	if err != nil {
		panic(err) // the names are constants of the window's
	}
	return svg
}

//go:embed translations/*.json
var translations embed.FS

// Translations holds LANGUAGE.json, the app's own words, and fyne.LANGUAGE.json,
// the toolkit's words in languages that it does not bring itself.
func Translations() fs.FS {
	sub, err := fs.Sub(translations, "translations")
	if err != nil {
		panic(err) // the name is a constant that fs.ValidPath accepts
	}
	return sub
}
