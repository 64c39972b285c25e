// SPDX-License-Identifier: MIT

package shell

import (
	"os"
	"slices"

	"fyne.io/fyne/v2"

	"roadsnap/engine/match"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// Preferences stores settings between runs, by name.
type Preferences interface {
	String(key string) string
	StringWithFallback(key, fallback string) string
	SetString(key, value string)
	Float(key string) float64
	FloatWithFallback(key string, fallback float64) float64
	SetFloat(key string, value float64)
}

// The names of the settings.
const (
	prefLanguage    = "language"
	prefTheme       = "theme"
	prefTextSize    = "text.size"
	prefForm        = "coordinates"
	prefMeridian    = "meridian"
	prefZones       = "zones"
	prefWidth       = "window.width"
	prefHeight      = "window.height"
	prefScale       = "window.scale"
	prefListWidth   = "window.list.width"
	prefDetailWidth = "window.inspector.width"
	prefDockHeight  = "window.dock.height"
	prefColouring   = "map.colour"
	prefProfile     = "matching.profile"
	prefLayer       = "map.layer." // and the name of a layer of trips
	prefDock        = "window.dock"
	prefDockFolded  = "window.dock.folded"
	prefGraphs      = "timeline.graphs"
)

// systemLanguage returns the language of the system's locale.
func systemLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			return text.LanguageOf(locale)
		}
	}
	return text.LanguageOf("")
}

// ChosenLanguage returns the language of the app: the saved one, or that of the system.
func ChosenLanguage(p Preferences) string {
	return p.StringWithFallback(prefLanguage, systemLanguage())
}

// ChosenProfile returns the vehicles that trips are matched for: the saved ones, or the
// default.
func ChosenProfile(p Preferences) match.Profile {
	profile, err := match.ParseProfile(p.String(prefProfile))
	if err != nil {
		return match.MotorVehicle
	}
	return profile
}

// ChooseLanguage saves language for the next start.
func ChooseLanguage(p Preferences, language string) {
	p.SetString(prefLanguage, text.LanguageOf(language))
}

// settings reads and writes the preferences of the window.
type settings struct{ Preferences }

func (s settings) theme() kit.ThemeChoice {
	return kit.ThemeChoice(s.StringWithFallback(prefTheme, string(kit.ThemeSystem)))
}

func (s settings) setTheme(c kit.ThemeChoice) { s.SetString(prefTheme, string(c)) }

// textSize returns the size of texts (percent), one of kit.TextSizes.
func (s settings) textSize() int {
	if percent := int(s.Float(prefTextSize)); slices.Contains(kit.TextSizes, percent) {
		return percent
	}
	return kit.UsualTextSize
}

func (s settings) setTextSize(percent int) { s.SetFloat(prefTextSize, float64(percent)) }

// palette returns the theme of the toolkit in the chosen colours and size of texts.
func (s settings) palette() kit.Palette { return kit.NewPalette(s.theme()).Sized(s.textSize()) }

// coordinator returns a formatter for the chosen form of coordinates.
func (s settings) coordinator() text.Coordinator {
	return text.Coordinator{
		Form:     text.CoordinateForm(s.StringWithFallback(prefForm, string(text.FormDecimal))),
		Meridian: s.Float(prefMeridian),
		Zones:    text.Zones(s.String(prefZones)),
	}
}

func (s settings) setCoordinator(c text.Coordinator) {
	s.SetString(prefForm, string(c.Form))
	s.SetFloat(prefMeridian, c.Meridian)
	s.SetString(prefZones, string(c.Zones))
}

// mapLayers returns the layers of trips that the map showed in the last run, or the defaults.
func (s settings) mapLayers() trips.MapLayers {
	set := trips.DefaultMapLayers
	for l := range trips.NumMapLayers {
		switch s.String(prefLayer + l.String()) {
		case layerShown:
			set = set.With(l, true)
		case layerHidden:
			set = set.With(l, false)
		}
	}
	return set
}

// setMapLayers saves which layers of trips the map shows.
func (s settings) setMapLayers(set trips.MapLayers) {
	for l := range trips.NumMapLayers {
		value := layerHidden
		if set.Has(l) {
			value = layerShown
		}
		s.SetString(prefLayer+l.String(), value)
	}
}

// colouring returns what the colours of routes showed in the last run.
func (s settings) colouring() trips.Colouring {
	name := s.String(prefColouring)
	for c := range trips.NumColourings {
		if c.String() == name {
			return c
		}
	}
	return trips.ColourByTrip
}

// setColouring saves what the colours of routes show.
func (s settings) setColouring(c trips.Colouring) { s.SetString(prefColouring, c.String()) }

// The values of the settings of layers.
const layerShown, layerHidden = "shown", "hidden"

// size returns the size of the window in the last run, or the default.
func (s settings) size() fyne.Size {
	return fyne.NewSize(s.pixels(prefWidth, 1320), s.pixels(prefHeight, 820))
}

// scale returns the scale of the window in the last run (device pixels per logical pixel), 0 if
// it is not known.
func (s settings) scale() float32 { return s.pixels(prefScale, 0) }

// widths returns the widths of list and inspector in the last run, or the defaults.
func (s settings) widths() (list, inspector float32) {
	return s.pixels(prefListWidth, 280), s.pixels(prefDetailWidth, 300)
}

// dockHeight returns the height of the dock in the last run, or the default.
func (s settings) dockHeight() float32 { return s.pixels(prefDockHeight, 230) }

// docked returns what was open below the map in the last run, and whether the timeline was
// folded.
func (s settings) docked() (what docked, f folding) {
	return docked(max(slices.Index(dockedNames, s.String(prefDock)), 0)), foldings[min(max(int(s.FloatWithFallback(prefDockFolded, -1))+1, 0), len(foldings)-1)]
}

// foldings are the values of folding in the order of their numbers in the settings, which
// begin at −1.
var foldings = []folding{foldedIfLow, notFolded, isFolded}

func (s settings) setDocked(what docked, f folding) {
	s.SetString(prefDock, dockedNames[what])
	s.SetFloat(prefDockFolded, float64(slices.Index(foldings, f)-1))
}

func (s settings) pixels(name string, fallback float64) float32 {
	return float32(s.FloatWithFallback(name, fallback))
}

// setLayout saves the size and the scale of the window, unless it is zero, the widths of list
// and inspector, and the height of the dock.
func (s settings) setLayout(size fyne.Size, scale, list, inspector, dock float32) {
	if size.Width > 0 && size.Height > 0 {
		s.SetFloat(prefWidth, float64(size.Width))
		s.SetFloat(prefHeight, float64(size.Height))
		s.SetFloat(prefScale, float64(scale))
	}
	s.SetFloat(prefListWidth, float64(list))
	s.SetFloat(prefDetailWidth, float64(inspector))
	s.SetFloat(prefDockHeight, float64(dock))
}
