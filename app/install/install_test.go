// SPDX-License-Identifier: MIT

package install

import (
	"bufio"
	"bytes"
	"context"
	"crypto/md5"
	"encoding/pem"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"roadsnap/app/download"
	"roadsnap/app/library"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/units"
)

// extract returns an extract with a grid of n × n streets, of a day.
func extract(n int, day string) []byte {
	var b bytes.Buffer
	b.WriteString(`<osm version="0.6">`)
	for y := range n {
		for x := range n {
			fmt.Fprintf(&b, `<node id="%d" timestamp="%sT00:00:00Z" lat="%.6f" lon="%.6f"/>`, 1+y*n+x, day, 10.7+float64(y)/500, 106.7+float64(x)/500)
		}
	}
	for y := range n {
		for _, step := range []int{1, n} {
			fmt.Fprintf(&b, `<way id="%d">`, 1+2*y+min(step-1, 1))
			for x := range n {
				ref := 1 + y*n + x
				if step == n {
					ref = 1 + x*n + y
				}
				fmt.Fprintf(&b, `<nd ref="%d"/>`, ref)
			}
			b.WriteString(`<tag k="highway" v="residential"/></way>`)
		}
	}
	b.WriteString("</osm>")
	return b.Bytes()
}

// mirror serves an extract and its checksum.
type mirror struct {
	*httptest.Server
	body []byte
	cut  int // drop the connection after this many bytes, once; 0 is never
	gets int // requests for the extract
}

func newMirror(t *testing.T, body []byte) *mirror {
	m := &mirror{body: body}
	m.Server = httptest.NewTLSServer(m)
	t.Cleanup(m.Close)
	return m
}

func (m *mirror) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, ".md5") {
		fmt.Fprintf(w, "%x  map\n", md5.Sum(m.body))
		return
	}
	if r.Method == http.MethodHead {
		return
	}
	m.gets++
	if m.cut > 0 {
		w.Header().Set("Content-Length", strconv.Itoa(len(m.body)))
		w.Header().Set("ETag", `"1"`)
		_, _ = w.Write(m.body[:m.cut])
		m.cut = 0
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("ETag", `"1"`)
	http.ServeContent(w, r, "map", time.Time{}, bytes.NewReader(m.body))
}

// options returns an installation from m into a new library.
func (m *mirror) options(t *testing.T) Options {
	return Options{
		Library: library.Open(filepath.Join(t.TempDir(), "maps")),
		Client:  &download.Client{Transport: m.Client().Transport, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }},
		Entry: Entry{
			ID: "vietnam", Name: map[string]string{"en": "Vietnam"},
			Roads: Source{URLs: []string{m.URL + "/vietnam.osm.pbf"}, MD5Suffix: ".md5", Bytes: int64(len(m.body))},
		},
	}
}

