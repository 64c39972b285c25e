package shell

import (
	"os"

	"fyne.io/fyne/v2"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
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

// The names of the settings.
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

// systemLanguage returns the language that the system asks for.
func systemLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			return text.LanguageOf(locale)
		}
	}
	return text.LanguageOf("")
}

// ChosenLanguage returns the language that the app will speak.
func ChosenLanguage(p Preferences) string {
	return p.StringWithFallback(prefLanguage, systemLanguage())
}

// ChooseLanguage has the app speak language from now on.
func ChooseLanguage(p Preferences, language string) {
	p.SetString(prefLanguage, text.LanguageOf(language))
}

// settings are what the window keeps from run to run.
type settings struct{ Preferences }

func (s settings) theme() kit.ThemeChoice {
	return kit.ThemeChoice(s.StringWithFallback(prefTheme, string(kit.ThemeSystem)))
}

func (s settings) setTheme(c kit.ThemeChoice) { s.SetString(prefTheme, string(c)) }

// coordinator writes coordinates in the form that was chosen.
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

// size returns the size of the window in the last run.
func (s settings) size() fyne.Size {
	return fyne.NewSize(s.pixels(prefWidth, 1320), s.pixels(prefHeight, 820))
}

// widths returns the widths of list and inspector in the last run.
func (s settings) widths() (list, inspector float32) {
	return s.pixels(prefListWidth, 280), s.pixels(prefDetailWidth, 300)
}

func (s settings) pixels(name string, fallback float64) float32 {
	return float32(s.FloatWithFallback(name, fallback))
}

// setLayout keeps the size of the window, unless it has none, and the widths of list
// and inspector.
func (s settings) setLayout(size fyne.Size, list, inspector float32) {
	if size.Width > 0 && size.Height > 0 {
		s.SetFloat(prefWidth, float64(size.Width))
		s.SetFloat(prefHeight, float64(size.Height))
	}
	s.SetFloat(prefListWidth, float64(list))
	s.SetFloat(prefDetailWidth, float64(inspector))
}
