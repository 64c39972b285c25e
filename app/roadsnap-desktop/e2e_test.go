// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"roadsnap/app/doctest"
	"roadsnap/assets"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/settings"
	"roadsnap/ui/text"
)

// TestDesktop runs a new user's first steps in the real window with real keys: open a
// trace, look at it raw and snapped, switch the server on, call it, look up a ward, and
// quit. It runs on the embedded map, and on a real city if there is one.
func TestDesktop(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and drives the whole app")
	}
	binary := build(t)
	if out, err := exec.Command(binary, "-version").CombinedOutput(); err != nil || string(out) != "roadsnap-desktop "+engine.Version+"\n" {
		t.Errorf("-version: %v, %q; want version %s", err, out, engine.Version)
	}
	for _, display := range []string{"", ":4711"} {
		t.Run("no display at "+strconv.Quote(display), func(t *testing.T) {
			app := exec.Command(binary)
			app.Env = append(os.Environ(), "HOME="+t.TempDir(), "DISPLAY="+display, "WAYLAND_DISPLAY=")
			out, err := app.CombinedOutput()
			if err == nil || !strings.Contains(string(out), errNoDisplay.Error()) || strings.Contains(string(out), "goroutine") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	t.Run("Andorra", func(t *testing.T) {
		useDesktop(t, binary, "andorra", "", filepath.Join("..", "..", "data", "trips", "city.gpx"), "42.5079,1.5262|42.5098,1.5395")
	})
	t.Run("pinch", func(t *testing.T) { pinchDesktop(t, binary) })
	t.Run("Ho Chi Minh City", func(t *testing.T) {
		folder := os.Getenv("ROADSNAP_DATA")
		if folder == "" {
			t.Skip("ROADSNAP_DATA is not set: no real city to test on")
		}
		pack := filepath.Join(t.TempDir(), "hcm.rsp")
		_, err := engine.Import(t.Context(), engine.ImportOptions{
			Roads: filepath.Join(folder, "roads", "hcm_2018.osm.pbf"), Out: pack, Name: "Ho Chi Minh City 2018",
		})
		if err != nil {
			t.Fatal(err)
		}
		useDesktop(t, binary, "hcmc", pack, cityTrace(t, folder), "10.77653,106.70098|10.77301,106.69834")
	})
}

// build builds the app as `make build-desktop` does.
func build(t testing.TB) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "roadsnap-desktop")
	out, err := exec.Command("go", "build", "-tags", "migrated_fynedo,no_emoji", "-o", binary, ".").CombinedOutput()
	if err != nil {
		t.Fatalf("building the app: %v\n%s", err, out)
	}
	return binary
}