// left lists what the library's folder of incoming files holds.
func left(t *testing.T, l *library.Library) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(l.Folder(), "incoming"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestRun installs a map from a server that drops the connection once, and then a newer
// one.
func TestRun(t *testing.T) {
	m := newMirror(t, extract(20, "2026-10-01"))
	m.cut = 5000
	o := m.options(t)
	var stages []string
	pauses := 0
	o.Progress = func(p Progress) {
		if p.Pause > 0 {
			pauses++
		} else if !slices.Contains(stages, p.Stage) {
			stages = append(stages, p.Stage)
		}
	}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Map.Name != "vietnam-2026-10-01" || !r.Map.Used || r.Map.Meta.Name != "Vietnam" || r.Download.Size != int64(len(m.body)) || r.Report.Roads == nil {
		t.Errorf("the result is %+v", r)
	}
	if pauses != 1 || stages[0] != StageDownload || stages[len(stages)-1] != StageVerify {
		t.Errorf("%d pauses, stages %v", pauses, stages)
	}
	if names := left(t, o.Library); len(names) > 0 {
		t.Errorf("%v are left", names)
	}
	m.body = extract(21, "2026-11-01")
	if r, err = Run(t.Context(), o); err != nil || r.Map.Name != "vietnam-2026-11-01" || len(r.Removed) > 0 {
		t.Fatalf("the newer map: %+v, %v", r, err)
	}
	gets := m.gets
	if r, err = Run(t.Context(), o); err != nil || !r.Newest || r.Map.Name != "vietnam-2026-11-01" || m.gets != gets {
		t.Fatalf("with the newest map in use: %+v, %v, %d downloads", r, err, m.gets-gets)
	}
	again := o
	again.Again = true
	if r, err = Run(t.Context(), again); err != nil || r.Newest || r.Map.Name != "vietnam-2026-11-01-2" || m.gets != gets+1 {
		t.Fatalf("the newest map again: %+v, %v", r, err)
	}
	if used, found, err := Installed(o.Library, o.Entry); err != nil || !found || used.Name != r.Map.Name {
		t.Errorf("in use is %+v, %v, %v", used, found, err)
	}
	m.body = extract(22, "2026-12-01")
	if r, err = Run(t.Context(), o); err != nil || !slices.Equal(r.Removed, []string{"vietnam-2026-11-01"}) {
		t.Fatalf("the newest map: %+v, %v", r, err)
	}
}

// TestRunFromFiles installs from files without asking the network.
func TestRunFromFiles(t *testing.T) {
	m := newMirror(t, nil)
	o := m.options(t)
	file := filepath.Join(t.TempDir(), "stick.osm.pbf")
	if err := os.WriteFile(file, extract(5, "2026-10-01"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, file + ".1"} { // as a browser names a second download
		if name != file {
			if err := os.Link(file, name); err != nil {
				t.Fatal(err)
			}
		}
		o.Files = []string{name}
		if _, err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	if m.gets > 0 {
		t.Error("the network was asked")
	}
	if _, err := os.Stat(file); err != nil {
		t.Error("the file is gone")
	}
}

// TestFilesAreReadBeforeTheDownload names files in which there are no boundaries, next to an extract
// that would be downloaded.
func TestFilesAreReadBeforeTheDownload(t *testing.T) {
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	m := newMirror(t, extract(5, "2026-11-01"))
	for name, content := range map[string]string{"photo.zip": "\xff\xd8\xff", "empty.geojson": `{"type":"FeatureCollection","features":[]}`} {
		o := m.options(t)
		o.Files, o.Table = []string{filepath.Join(t.TempDir(), name)}, table
		for _, missing := range []bool{true, false} {
			if _, err := Run(t.Context(), o); err == nil || m.gets > 0 {
				t.Errorf("%s, missing %t: %v, %d downloads", name, missing, err, m.gets)
			}
			if err := os.WriteFile(o.Files[0], []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestCancel cancels at each stage. The map in use stays, and the next run does not
// download again what is there.
func TestCancel(t *testing.T) {
	for _, stage := range []string{StageDownload, string(osmimport.StageRoads), StageVerify} {
		m := newMirror(t, extract(20, "2026-11-01"))
		o := m.options(t)
		old := filepath.Join(t.TempDir(), "old.osm")
		if err := os.WriteFile(old, extract(20, "2026-10-01"), 0o644); err != nil {
			t.Fatal(err)
		}
		first := o
		first.Files = []string{old}
		if _, err := Run(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		o.Progress = func(p Progress) {
			if p.Stage == stage {
				cancel()
			}
		}
		if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", stage, err)
		}
		maps, err := o.Library.Maps()
		if err != nil || len(maps) != 1 || !maps[0].Used {
			t.Errorf("%s: the maps are %v, %v", stage, maps, err)
		}
		if names := left(t, o.Library); len(names) == 0 || !strings.HasPrefix(names[0], "vietnam.osm.pbf") {
			t.Errorf("%s: the download is gone: %v", stage, names)
		}
		o.Progress = nil
		if _, err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if want := map[string]int{StageDownload: 2}[stage]; m.gets > max(1, want) {
			t.Errorf("%s: the extract was asked for %d times", stage, m.gets)
		}
	}
}

// TestSmaller refuses a map that lacks much of the one in use, and names what.
func TestSmaller(t *testing.T) {
	m := newMirror(t, extract(20, "2026-10-01"))
	o := m.options(t)
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	m.body = extract(15, "2026-11-01")
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrSmaller) || !strings.Contains(err.Error(), "road links") {
		t.Errorf("a smaller map: %v", err)
	}
	if path, err := o.Library.Used(); err != nil || filepath.Base(path) != "vietnam-2026-10-01.rsp" {
		t.Errorf("in use is %s, %v", path, err)
	}
	o.Smaller = true
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		before, now map[string]int64
		refused     bool
	}{
		{map[string]int64{"road_links": 100}, map[string]int64{"road_links": 81}, false},
		{map[string]int64{"road_links": 100}, map[string]int64{"road_links": 80}, true},
		{map[string]int64{"turn_restrictions": 3}, nil, true},
		{map[string]int64{"turn_restrictions": 300}, map[string]int64{"turn_restrictions": 1}, false},
		{map[string]int64{"wards": 3321}, map[string]int64{"road_links": 7}, true},
		{nil, nil, false},
	} {
		if err := engine.CompareCounts(c.before, c.now); errors.Is(err, ErrSmaller) != c.refused {
			t.Errorf("%v after %v: %v", c.now, c.before, err)
		}
	}
}

// TestNoSpace refuses before the first byte, and says how much is missing.
func TestNoSpace(t *testing.T) {
	m := newMirror(t, extract(5, "2026-10-01"))
	o := m.options(t)
	file := filepath.Join(t.TempDir(), "huge.osm.pbf")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(1 << 42); err != nil {
		t.Skip("this file system has no sparse files of that size")
	}
	f.Close()
	o.Files = []string{file}
	var space *download.SpaceError
	if _, err := Run(t.Context(), o); !errors.As(err, &space) || space.Need < 1<<42 {
		t.Errorf("the error is %v", err)
	}
}

// TestHopelessSources leave no map and keep the one in use.
func TestHopelessSources(t *testing.T) {
	for name, body := range map[string]string{"no extract": "hello", "empty": "", "no roads": `<osm version="0.6"></osm>`} {
		m := newMirror(t, []byte(body))
		o := m.options(t)
		if _, err := Run(t.Context(), o); err == nil {
			t.Errorf("%s: no error", name)
		}
		if maps, err := o.Library.Maps(); err != nil || len(maps) > 0 {
			t.Errorf("%s: the maps are %v, %v", name, maps, err)
		}
	}
}

// childRole makes the test binary install from two sources by turns, until it is killed. Its
// value is the folder of the library and the sources, separated by "|".
const childRole = "ROADSNAP_INSTALL_CHILD"

func TestMain(m *testing.M) {
	if where := os.Getenv(childRole); where != "" {
		folder, sources, _ := strings.Cut(where, "|")
		for i := 0; ; i++ {
			o := Options{Library: library.Open(folder), Client: new(download.Client), Entry: Entry{ID: "vietnam"}}
			if source := strings.Split(sources, "|")[i%2]; strings.HasPrefix(source, "https:") {
				o.Entry.Roads = Source{URLs: []string{source}, MD5Suffix: ".md5", Bytes: 1}
			} else {
				o.Files = []string{source}
			}
			o.Progress = func(p Progress) { fmt.Println(p.Stage) }
			if _, err := Run(context.Background(), o); err != nil {
				fmt.Println("error", err)
				os.Exit(1)
			}
		}
	}
	os.Exit(m.Run())
}

// TestKill kills installations at random moments: of the import of a file, and of the
// download. Afterwards a whole map is always in use, every map in the list is whole, and the
// next installation sweeps what was left.
func TestKill(t *testing.T) {
	kills := 25
	if testing.Short() {
		kills = 4
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	folder := t.TempDir()
	var files, addresses []string
	certificates := new(bytes.Buffer)
	for i, day := range []string{"2026-10-01", "2026-11-01"} {
		files = append(files, filepath.Join(folder, fmt.Sprint(i, ".osm")))
		body := extract(30, day)
		if err := os.WriteFile(files[i], body, 0o644); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serveSlowly(w, r, body) }))
		defer server.Close()
		addresses = append(addresses, server.URL+"/map.osm")
		if err := pem.Encode(certificates, &pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}); err != nil {
			t.Fatal(err)
		}
	}
	trusted := filepath.Join(folder, "certificates.pem")
	if err := os.WriteFile(trusted, certificates.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	l, chosen := library.Open(filepath.Join(folder, "maps")), false
	for kill := range kills {
		sources := files
		if kill%2 == 1 {
			sources = addresses
		}
		reports := []int{8, 60}[kill/2%2] // most of them are about the check
		killChild(t, l.Folder()+"|"+strings.Join(sources, "|"), trusted, 1+rng.IntN(reports))
		maps, err := l.Maps()
		if err != nil {
			t.Fatal(err)
		}
		used := 0
		for _, m := range maps {
			if _, err := engine.Verify(t.Context(), m.Path, nil); err != nil {
				t.Errorf("kill %d: %v", kill, err)
			}
			if m.Used {
				used++
			}
		}
		// The choice is written after the map, so that none may be in use before the first one.
		if chosen = chosen || used > 0; chosen && used != 1 {
			t.Errorf("kill %d: %d of %d maps are in use", kill, used, len(maps))
		}
	}
	for _, file := range files {
		if _, err := Run(t.Context(), Options{Library: l, Entry: Entry{ID: "vietnam"}, Files: []string{file}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range left(t, l) {
		if strings.HasSuffix(name, ".rsp") || strings.HasSuffix(name, ".tmp") {
			t.Errorf("%s is left", name)
		}
	}
	if maps, err := l.Maps(); err != nil || len(maps) != 2 {
		t.Errorf("%d maps are left, want 2; %v", len(maps), err)
	}
}

// serveSlowly serves body and its checksum, in pieces, so that a download can be killed.
func serveSlowly(w http.ResponseWriter, r *http.Request, body []byte) {
	if strings.HasSuffix(r.URL.Path, ".md5") {
		fmt.Fprintf(w, "%x  map\n", md5.Sum(body))
		return
	}
	w.Header().Set("ETag", `"1"`)
	http.ServeContent(pieces{w}, r, "map", time.Time{}, bytes.NewReader(body))
}

// pieces sends what is written to it at once, in pieces.
type pieces struct{ http.ResponseWriter }

func (p pieces) Write(b []byte) (n int, err error) {
	for piece := range slices.Chunk(b, 4<<10) {
		m, err := p.ResponseWriter.Write(piece)
		if n += m; err != nil {
			return n, err
		}
		p.ResponseWriter.(http.Flusher).Flush()
	}
	return n, nil
}

// killChild starts a child, which trusts certificates, and kills it when it has reported
// progress n times.
func killChild(t *testing.T, where, certificates string, n int) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childRole+"="+where, "SSL_CERT_FILE="+certificates)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for range n {
		if !lines.Scan() || strings.HasPrefix(lines.Text(), "error") {
			t.Errorf("the child says %q", lines.Text())
			break
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = child.Wait() // it was killed
}

// TestOwnCatalog takes the catalogue in the folder of the library before the embedded one.
func TestOwnCatalog(t *testing.T) {
	l := library.Open(t.TempDir())
	if c, err := CatalogOf(l, data.Catalog); err != nil || c.Maps[0].ID != "vietnam" {
		t.Errorf("without an own one: %+v, %v", c, err)
	}
	own := strings.Replace(string(data.Catalog), `"vietnam"`, `"laos"`, 1)
	for text, want := range map[string]string{own: "laos", "damaged": ""} {
		if err := os.WriteFile(filepath.Join(l.Folder(), CatalogFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := CatalogOf(l, data.Catalog)
		if want == "" && !errors.Is(err, ErrCatalog) || want != "" && (err != nil || c.Maps[0].ID != want) {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
}

// TestCatalog reads the embedded catalogue, and refuses those that cannot be used.
func TestCatalog(t *testing.T) {
	c, err := ReadCatalog(data.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	e, err := c.Find("vietnam")
	if err != nil || e.Title("vi") != "Việt Nam" || e.Title("fr") != "Vietnam" || e.Roads.Licence == "" {
		t.Errorf("vietnam is %+v, %v", e, err)
	}
	if _, err := c.Find("laos"); !errors.Is(err, ErrNoEntry) || !strings.Contains(err.Error(), "vietnam") {
		t.Errorf("an unknown map: %v", err)
	}
	good := `{"id":"x","name":{},"roads":{"urls":["https://a/b"],"md5_suffix":".md5","bytes":5,"licence":""}}`
	for text, says := range map[string]string{
		`{"maps":[]}`:                          "no maps",
		"":                                     "EOF",
		`{"maps":[` + good + `]}`:              "",
		`{"maps":[` + good + `],"a":1}`:        "unknown field",
		`{"maps":[` + good + `,` + good + `]}`: `"x" is there twice`,
		`{"maps":[` + strings.Replace(good, `"x"`, `"../x"`, 1) + `]}`:          "small letters",
		`{"maps":[` + strings.Replace(good, "https", "http", 1) + `]}`:          "http://a/b is not https",
		`{"maps":[` + strings.Replace(good, `"bytes":5`, `"bytes":0`, 1) + `]}`: "bytes",
		`{"maps":[` + strings.Replace(good, `".md5"`, `""`, 1) + `]}`:           "neither",
		`{"maps":[` + strings.Replace(good, `"https://a/b"`, ``, 1) + `]}`:      "urls is empty",
	} {
		_, err := ReadCatalog([]byte(text))
		if says == "" && err != nil || says != "" && (!errors.Is(err, ErrCatalog) || !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
}

// TestCatalogAt reads a catalogue from a file and from a server.
func TestCatalogAt(t *testing.T) {
	m := newMirror(t, data.Catalog)
	c := &download.Client{Transport: m.Client().Transport}
	file := filepath.Join(t.TempDir(), "c.json")
	if err := os.WriteFile(file, data.Catalog, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{file, m.URL + "/catalog.json"} {
		if got, err := CatalogAt(t.Context(), c, place); err != nil || got.Maps[0].ID != "vietnam" {
			t.Errorf("%s: %+v, %v", place, got, err)
		}
	}
	m.body = []byte("{}")
	if _, err := CatalogAt(t.Context(), c, m.URL+"/catalog.json"); !errors.Is(err, ErrCatalog) {
		t.Errorf("a damaged catalogue: %v", err)
	}
}
