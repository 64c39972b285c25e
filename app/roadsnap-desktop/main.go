// SPDX-License-Identifier: MIT

// Command roadsnap-desktop is Roadsnap as a desktop app. It connects the packages of ui,
// which implement the window, to package engine.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	"roadsnap/ui/corrections"
	"roadsnap/ui/export"
	"roadsnap/ui/fares"
	"roadsnap/ui/gis"
	"roadsnap/ui/job"
	"roadsnap/ui/keeper"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/maps"
	"roadsnap/ui/native"
	"roadsnap/ui/places"
	"roadsnap/ui/reports"
	"roadsnap/ui/server"
	"roadsnap/ui/settings"
	"roadsnap/ui/shell"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
	"roadsnap/ui/zones"
)

// appID identifies the app to the desktop and names its folder of settings. It must be the
// same as in FyneApp.toml.
const appID = "vn.roadsnap.desktop"

func main() {
	packPath := flag.String("pack", "", "map pack to open in this run; without it, the packs of the last run or the embedded sample map")
	language := flag.String("lang", "", "language, en or vi; without it, the language chosen before or that of the system")
	address := flag.String("addr", "", "address on which the local API server listens when it is switched on; by default that of the last time, and 127.0.0.1:8080 at first")
	timing := flag.Bool("timing", false, "print to stderr the time until the window and the first complete picture of the map are shown")
	showVersion := flag.Bool("version", false, "print the version")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "usage: roadsnap-desktop [-pack FILE.rsp] [-lang en|vi] [-addr HOST:PORT] [-timing] [FILE …]\n\nFILE is a trace, a folder of traces, a map pack or an OpenStreetMap extract.\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *showVersion {
		fmt.Println("roadsnap-desktop", engine.Version)
		return
	}
	var flags []string
	flag.Visit(func(f *flag.Flag) { flags = append(flags, f.Name) })
	files, err := absolute(flag.Args())
	if err == nil {
		err = run(options{*packPath, *language, *address, *timing, files, flags})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "roadsnap-desktop:", err)
		os.Exit(1)
	}
}

// absolute returns the absolute paths of files, because their names are kept.
func absolute(files []string) (paths []string, err error) {
	for _, f := range files {
		path, err := filepath.Abs(f)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// errNoDisplay reports that no window can be opened. The toolkit itself would panic.
var errNoDisplay = errors.New("there is no display to open a window on; without one, run the engine headless: roadsnap serve, or roadsnap snap FILE")

// options holds the flags and arguments of the command line.
type options struct {
	packPath, language, address string
	timing                      bool
	files                       []string // absolute paths
	flags                       []string // names of the flags that are given
}

// run opens the window and returns after it was closed. If a window is open already, it
// hands the files to that one instead.
func run(o options) (err error) {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errNoDisplay
	}
	first, handed, err := beFirst(o)
	if handed || err != nil {
		return err
	}
	if first != nil {
		defer func() { _ = first.Close() }() // after the workspace; the system does what fails here
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
		// The toolkit creates its folder in this one, but not this one itself, and
		// reports an error on a new account. It works without it.
		_ = os.MkdirAll(cache, 0o700)
	}
	a := app.NewWithID(appID)
	faults := make(chan error, 3) // at most one from opening the settings, one from saving, one from the workspace
	store := openSettings(a, faults)
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	if o.language != "" {
		shell.ChooseLanguage(store, o.language)
	}
	if err := speak(shell.ChosenLanguage(store)); err != nil {
		return err
	}
	inst, err := newInstaller(e.Units(), store)
	if err != nil {
		return err
	}
	if o.packPath == "" && mapsToOpen(store, inst.library).Empty() {
		if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
			return err
		}
	}
	g := &gate{onMain: onMainGoroutine}
	kept, keeps := openKeeper(e, faults)
	if keeps {
		defer func() { err = errors.Join(err, kept.Close()) }()
	}
	w, packs, err := newWindow(a, store, e, o, g, kept, inst)
	if err != nil {
		return err
	}
	if first != nil {
		receive(first, w, posting(g))
	}
	signalled := closeOnSignals(w)
	if o.timing {
		a.Lifecycle().SetOnStarted(func() { printTime("window") })
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
	<-w.Finish() // on SIGINT and SIGTERM the toolkit ends without closing the window
	if signalled() && packs.State().Busy {
		fmt.Fprintln(os.Stderr, "roadsnap-desktop: the work on the map was cancelled; repeat it after the next start")
	}
	return e.Close()
}

// show opens the window. It converts a panic of the toolkit into errNoDisplay. The toolkit
// panics if the display does not respond, as in a terminal that outlived its desktop.
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

// spareMemory starts garbage collections when the heap has grown by a quarter instead of
// doubled. Most of the heap is long-lived: fonts, tables of units and packed tiles. Little
// garbage is added, so that there is one collection every few seconds. The environment
// variable GOGC overrides it.
func spareMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(25)
	}
}

// answerFirst sets GOMAXPROCS to one more than the default. The UI goroutine leaves Go at
// every call of the graphics library. When it returns, it would have to wait for a
// goroutine that draws the map. With one more, the system schedules their threads, and
// those that draw have a lower priority. The environment variable GOMAXPROCS overrides it.
func answerFirst() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	}
}