// cityTrace writes a trip through Ho Chi Minh City as a Vietnamese spreadsheet does. It is
// one of the synthetic ladder, with a point each 5 s and 10 m of noise.
func cityTrace(t *testing.T, folder string) string {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, "synthetic", "hcmc.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var trip struct {
		Interval float64      `json:"interval_s"`
		Sigma    float64      `json:"sigma_m"`
		Points   [][3]float64 `json:"points"`
	}
	for lines := json.NewDecoder(unzipped); trip.Interval != 5 || trip.Sigma != 10; {
		if err := lines.Decode(&trip); err != nil {
			t.Fatal(err)
		}
	}
	sheet := "Thời gian;Vĩ độ;Kinh độ\r\n"
	for _, p := range trip.Points {
		row := fmt.Sprintf("%s;%.6f;%.6f\r\n", time.Unix(int64(p[2]), 0).In(text.Vietnam).Format("02/01/2006 15:04:05"), p[0], p[1])
		sheet += strings.ReplaceAll(row, ".", ",")
	}
	path := filepath.Join(t.TempDir(), "chuyến đi.csv")
	if err := os.WriteFile(path, []byte(sheet), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func useDesktop(t *testing.T, binary, name, pack, trace, snapPath string) {
	trace, err := filepath.Abs(trace)
	if err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, 1500, 900)
	address := doctest.FreeAddress(t)
	home := t.TempDir()
	args := []string{"-addr", address}
	if pack != "" {
		args = append(args, "-pack", pack)
	}
	app := s.command(binary, args...)
	app.Env = append(app.Env, "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"), "LANG=en_US.UTF-8", "LC_ALL=", "FYNE_THEME=light")
	var complaints bytes.Buffer
	app.Stdout, app.Stderr = &complaints, &complaints
	if err := app.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- app.Wait()
		close(ended)
	}()
	t.Cleanup(func() { // before its home is taken away
		app.Process.Kill()
		for range ended {
		}
	})

	window := s.window("^Roadsnap$")
	s.focus(window)
	road, raw, route := mapColours(t)
	s.until("roads on the map", func() bool { return s.count(road) > 2000 })
	s.shoot(name + "-1-map")
	rawBefore, routeBefore := s.count(raw), s.count(route)

	openTrace(s, window, trace)
	s.until("the snapped route on the map", func() bool {
		return s.count(raw) > rawBefore+150 && s.count(route) > routeBefore+400
	})
	s.shoot(name + "-2-trip")
	useMap(s, window, name, route)
	s.focus(window)

	s.key("ctrl+r")
	base := "http://" + address
	s.until("the server", func() bool { return status(base+"/healthz", nil) == http.StatusOK })
	s.until("the key in the clipboard", func() bool {
		s.key("ctrl+shift+k")
		return len(s.clipboard()) >= 22 // 128 bits in base 64
	})
	s.shoot(name + "-3-server")
	snapOverHTTP(t, base, s.clipboard(), snapPath)

	s.focus(window)
	s.key("ctrl+f")
	s.typed("ben thanh")
	// Only one ward has this name, so the list below its row is empty.
	below := s.inWindow(window, image.Rect(120, 220, 340, 560))
	s.until("the one ward found", func() bool { return plain(s.picture(), below) })
	s.shoot(name + "-4-units")

	s.key("ctrl+a")
	s.typed("da nang")
	filled := selectedColour(t)
	s.until("the province filled on the map", func() bool {
		if s.count(filled) > 3000 {
			return true
		}
		s.key("Return") // while the search is still under way it finds nothing to select
		return false
	})
	s.shoot(name + "-5-province")

	s.key("ctrl+q")
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the app ended badly: %v", err)
		}
	case <-time.After(patience):
		s.shoot("failed")
		app.Process.Signal(syscall.SIGQUIT) // which prints the stacks of its goroutines
		<-ended
		t.Fatalf("the app did not end after Ctrl+Q; the screen is in shots/failed.png\n%s", complaints.String())
	}
	if status(base+"/healthz", nil) != 0 {
		t.Error("the server still answers after the app has ended")
	}
	kept, err := os.ReadFile(filepath.Join(home, "config", "fyne", appID, settings.FileName))
	for _, name := range []string{"window.width", "window.inspector.width"} { // the first and the last that is kept
		if !bytes.Contains(kept, []byte(name)) {
			t.Errorf("%s is not kept: %s, %v", name, kept, err)
		}
	}
	if text := complaints.String(); strings.Contains(text, "panic") || strings.Contains(text, "fyne.Do") {
		t.Errorf("the app complained:\n%s", text)
	}
}

// coordinates matches coordinates in decimal degrees.
var coordinates = regexp.MustCompile(`^-?\d+\.\d{5}, -?\d+\.\d{5}$`)

// useMap throws the map and stops it, zooms to a box, measures, and copies the coordinates
// of a place, all with the pointer.
func useMap(s *screen, window, name string, route color.NRGBA) {
	s.focus(window)
	part := s.inWindow(window, image.Rect(450, 150, 950, 480)) // well within the map, above the timeline
	middle, foot := part.Min.Add(part.Max).Div(2), s.foot(window, 1)
	s.pointAt(middle, foot)
	s.key("Home")
	home := s.atRest(part)
	atHome := func() bool { return samePart(home, s.picture(), foot) }
	s.throw(middle, image.Pt(-16, -8))
	s.pointAt(middle, foot)
	if atHome() {
		s.t.Error("dragging does not move the map")
	}
	s.key("Home")
	s.until("the trip in the middle again", atHome)

	s.pointAt(part.Min, foot)
	s.changed("the box", part, func() {
		s.xdotool("keydown", "shift", "mousedown", "1")
		s.moveTo(middle.Sub(image.Pt(40, 40)))
		s.moveTo(middle)
	})
	s.shoot(name + "-2a-box")
	s.xdotool("mouseup", "1", "keyup", "shift")
	s.pointAt(middle, foot)
	if atHome() {
		s.t.Error("a box does not zoom")
	}
	s.key("Home")
	s.until("the trip in the middle again", atHome)

	before := s.atRest(part).At(middle.X, middle.Y)
	s.key("m")
	for _, at := range []image.Point{part.Min, {part.Max.X, part.Min.Y}, part.Max, part.Min} {
		s.pointAt(at, foot)
		s.xdotool("click", "1")
	}
	var measured color.Color
	s.until("a measured area", func() bool {
		measured = s.picture().At(middle.X, middle.Y)
		return darker(measured, before)
	})
	s.shoot(name + "-2b-measure")
	s.key("Escape")
	s.until("the measurement to go", func() bool { return darker(measured, s.picture().At(middle.X, middle.Y)) })

	s.copyPlace(middle, foot)
	s.shoot(name + "-2c-copied")
	if s.count(route) == 0 {
		s.t.Error("after all, the route is gone")
	}
	clock := s.inWindow(window, image.Rect(545, 560, 610, 586))
	s.changed("the clock of the timeline", clock, func() { s.key("k") })
	s.shoot(name + "-2d-playing")
	s.key("k")
	s.copied("") // so that the test can wait for the server's key there later
}

