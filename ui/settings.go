package ui

import (
	"os"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
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

// Preferences are the settings that are kept from run to run, by name.
type Preferences interface {
	String(key string) string
	StringWithFallback(key, fallback string) string
	SetString(key, value string)
	Float(key string) float64
	FloatWithFallback(key string, fallback float64) float64
	SetFloat(key string, value float64)
}

// loadWords takes the language that was chosen, or the system's.
func (w *Window) loadWords() (err error) {
	language := w.o.Preferences.StringWithFallback(prefLanguage, SystemLanguage())
	w.words, err = w.o.Words(language)
	return err
}

// SystemLanguage returns the language that the system asks for.
func SystemLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			return text.LanguageOf(locale)
		}
	}
	return text.LanguageOf("")
}

// ChosenLanguage returns the language that the app will speak.
func ChosenLanguage(p Preferences) string {
	return p.StringWithFallback(prefLanguage, SystemLanguage())
}

// ChooseLanguage has the app speak language from now on.
func ChooseLanguage(p Preferences, language string) {
	p.SetString(prefLanguage, text.LanguageOf(language))
}

func (w *Window) setLanguage(language string) {
	words, err := w.o.Words(language)
	if err != nil {
		w.files.Complain(err)
		return
	}
	w.o.Preferences.SetString(prefLanguage, language)
	w.saveLayout()
	w.words = words
	w.borders.SetLanguage(words.Language)
	w.rebuild()
}

// rebuild makes all widgets anew, in the words and colours of now.
func (w *Window) rebuild() {
	w.build()
	w.drawnTrip = nil
	w.showStates()
	w.drawTrips()
	mapEvents{w}.ViewChanged(w.mapView.View())
}

func (w *Window) themeChoice() kit.ThemeChoice {
	return kit.ThemeChoice(w.o.Preferences.StringWithFallback(prefTheme, string(kit.ThemeSystem)))
}

func (w *Window) setTheme(c kit.ThemeChoice) {
	w.o.Preferences.SetString(prefTheme, string(c))
	w.o.App.Settings().SetTheme(kit.NewPalette(c))
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
	if kit.NewPalette(w.themeChoice()).Variant(w.o.App.Settings().ThemeVariant()) == theme.VariantDark {
		return w.o.Style.Dark
	}
	return w.o.Style.Light
}

func (w *Window) savedSize() fyne.Size {
	p := w.o.Preferences
	return fyne.NewSize(float32(p.FloatWithFallback(prefWidth, 1320)), float32(p.FloatWithFallback(prefHeight, 820)))
}

func (w *Window) savedWidths() (list, inspector float32) {
	p := w.o.Preferences
	return float32(p.FloatWithFallback(prefListWidth, 280)), float32(p.FloatWithFallback(prefDetailWidth, 300))
}

// saveLayout keeps the size of the window and the places of its splitters.
func (w *Window) saveLayout() {
	p := w.o.Preferences
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

// closeTime is how long Finish waits for jobs: an import has cleared up by then, and
// what reads from a disk on a network that does not answer would wait for ever.
const closeTime = 10 * time.Second

// Close ends the app as if the user had closed the window. Safe for concurrent use.
func (w *Window) Close() { w.o.Do(w.close) }

// close ends the app. Runs on the UI goroutine.
func (w *Window) close() {
	if w.closed == nil {
		w.window.Hide()
	}
	w.Finish()
}

// within runs work and reports whether it ended in time. Work on a disk that does
// not answer is left behind.
func within(limit time.Duration, work func()) bool {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		work()
	}()
	select {
	case <-ended:
		return true
	case <-time.After(limit):
		return false
	}
}

// Finish saves the layout and stops work under way, shuts the server down and unmaps
// the map in the background, once. It returns a channel that is closed after that.
// Unlike Close it also works when the toolkit has ended. Runs on the UI goroutine.
func (w *Window) Finish() <-chan struct{} {
	if w.closed != nil {
		return w.closed
	}
	w.closed = make(chan struct{})
	w.saveLayout()
	go func() {
		defer close(w.closed)
		idle := w.o.Jobs.Close(closeTime)
		// A server that does not end in time ends with the program.
		_ = w.o.Server.Close()
		idle = within(closeTime, func() {
			w.drawer.Close()
			w.borders.Close()
		}) && idle
		if w.o.OnClosed != nil {
			w.o.OnClosed(idle)
		}
		w.o.Do(w.o.App.Quit)
	}()
	return w.closed
}