// newWindow creates the view models and the window. Results of background work are posted
// through g.
func newWindow(a fyne.App, store *settings.Store, e *engine.Engine, o options, g *gate, kept keeper.Keeper, inst installer) (*shell.Window, *maps.Model, error) {
	themes, err := style.Parse(assets.MapStyle)
	if err != nil {
		return nil, nil, err
	}
	fonts, err := style.ParseFonts(theme.DefaultTextFont().Content(), theme.DefaultTextBoldFont().Content(), theme.DefaultTextItalicFont().Content())
	if err != nil {
		return nil, nil, err
	}
	post := posting(g)
	jobs := job.New(post)
	var tripsModel *trips.Model
	mapsModel := maps.NewModel(e, maps.Options{
		Jobs: jobs, SampleName: data.SampleName, Sample: data.SamplePack,
		Installed: func() { tripsModel.Rematch() },
		Remember:  func(c maps.Choice) { rememberMaps(store, c) },
		Offer:     inst.offer(), Installer: inst, Network: rememberedNetwork(store),
		Library: inst, Verify: verifyPack, Extractor: extractor{e},
		Answered: store.Int(prefAnswered) == 1, Answer: func() { store.SetInt(prefAnswered, 1) },
	})
	reopened := crashGuard{store}
	var w *shell.Window
	tripsOptions := trips.Options{
		Jobs: jobs, Matcher: trips.MatcherOf(e), Bounds: mapsModel.Bounds, Recent: store.StringList(prefRecent), Profile: shell.ChosenProfile(store),
		Remember: func(paths []string) { store.SetStringList(prefRecent, paths) },
	}
	tripsOptions.WardsOf = func(code string) []uint32 { return trips.WardsOf(e.Units(), code) }
	tripsOptions.AlreadyOpen = func(n int) { w.SayAlreadyOpen(n) }
	var corrector corrections.Corrector
	var exportKeeper export.TripKeeper
	var fareKeeper fares.Keeper
	var placeKeeper places.Keeper
	var zoneKeeper zones.Keeper
	var reportKeeper reports.Keeper
	var layerKeeper gis.Keeper
	var backups shell.BackupKeeper
	if kept.Workspace != nil {
		exportKeeper, fareKeeper, placeKeeper, zoneKeeper, reportKeeper, layerKeeper, backups = kept, kept, kept, kept, kept, kept, kept
		tripsOptions.KeepFailed = firstOnly(func(err error) { w.ShowError(err) })
		kept.Failed = func(err error) { post(func() { tripsOptions.KeepFailed(err) }) }
		tripsOptions.Keeper, corrector = kept, kept
		tripsOptions.EditRefused = func(err error) { w.ShowError(err) }
	}
	tripsModel = trips.NewModel(tripsOptions)
	serverModel := server.NewModel(jobs, newLocalServer(e, store), o.address)
	w, err = shell.NewWindow(shell.Options{
		Do: post, App: a, Preferences: store, Jobs: jobs, Style: themes, Fonts: fonts, Source: e, Lookup: e, Search: e, Version: engine.Version,
		Words: func(language string) (text.Catalogue, error) {
			return text.Load(assets.Translations(), language)
		},
		Maps: mapsModel, Trips: tripsModel, Ways: e.Ways, Place: e.NearestPlace, Atlas: e.Atlas, Streets: e.StreetWards, Units: units.NewModel(jobs, e),
		Server:  serverModel,
		Picker:  native.New(),
		Samples: func() { samplesOnTheirMap(mapsModel, tripsModel) },
		OnFirstPicture: func() {
			if o.timing {
				printTime("first map picture")
			}
		},
		OnClosed: func(idle bool) {
			forceExitAfter(exitTime)
			if idle {
				reopened.end()
			}
			_ = store.Flush() // there is no window to show the error in
		},
		Routes: kept, Corrector: corrector, User: userName(), Exporting: export.TripOptions{Keeper: exportKeeper, Matcher: tripsOptions.Matcher, Tools: exportTools(e)}, Fares: fareKeeper, Places: placeKeeper, Zones: zoneKeeper, Layers: layerKeeper, Reports: reportKeeper, PrintFolder: printFolder,
		Backups: backups, Books: newBook,
	})
	if err != nil {
		return nil, nil, err
	}
	begin := func() {
		serverModel.Begin()
		tripsModel.Reopen()
		w.Open(o.files)
		w.WatchAgain()
		w.FollowLibrary(inst.library.ChoiceFile())
	}
	if _, err := e.Info(); err == nil { // a map is installed
		begin()
		return w, mapsModel, nil
	}
	open := mapsModel.Reopen
	if !reopened.begin() {
		open = mapsModel.FallBack
	}
	_ = store.Flush() // the record must be on disk before a map can crash the app
	open(mapsToOpen(store, inst.library), func() {
		reopened.opened()
		begin()
	})
	return w, mapsModel, nil
}

// posting returns a function that runs others on the UI goroutine, through g.
func posting(g *gate) func(do func()) {
	return func(do func()) {
		fyne.Do(func() { g.run(do) })
	}
}

// began is the start time of the program.
var began = time.Now()

// printTime prints the time since the start of the program, for an event named what.
func printTime(what string) {
	fmt.Fprintf(os.Stderr, "%s %d ms\n", what, time.Since(began).Milliseconds())
}

// speak sets the language of the toolkit's own texts. The toolkit reads the language from
// the environment once, when translations are added.
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