// darker reports whether a has less red than b, as the inside of a measured area has.
func darker(a, b color.Color) bool {
	red, _, _, _ := a.RGBA()
	than, _, _, _ := b.RGBA()
	return red < than
}

// samePart reports whether two pictures are the same in a part.
func samePart(a, b image.Image, part image.Rectangle) bool {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// dialogTitle is the title of the desktop's dialog, which the app cannot change.
const dialogTitle = "^Open File$"

// openTrace opens a file with the desktop's dialog by typing its path.
func openTrace(s *screen, window, path string) {
	s.focus(window)
	s.key("ctrl+o")
	chooseFile(s, path)
}

// chooseFile types a path into the dialog for opening a file and confirms it.
func chooseFile(s *screen, path string) {
	s.t.Helper()
	dialog := s.window(dialogTitle)
	s.focus(dialog)
	s.key("ctrl+l") // the dialog's field for a path
	s.copied(path)
	defer s.copied("") // so that the test can wait for the server's key there later
	s.key("ctrl+v")
	s.until("the dialog to close", func() bool {
		out, _ := s.command("xdotool", "search", "--onlyvisible", "--name", dialogTitle).Output()
		if len(strings.TrimSpace(string(out))) == 0 {
			return true
		}
		// The field ignores the key while it completes the path.
		s.key("Return")
		return false
	})
}

// mapColours returns the colours of a road, recorded points and the snapped route, from
// the middles of their samples.
func mapColours(t *testing.T) (road, raw, route color.NRGBA) {
	t.Helper()
	themes, err := style.Parse(assets.MapStyle)
	if err != nil {
		t.Fatal(err)
	}
	middle := func(s export.Sample) color.NRGBA {
		const width, height = 68, 32
		img := export.Swatch(themes.Light, s, width, height, 2)
		counts := map[color.NRGBA]int{}
		var most color.NRGBA
		for y := range height {
			for x := range width {
				c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
				// The sample is drawn on a plain map background, which is pale.
				vivid := max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > 80
				if counts[c]++; c.A == 0xFF && vivid && counts[c] > counts[most] {
					most = c
				}
			}
		}
		return most
	}
	return color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}, middle(export.SampleRaw), middle(export.SampleMatched)
}

// selectedColour returns the colour of a selected unit on plain background.
func selectedColour(t *testing.T) color.NRGBA {
	t.Helper()
	themes, err := style.Parse(assets.MapStyle)
	if err != nil {
		t.Fatal(err)
	}
	const side = 60
	ring := []geo.Fixed{{Lat: 0, Lon: 0}, {Lat: 0, Lon: 1000}, {Lat: 1000, Lon: 1000}, {Lat: 1000, Lon: 0}, {Lat: 0, Lon: 0}}
	img := borders.OutlinePicture(themes.Light, [][]geo.Fixed{ring}, side, side, 1)
	return color.NRGBAModel.Convert(img.At(side/2, side/2)).(color.NRGBA)
}

// status returns the status of a GET, 0 without a response, and decodes the body into v
// unless v is nil.
func status(url string, v any) int {
	client := http.Client{Timeout: patience}
	response, err := client.Get(url)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || v != nil && json.Unmarshal(body, v) != nil {
		return 0
	}
	return response.StatusCode
}

// snapOverHTTP snaps two points with the key, and checks that it fails without one.
func snapOverHTTP(t *testing.T, base, key, path string) {
	t.Helper()
	url := base + "/api/roads/v1/snap-to-roads?interpolate=true&path=" + path
	if got := status(url, nil); got != http.StatusUnauthorized {
		t.Errorf("without the key: status %d, want 401", got)
	}
	var answer struct {
		Status string
		Data   struct {
			SnappedPoints []struct {
				Location struct{ Lat, Lon float64 }
				WayID    int64 `json:"way_id"`
			}
			Shape string
		}
	}
	if got := status(url+"&apikey="+key, &answer); got != http.StatusOK {
		t.Fatalf("with the key: status %d, want 200", got)
	}
	if answer.Status != "OK" || len(answer.Data.SnappedPoints) < 2 || answer.Data.Shape == "" || answer.Data.SnappedPoints[0].WayID == 0 {
		t.Errorf("the answer is no snapped route: %+v", answer)
	}
}
