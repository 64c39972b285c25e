package ui

import (
	"os"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/present"
)

// The names of the settings that are kept from run to run.
const (
	prefLanguage    = "language"
	prefTheme       = "theme"
	prefForm        = "coordinates"
	prefMeridian    = "meridian"
	prefZones       = "zones"
	prefWidth       = "window.width"
	prefHeight      = "window.height"
	prefListWidth   = "window.list.width"
	prefDetailWidth = "window.inspector.width"
)

// loadWords takes the language that was chosen, or the system's.
func (w *Window) loadWords() (err error) {
	language := w.o.App.Preferences().StringWithFallback(prefLanguage, SystemLanguage())
	w.words, err = w.o.Words(language)
	return err
}

// SystemLanguage returns the language that the system asks for.
func SystemLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			return present.LanguageOf(locale)
		}
	}
	return present.LanguageOf("")
}

// ChosenLanguage returns the language that the app will speak.
func ChosenLanguage(p fyne.Preferences) string {
	return p.StringWithFallback(prefLanguage, SystemLanguage())
}

// ChooseLanguage has the app speak language from now on.
func ChooseLanguage(p fyne.Preferences, language string) {
	p.SetString(prefLanguage, present.LanguageOf(language))
}

func (w *Window) setLanguage(language string) {
	words, err := w.o.Words(language)
	if err != nil {
		w.complain(err)
		return
	}
	w.o.App.Preferences().SetString(prefLanguage, language)
	w.saveLayout()
	w.words = words
	w.borders.SetLanguage(words.Language)
	w.rebuild()
}

// rebuild makes all widgets anew, in the words and colours of now.
func (w *Window) rebuild() {
	w.build()
	w.subscribe()
	w.drawnTrip = nil
	w.drawTrips()
	w.mapView.onView(w.mapView.view)
}

func (w *Window) themeChoice() ThemeChoice {
	return ThemeChoice(w.o.App.Preferences().StringWithFallback(prefTheme, string(ThemeSystem)))
}

func (w *Window) setTheme(c ThemeChoice) {
	w.o.App.Preferences().SetString(prefTheme, string(c))
	w.o.App.Settings().SetTheme(newPalette(c))
}

// themeChanged rebuilds what keeps colours of its own: the map and what lies on
// it.
func (w *Window) themeChanged() {
	next := w.mapTheme()
	w.theme = next
	w.drawer.SetTheme(next)
	w.borders.SetTheme(next)
	w.saveLayout()
	w.rebuild()
}

// mapTheme returns the map's colours for the palette of now.
func (w *Window) mapTheme() style.Theme {
	if newPalette(w.themeChoice()).variant(w.o.App.Settings().ThemeVariant()) == theme.VariantDark {
		return w.o.Style.Dark
	}
	return w.o.Style.Light
}

func (w *Window) savedSize() fyne.Size {
	p := w.o.App.Preferences()
	return fyne.NewSize(float32(p.FloatWithFallback(prefWidth, 1320)), float32(p.FloatWithFallback(prefHeight, 820)))
}

func (w *Window) savedWidths() (list, inspector float32) {
	p := w.o.App.Preferences()
	return float32(p.FloatWithFallback(prefListWidth, 280)), float32(p.FloatWithFallback(prefDetailWidth, 300))
}

// saveLayout keeps the size of the window and the places of its splitters.
func (w *Window) saveLayout() {
	p := w.o.App.Preferences()
	size := w.window.Canvas().Size()
	if size.Width > 0 && size.Height > 0 {
		p.SetFloat(prefWidth, float64(size.Width))
		p.SetFloat(prefHeight, float64(size.Height))
	}
	list := w.panes.listWidth
	if w.narrowList > 0 {
		list = w.narrowList // the table's width is its own
	}
	p.SetFloat(prefListWidth, float64(list))
	p.SetFloat(prefDetailWidth, float64(w.panes.detailWidth))
}

// close ends the app: work under way is stopped, the server shut down, and the
// map unmapped, all off the UI thread.
func (w *Window) close() {
	w.saveLayout()
	w.window.Hide()
	stopExport := w.stopExport
	go func() {
		stopExport()
		w.o.Server.Close()
		w.o.Trips.Close()
		w.o.Maps.Close()
		w.o.Units.Close()
		w.exports.Wait() // what is half written is taken away
		w.drawer.Close()
		w.borders.Close()
		if w.o.OnClosed != nil {
			w.o.OnClosed()
		}
		w.o.Do(w.o.App.Quit)
	}()
}
