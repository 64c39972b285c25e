// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/ui/job"
	"roadsnap/ui/keeper"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maps"
	"roadsnap/ui/server"
	"roadsnap/ui/shell"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
)

// robotRole is the environment variable that turns the test binary into a robot. A robot
// opens the real window, drives its map, and prints measurements as lines of JSON. It is a
// process of its own because the toolkit needs the main thread, which a test does not
// have, and so that its memory is that of the window.
const robotRole = "ROADSNAP_ROBOT"

func TestMain(m *testing.M) {
	if role := os.Getenv(robotRole); role != "" {
		if err := beRobot(role); err != nil {
			fmt.Fprintln(os.Stderr, "robot:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// finding is a measurement of a robot.
type finding struct {
	Name  string
	Value float64
	Unit  string
}

func printFinding(name string, value float64, unit string) {
	line, err := json.Marshal(finding{name, value, unit})
	if err != nil {
		panic(err) // numbers that are none
	}
	fmt.Println(string(line))
}

// printStalls prints the 95th percentiles of stalls.
func printStalls(name string, stalls []stall) {
	p95 := func(of func(stall) time.Duration) float64 {
		var all []time.Duration
		for _, s := range stalls {
			all = append(all, of(s))
		}
		slices.Sort(all)
		return float64(all[len(all)*95/100].Microseconds()) / 1000
	}
	printFinding(name, p95(func(s stall) time.Duration { return s.away }), "ms")
	printFinding(name+", work", p95(func(s stall) time.Duration { return s.work }), "ms")
}

func windowSize() fyne.Size { return fyne.NewSize(1600, 1000) }

func beRobot(role string) (err error) {
	a := app.NewWithID(appID)
	if role == "empty" {
		return emptyWindow(a)
	}
	spareMemory()
	answerFirst()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		return err
	}
	pack := os.Getenv(robotRole + "_PACK")
	if pack == "" {
		err = e.OpenBytes(data.SampleName, data.SamplePack)
	} else {
		err = e.OpenPack(pack)
	}
	if err != nil {
		return err
	}
	r := &robot{app: a, engine: e, pack: pack, first: make(chan struct{})}
	if role == "fleet" {
		faults := make(chan error, 1)
		var ok bool
		if r.kept, ok = openKeeper(e, faults); !ok {
			return <-faults
		}
		defer func() { err = errors.Join(err, r.kept.Close()) }()
	}
	if err := r.open(); err != nil {
		return err
	}
	drive := map[string]func() error{"pan": r.pan, "trip": r.trip, "wander": r.wander, "fleet": r.fleet}[role]
	if drive == nil {
		return fmt.Errorf("there is no role %q", role)
	}
	ended := make(chan error, 1)
	go func() {
		<-r.first
		err := drive()
		leave(err)
		fyne.Do(a.Quit)
		ended <- err
	}()
	a.Run()
	return errors.Join(<-ended, e.Close())
}

// leave ends the process if the toolkit's shutdown does not, as leave.go explains.
func leave(err error) {
	if err == nil {
		forceExitAfter(exitTime)
		return
	}
	time.AfterFunc(exitTime, func() {
		fmt.Fprintln(os.Stderr, "robot:", err)
		os.Exit(1)
	})
}

// emptyWindow measures a window with a picture that is never drawn: the time until it is
// shown, and how long the UI thread is blocked when the picture is uploaded again.
func emptyWindow(a fyne.App) error {
	w := a.NewWindow("empty")
	shown := make(chan struct{})
	var picture *image.RGBA
	raster := canvas.NewRaster(func(width, height int) image.Image {
		if picture == nil || picture.Rect.Dx() != width || picture.Rect.Dy() != height {
			picture = image.NewRGBA(image.Rect(0, 0, width, height))
		}
		if width > 1 {
			select {
			case <-shown:
			default:
				printFinding("empty window", float64(time.Since(began).Milliseconds()), "ms")
				close(shown)
			}
		}
		return picture
	})
	raster.ScaleMode = canvas.ImageScaleFastest
	w.SetContent(raster)
	w.Resize(windowSize())
	w.Show()
	go func() {
		<-shown
		if os.Getenv(robotRole+"_BRIEF") == "" {
			time.Sleep(time.Second)
			printStalls("empty window, stall", new(pilot).act(200, func(int) { raster.Refresh() }))
			printFinding("empty window, memory", memory(""), "MB")
		}
		leave(nil)
		fyne.Do(a.Quit)
	}()
	a.Run()
	return nil
}

// robot is a window that drives itself.
type robot struct {
	app    fyne.App
	engine *engine.Engine
	pack   string
	kept   keeper.Keeper // of the role "fleet"
	window *shell.Window
	trips  *trips.Model
	units  *units.Model
	style  style.Style
	fonts  *style.Fonts
	first  chan struct{} // closed at the first complete picture
	*pilot
}

// open creates the window as main does.
func (r *robot) open() (err error) {
	if r.style, err = style.Parse(assets.MapStyle); err != nil {
		return err
	}
	r.fonts, err = style.ParseFonts(theme.DefaultTextFont().Content(), theme.DefaultTextBoldFont().Content(), theme.DefaultTextItalicFont().Content())
	if err != nil {
		return err
	}
	jobs := job.New(fyne.Do)
	mapsModel := maps.NewModel(r.engine, maps.Options{Jobs: jobs, Installed: func() { r.trips.Rematch() }})
	options := trips.Options{Jobs: jobs, Matcher: trips.MatcherOf(r.engine), Bounds: mapsModel.Bounds, Remember: func([]string) {}}
	if r.kept.Workspace != nil {
		options.Keeper = r.kept
		options.KeepFailed = func(err error) { fmt.Fprintln(os.Stderr, "robot: a trip is not kept:", err) }
	}
	r.trips = trips.NewModel(options)
	r.units = units.NewModel(jobs, r.engine)
	r.window, err = shell.NewWindow(shell.Options{
		App: r.app, Jobs: jobs, Style: r.style, Fonts: r.fonts, Source: r.engine, Lookup: r.engine, Ways: r.engine.Ways, Place: r.engine.NearestPlace, Atlas: r.engine.Atlas,
		Words: func(language string) (text.Catalogue, error) {
			return text.Load(assets.Translations(), language)
		},
		Maps: mapsModel, Trips: r.trips, Units: r.units,
		Server:         server.NewModel(jobs, newLocalServer(r.engine, r.app.Preferences()), "127.0.0.1:0"),
		Samples:        func() {},
		OnFirstPicture: func() { close(r.first) },
	})
	if err != nil {
		return err
	}
	w := r.app.Driver().AllWindows()[0]
	w.Resize(windowSize())
	r.window.Show()
	r.pilot, err = newPilot(w)
	return err
}

// settle waits until nothing more is drawn.
func (r *robot) settle() error {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		same, _ := r.equalsFresh(false)
		if same {
			return nil
		}
	}
	return errors.New("the picture is not complete")
}

// equalsFresh reports whether the window shows the same as a map that was never moved.
func (r *robot) equalsFresh(explain bool) (bool, string) {
	var got *image.RGBA
	var viewport view.Viewport
	fyne.DoAndWait(func() {
		img := r.picture()
		got = &image.RGBA{Pix: slices.Clone(img.Pix), Stride: img.Stride, Rect: img.Rect}
		viewport = r.window.View()
	})
	language := shell.ChosenLanguage(r.app.Preferences())
	var source tile.Source = r.engine
	if language == "en" {
		source = tile.English(source)
	}
	fresh := mapdraw.NewMap(source, r.look(), mapdraw.Options{Fonts: r.fonts})
	defer fresh.Close()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	viewport.Bleed = (got.Rect.Dx() - viewport.Width) / 2
	if err := fresh.Wait(ctx, viewport); err != nil {
		return false, err.Error()
	}
	borderLayer := borders.New(r.units.BorderSource(), r.look(), borders.Options{
		Fonts: r.fonts, Language: language,
	})
	defer borderLayer.Close()
	if err := borderLayer.Wait(ctx, viewport); err != nil {
		return false, err.Error()
	}
	want := image.NewRGBA(got.Rect)
	fresh.Compose(want, viewport, []overlay.Overlay{borderLayer, borderLayer.Names(fresh)})
	differ := 0
	for i := range want.Pix {
		if want.Pix[i] != got.Pix[i] {
			differ++
		}
	}
	if explain && differ > 0 {
		return false, fmt.Sprintf("%d of %d bytes differ at %+v", differ, len(want.Pix), viewport)
	}
	return differ == 0, ""
}

// onScreen reports whether the middle of the map on the screen is equal to the composed
// picture, pixel by pixel, neither blurred nor shifted. Buttons and plates cover the rest.
func (r *robot) onScreen() error {
	// The toolkit's screenshot of a window is black without a graphics card.
	file, err := exec.Command("import", "-window", "Roadsnap", "png:-").Output()
	if err != nil {
		return fmt.Errorf("the screen cannot be read: %w", err)
	}
	shown, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return err
	}
	fyne.DoAndWait(func() {
		driver := fyne.CurrentApp().Driver()
		view, picture := r.window.View(), r.picture()
		left, top := driver.AllWindows()[0].Canvas().PixelCoordinateForPosition(driver.AbsolutePositionForObject(r.sheet))
		marginX, marginY := (picture.Rect.Dx()-view.Width)/2, (picture.Rect.Dy()-view.Height)/2
		differ, most := 0, 0
		for y := view.Height / 4; y < view.Height*3/4; y++ {
			for x := view.Width / 4; x < view.Width*3/4; x++ {
				red, green, blue, _ := shown.At(left+x, top+y).RGBA()
				want := picture.RGBAAt(marginX+x, marginY+y)
				off := max(apart(red, want.R), apart(green, want.G), apart(blue, want.B))
				if off > 1 { // a graphics card rounds in its own way
					differ++
				}
				most = max(most, off)
			}
		}
		if differ > 0 {
			err = fmt.Errorf("%d pixels on the screen differ by up to %d from what was composed", differ, most)
		}
	})
	return err
}

// apart returns the difference of a channel of 16 bits and one of 8.
func apart(a uint32, b uint8) int { return max(int(a>>8)-int(b), int(b)-int(a>>8)) }

func (r *robot) look() style.Theme {
	if r.app.Settings().ThemeVariant() == theme.VariantDark {
		return r.style.Dark
	}
	return r.style.Light
}
