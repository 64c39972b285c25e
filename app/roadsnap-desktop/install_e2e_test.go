// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"crypto/md5"
	"encoding/pem"
	"fmt"
	"image"
	"image/color"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2/theme"

	"roadsnap/app/doctest"
	"roadsnap/app/install"
	"roadsnap/app/library"
	"roadsnap/assets"
	"roadsnap/engine/basemap"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/style"
)

// extractServer serves an extract over HTTPS. It holds the first answer after half of the
// file until the client is gone.
type extractServer struct {
	*httptest.Server
	body []byte
	held chan struct{} // closed when half of the file was sent

	mu     sync.Mutex
	ranges []string // of the requests for the extract
}

func newExtractServer(t *testing.T, body []byte) *extractServer {
	s := &extractServer{body: body, held: make(chan struct{})}
	s.Server = httptest.NewTLSServer(s)
	t.Cleanup(s.Close)
	return s
}

// ServeHTTP implements http.Handler.
func (s *extractServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, ".md5") {
		fmt.Fprintf(w, "%x  extract\n", md5.Sum(s.body))
		return
	}
	s.mu.Lock()
	first := len(s.ranges) == 0
	s.ranges = append(s.ranges, r.Header.Get("Range"))
	s.mu.Unlock()
	w.Header().Set("ETag", `"1"`)
	if !first {
		http.ServeContent(w, r, "extract", time.Time{}, bytes.NewReader(s.body))
		return
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(s.body)))
	_, _ = w.Write(s.body[:len(s.body)/2])
	w.(http.Flusher).Flush()
	close(s.held)
	<-r.Context().Done()
}

// motorways returns an extract with a grid of n motorways each way.
func motorways(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`<osm version="0.6">`)
	for i := range n * n {
		fmt.Fprintf(&b, `<node id="%d" timestamp="2026-11-01T00:00:00Z" lat="%.6f" lon="%.6f"/>`, 1+i, 10.7+float64(i/n)/500, 106.7+float64(i%n)/500)
	}
	for i := range 2 * n {
		fmt.Fprintf(&b, `<way id="%d">`, 1+i)
		for j := range n {
			ref := 1 + i/2*n + j
			if i%2 == 1 {
				ref = 1 + j*n + i/2
			}
			fmt.Fprintf(&b, `<nd ref="%d"/>`, ref)
		}
		b.WriteString(`<tag k="highway" v="motorway"/></way>`)
	}
	b.WriteString("</osm>")
	return b.Bytes()
}

