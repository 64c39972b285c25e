// Command roadsnap-desktop is Roadsnap with a window. It only wires: the window
// is package ui, the work package engine.
package main

import (
	"errors"
	"flag"
	"fmt"
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
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/maps"
	"roadsnap/ui/native"
	"roadsnap/ui/server"
	"roadsnap/ui/settings"
	"roadsnap/ui/shell"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
)

// appID names the app to the desktop and its settings on disk; FyneApp.toml has
// the same.
const appID = "vn.roadsnap.desktop"

func main() {
	packPath := flag.String("pack", "", "the map pack to open, for this run; what the last one had open, or the embedded sample map, when left out")
	language := flag.String("lang", "", "the language to speak, en or vi; the one chosen before, or the system's, when left out")
	address := flag.String("addr", defaultAddress, "the address that the local API server listens on when it is switched on")
	timing := flag.Bool("timing", false, "print to stderr how long the window and the first complete picture of the map took")
	showVersion := flag.Bool("version", false, "print the version")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: roadsnap-desktop [-pack FILE.rsp] [-lang en|vi] [-addr HOST:PORT] [-timing] [TRACE …]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *showVersion {
		fmt.Println("roadsnap-desktop", engine.Version)
		return
	}
	if err := run(options{*packPath, *language, *address, *timing, flag.Args()}); err != nil {
		fmt.Fprintln(os.Stderr, "roadsnap-desktop:", err)
		os.Exit(1)
	}
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
	faults := make(chan error, 2) // one when the settings are opened, one when they are saved
	store := openSettings(a, faults)
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	if o.language != "" {
		shell.ChooseLanguage(store, o.language)
	}
	if err := speak(shell.ChosenLanguage(store)); err != nil {
		return err
	}
	if o.packPath == "" && rememberedMaps(store) == (maps.Choice{}) {
		if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
			return err
		}
	}
	g := &gate{onMain: onMainGoroutine}
	w, packs, err := newWindow(a, store, e, o, g)
	if err != nil {
		return err
	}
	signalled := closeOnSignals(w)
	if o.timing {
		a.Lifecycle().SetOnStarted(func() { tell("window") })
	}
	if err := show(w); err != nil {
		return err
	}
	go func() {
		for err := range faults {
			w.ShowError(err)
		}
	}()
	defer native.Pinches(w)()
	a.Run()
	g.close()
	<-w.Finish() // the toolkit also ends without the window's close: on SIGINT and SIGTERM
	if signalled() && packs.State().Busy {
		fmt.Fprintln(os.Stderr, "roadsnap-desktop: the work on the map was stopped before its end; start it again to have the map")
	}
	return e.Close()
}

// show opens the window. The toolkit panics where a display is named that does
// not answer, as in a terminal that outlived its desktop.
func show(w *shell.Window) (err error) {
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
// units and packed tiles, which stay, and little garbage is added to them. That
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

// newWindow makes the view models and the window over them. What they do in the
// background comes back through g.
func newWindow(a fyne.App, store *settings.Store, e *engine.Engine, o options, g *gate) (*shell.Window, *maps.Model, error) {
	themes, err := style.Parse(assets.MapStyle)
	if err != nil {
		return nil, nil, err
	}
	fonts, err := style.ParseFonts(theme.DefaultTextFont().Content(), theme.DefaultTextBoldFont().Content(), theme.DefaultTextItalicFont().Content())
	if err != nil {
		return nil, nil, err
	}
	post := func(do func()) {
		fyne.Do(func() { g.run(do) })
	}
	jobs := job.New(post)
	var tripsModel *trips.Model
	mapsModel := maps.NewModel(e, maps.Options{
		Jobs: jobs, SampleName: data.SampleName, Sample: data.SamplePack,
		Installed: func() { tripsModel.Rematch() },
		Remember:  func(c maps.Choice) { rememberMaps(store, c) },
	})
	reopened := crashGuard{store}
	tripsModel = trips.NewModel(trips.Options{
		Jobs: jobs, Matcher: e, Bounds: mapsModel.Bounds, Recent: store.StringList(prefRecent),
		Remember: func(paths []string) { store.SetStringList(prefRecent, paths) },
	})
	w, err := shell.NewWindow(shell.Options{
		Do: post, App: a, Preferences: store, Jobs: jobs, Style: themes, Fonts: fonts, Source: e, Lookup: e, Version: engine.Version,
		Words: func(language string) (text.Catalogue, error) {
			return text.Load(assets.Translations(), language)
		},
		Maps: mapsModel, Trips: tripsModel, Units: units.NewModel(jobs, e),
		Server:  server.NewModel(jobs, newLocalServer(e, store), o.address),
		Picker:  native.New(),
		Samples: func() { samplesOnTheirMap(mapsModel, tripsModel) },
		OnFirstPicture: func() {
			if o.timing {
				tell("first map picture")
			}
		},
		OnClosed: func(idle bool) {
			forceExitAfter(exitTime)
			if idle {
				reopened.end()
			}
			_ = store.Flush() // there is no window to show the error in
		},
	})
	if err != nil {
		return nil, nil, err
	}
	begin := func() { tripsModel.Open(o.traces...) }
	if e.Ready() {
		begin()
		return w, mapsModel, nil
	}
	open := mapsModel.Reopen
	if !reopened.begin() {
		open = mapsModel.FallBack
	}
	_ = store.Flush() // the note must be on the disk before a map can crash the app
	open(rememberedMaps(store), func() {
		reopened.opened()
		begin()
	})
	return w, mapsModel, nil
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
