// Command roadsnap-desktop is Roadsnap with a window. It only wires: the window
// is package ui, what it shows package present, the work package engine.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/ui"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/native"
	"roadsnap/ui/present"
)

// version is set by the linker when a release is built.
var version = engine.Version

// appID names the app to the desktop and its settings on disk; FyneApp.toml has
// the same.
const appID = "vn.roadsnap.desktop"

func main() {
	packPath := flag.String("pack", "", "the map pack to open, for this run; what the last one had open, or the embedded sample map, when left out")
	language := flag.String("lang", "", "the language to speak, en or vi; the one chosen before, or the system's, when left out")
	address := flag.String("addr", defaultAddress, "the address that the local API server listens on when it is switched on")
	timing := flag.Bool("timing", false, "print to stderr how long the window and the first complete picture of the map took")
	showVersion := flag.Bool("version", false, "print the version")
	flag.Usage = func() { usage(flag.CommandLine.Output()) }
	flag.Parse()
	if *showVersion {
		fmt.Println("roadsnap-desktop", version)
		return
	}
	if err := run(options{*packPath, *language, *address, *timing, flag.Args()}); err != nil {
		fmt.Fprintln(os.Stderr, "roadsnap-desktop:", err)
		os.Exit(1)
	}
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: roadsnap-desktop [-pack FILE.rsp] [-lang en|vi] [-addr HOST:PORT] [-timing] [TRACE …]")
	flag.PrintDefaults()
}

// errNoDisplay says what to do where no window can be opened; the toolkit
// itself would only crash.
var errNoDisplay = errors.New("there is no display to open a window on; without one, run the engine headless: roadsnap serve, or roadsnap snap FILE")

// options are what the command line asks for.
type options struct {
	packPath, language, address string
	timing                      bool
	traces                      []string
}

// run opens the window and returns when it was closed.
func run(o options) error {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errNoDisplay
	}
	foretell()
	spareMemory()
	answerFirst()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		return err
	}
	if o.packPath != "" {
		if err := openPack(e, o.packPath); err != nil {
			return err
		}
	}
	if cache, err := os.UserCacheDir(); err == nil {
		// The toolkit makes its folder in this one, but not this one itself,
		// and complains on a new account. It runs without.
		_ = os.MkdirAll(cache, 0o700)
	}
	a := app.NewWithID(appID)
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	if o.language != "" {
		ui.ChooseLanguage(a.Preferences(), o.language)
	}
	if err := speak(ui.ChosenLanguage(a.Preferences())); err != nil {
		return err
	}
	memory := rememberedMaps(a.Preferences())
	if o.packPath == "" && memory == (present.MapChoice{}) {
		if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
			return err
		}
	}
	w, err := newWindow(a, e, o)
	if err != nil {
		return err
	}
	if o.timing {
		a.Lifecycle().SetOnStarted(func() { tell("window") })
	}
	if err := show(w); err != nil {
		return err
	}
	defer native.Pinches(w)()
	leaveOnSignals()
	a.Run()
	return e.Close()
}

// show opens the window. The toolkit panics where a display is named that does
// not answer, as in a terminal that outlived its desktop.
func show(w *ui.Window) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if !strings.Contains(fmt.Sprint(r), "GLFW") {
				panic(r)
			}
			err = errNoDisplay
		}
	}()
	w.Show()
	return nil
}

// spareMemory has the collector look for garbage when the heap has grown by a
// quarter, not only when it has doubled: most of the heap are fonts, tables of
// units and packed tiles, which stay, and little garbage comes beside them. That
// is one collection in some seconds. GOGC, in the environment, still has the last
// word.
func spareMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(25)
	}
}

// answerFirst lets one goroutine more run than there are processors: the one that
// answers the user leaves Go at every call of the graphics library, and would wait
// for one that draws the map each time that it comes back. Which of their threads
// runs is then the system's choice, to which those that draw give way.
// GOMAXPROCS, in the environment, has the last word.
func answerFirst() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	}
}

// newWindow makes the presenters and the window over them.
func newWindow(a fyne.App, e *engine.Engine, o options) (*ui.Window, error) {
	themes, err := style.Parse(assets.MapStyle)
	if err != nil {
		return nil, err
	}
	fonts, err := style.ParseFonts(theme.DefaultTextFont().Content(), theme.DefaultTextBoldFont().Content(), theme.DefaultTextItalicFont().Content())
	if err != nil {
		return nil, err
	}
	server := newLocalServer(e, a.Preferences())
	recent := a.Preferences().StringList(prefRecent)
	var trips *present.Trips
	maps := present.NewMaps(e, present.MapsOptions{
		SampleName: data.SampleName, Sample: data.SamplePack,
		Installed: func() { trips.Rematch() },
		Remember:  func(c present.MapChoice) { rememberMaps(a.Preferences(), c) },
	})
	reopened := trial{a.Preferences()}
	ended := func() {
		if !maps.State().Busy { // with what did not stop when the window was closed
			reopened.end()
		}
	}
	trips = present.NewTrips(e, maps.Bounds, recent, func(paths []string) { a.Preferences().SetStringList(prefRecent, paths) })
	w, err := ui.NewWindow(ui.Options{
		App: a, Style: themes, Fonts: fonts, Source: e, Lookup: e, Version: version,
		Words: func(language string) (present.Words, error) {
			return present.LoadWords(assets.Translations(), language)
		},
		Maps: maps, Trips: trips, Units: present.NewUnits(e),
		Server:  present.NewServer(server, o.address),
		Picker:  native.New(),
		Samples: func() { samplesOnTheirMap(maps, trips) },
		OnFirstPicture: func() {
			if o.timing {
				tell("first map picture")
			}
		},
		OnClosed: func() {
			leaveAnyway()
			ended()
			keepPreferences()
		},
	})
	if err != nil {
		return nil, err
	}
	begin := func() {
		if len(o.traces) > 0 {
			trips.Open(o.traces...)
		}
	}
	if e.Ready() {
		begin()
		return w, nil
	}
	a.Lifecycle().SetOnStopped(ended) // also where the process is told to end
	open := maps.Reopen
	if !reopened.begin() {
		open = maps.Forgo
	}
	open(rememberedMaps(a.Preferences()), func() {
		reopened.opened()
		begin()
	})
	return w, nil
}

// began is when the program began.
var began = time.Now()

// tell prints how long after the program's begin something came.
func tell(what string) { fmt.Fprintf(os.Stderr, "%s %d ms\n", what, time.Since(began).Milliseconds()) }

// speak has the toolkit use a language for its own words, too. It takes the
// language from the environment, once, when translations are added.
func speak(language string) error {
	locale := map[string]string{"vi": "vi_VN.UTF-8"}[language]
	if locale == "" {
		locale = "en_US.UTF-8"
	}
	for _, name := range []string{"LC_ALL", "LANG"} {
		if err := os.Setenv(name, locale); err != nil {
			return err
		}
	}
	words, err := fs.ReadFile(assets.Translations(), "fyne.vi.json")
	if err != nil {
		return err
	}
	return lang.AddTranslationsForLocale(words, "vi")
}