// TestInstallInTheWindow installs a map as a new user does. The app is killed during the
// download, goes on after a restart, and shows the new map, also in the run after that.
func TestInstallInTheWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and drives the whole app")
	}
	s := newScreen(t, 1280, 800)
	server := newExtractServer(t, motorways(40))
	home := t.TempDir()
	l := library.Open(filepath.Join(home, "data", "roadsnap", "maps"))
	if err := os.MkdirAll(l.Folder(), 0o755); err != nil {
		t.Fatal(err)
	}
	catalog := fmt.Sprintf(`{"maps":[{"id":"vietnam","name":{"en":"Vietnam","vi":"Việt Nam"},"roads":{"urls":["%s/vietnam-latest.osm.pbf"],"md5_suffix":".md5","bytes":%d,"licence":"ODbL"}}]}`,
		server.URL, len(server.body))
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	for path, text := range map[string][]byte{
		filepath.Join(l.Folder(), install.CatalogFile): []byte(catalog),
		filepath.Join(home, "certificate.pem"):         certificate,
	} {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	binary := build(t)
	var complaints bytes.Buffer
	t.Cleanup(func() { // after the app has ended
		if t.Failed() {
			t.Logf("the app printed:\n%s", complaints.String())
		}
	})
	start := func() (app *exec.Cmd, window string) {
		app = s.command(binary, "-lang", "vi", "-addr", doctest.FreeAddress(t))
		app.Env = append(app.Env, "HOME="+home, "XDG_DATA_HOME="+filepath.Join(home, "data"), "XDG_CONFIG_HOME="+filepath.Join(home, "config"), "XDG_CACHE_HOME="+filepath.Join(home, "cache"),
			"SSL_CERT_FILE="+filepath.Join(home, "certificate.pem"), "NO_PROXY=127.0.0.1", "FYNE_THEME=light")
		app.Stdout, app.Stderr = &complaints, &complaints
		startProcess(t, app)
		window = s.window("^Roadsnap$")
		s.focus(window)
		return app, window
	}
	road, button := motorwayColour(t), primaryColour()

	app, window := start()
	// press clicks the most important button in a part of the window until there is an effect.
	// The window may still be moving, so that a click can miss. The pointer then leaves the
	// button, whose colour it changes.
	press := func(what string, part image.Rectangle, effect func() bool) {
		t.Helper()
		s.until(what, func() bool {
			if at, found := s.middleOf(button, s.inWindow(window, part)); found {
				s.moveTo(at)
				s.xdotool("click", "1")
				s.moveTo(s.place(window).Max.Sub(image.Pt(300, 300)))
			}
			return effect()
		})
	}
	s.until("the card that offers the map", func() bool {
		_, found := s.middleOf(button, s.inWindow(window, image.Rect(500, 150, 1250, 700)))
		return found
	})
	s.shoot("install-0-offer")
	s.key("3")
	offer := image.Rect(100, 90, 480, 260) // in the panel, below the first button of others
	press("the download", offer, func() bool {
		select {
		case <-server.held:
			return true
		default:
			return false
		}
	})
	s.shoot("install-1-download")
	if err := app.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = app.Wait() // it was killed
	if used, err := l.Used(); err != nil || used != "" {
		t.Fatalf("%q is in use, %v", used, err)
	}

	app, window = start()
	s.key("3")
	press("the new map", offer, func() bool { return s.count(road) > 2000 })
	s.shoot("install-2-map")
	server.mu.Lock()
	if len(server.ranges) != 2 || server.ranges[0] != "" || !strings.HasPrefix(server.ranges[1], "bytes=") || server.ranges[1] == "bytes=0-" {
		t.Errorf("the extract was asked for with %q; the second request goes on", server.ranges)
	}
	server.mu.Unlock()
	maps, err := l.Maps()
	if err != nil || len(maps) != 1 || !maps[0].Used || maps[0].Name != "vietnam-2026-11-01" {
		t.Errorf("the library is %+v, %v", maps, err)
	}
	if left, err := os.ReadDir(filepath.Dir(l.Incoming("x"))); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
	s.key("ctrl+q")
	if err := app.Wait(); err != nil {
		t.Errorf("the app ended badly: %v", err)
	}

	_, _ = start()
	s.until("the new map in the next run", func() bool { return s.count(road) > 2000 })
	s.shoot("install-3-next")
	if text := complaints.String(); strings.Contains(text, "panic") || strings.Contains(text, "fyne.Do") {
		t.Errorf("the app complained:\n%s", text)
	}
}

// middleOf returns the middle of the pixels with a colour in a part of the screen; found is
// false if there are too few for a button.
func (s *screen) middleOf(want color.NRGBA, part image.Rectangle) (at image.Point, found bool) {
	s.t.Helper()
	const fewest = 3000
	img, n := s.picture(), 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if color.NRGBAModel.Convert(img.At(x, y)) == want {
				at, n = at.Add(image.Pt(x, y)), n+1
			}
		}
	}
	if n < fewest {
		return image.Point{}, false
	}
	return at.Div(n), true
}

// primaryColour returns the colour of the most important button.
func primaryColour() color.NRGBA {
	return color.NRGBAModel.Convert(kit.NewPalette(kit.ThemeLight).Color(theme.ColorNamePrimary, theme.VariantLight)).(color.NRGBA)
}

// motorwayColour returns the colour of motorways on the map.
func motorwayColour(t *testing.T) color.NRGBA {
	t.Helper()
	themes, err := style.Parse(assets.MapStyle)
	if err != nil {
		t.Fatal(err)
	}
	road, ok := themes.Light.Road(basemap.RoadMotorway)
	if !ok {
		t.Fatal("the style has no motorways")
	}
	return color.NRGBAModel.Convert(road.Fill).(color.NRGBA)
}
