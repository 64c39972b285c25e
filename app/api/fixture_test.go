// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
)

const testKey = "a-key-for-tests-of-the-api"

// fakeEngine answers with snap: faults and delays that no real map gives.
type fakeEngine struct {
	TripEngine
	RoadEngine
	snap    func(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error)
	table   *units.Table
	unready error
	info    engine.Info
	further []engine.Info
}

func (e *fakeEngine) Snap(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error) {
	return e.snap(ctx, path, interpolate)
}
func (e *fakeEngine) Units() *units.Table { return e.table }
func (e *fakeEngine) Atlas(fn func(*units.Atlas) error) error {
	return engine.ErrNoBorders
}
func (e *fakeEngine) Search(string, engine.SearchOptions) ([]engine.Found, error) { return nil, nil }
func (e *fakeEngine) Info() (engine.Info, error)                                  { return e.info, nil }
func (e *fakeEngine) Identity() string                                            { return "" }
func (e *fakeEngine) NearRoads([]engine.NearRoad, geo.Point, float64, match.Profile) ([]engine.NearRoad, error) {
	return nil, engine.ErrNoMap
}
func (e *fakeEngine) Further() []engine.Info { return e.further }
func (e *fakeEngine) Ready() error           { return e.unready }

// echo snaps each point to itself, on way 1000 + index, and adds one vertex
// between each two if asked to interpolate.
func echo(_ context.Context, path []geo.Point, interpolate bool) (match.Snapped, error) {
	var s match.Snapped
	for i, p := range path {
		if i > 0 && interpolate {
			between := geo.Lerp(path[i-1], p, 0.5)
			s.Points = append(s.Points, match.SnappedPoint{Location: between})
			s.Shape = append(s.Shape, between)
		}
		s.Points = append(s.Points, match.SnappedPoint{Location: p, Original: true, OriginalIndex: i, WayID: 1000 + int64(i), HasWay: true})
		s.Shape = append(s.Shape, p)
	}
	return s, nil
}

// failing returns a snap function that returns err.
func failing(err error) func(context.Context, []geo.Point, bool) (match.Snapped, error) {
	return func(context.Context, []geo.Point, bool) (match.Snapped, error) { return match.Snapped{}, err }
}

// testUnits is the table of unitFiles.
func testUnits(tb testing.TB) *units.Table {
	tb.Helper()
	table, err := units.Load(unitFiles())
	if err != nil {
		tb.Fatal(err)
	}
	return table
}

// unitFiles returns tables of 12 provinces. The first has 3 real wards, the
// second 250 invented ones; one ward has an alias.
func unitFiles() fs.FS {
	var provinces, wards strings.Builder
	provinces.WriteString("code,name,level,region\n01,Hà Nội,Thành phố trực thuộc trung ương,Đồng bằng sông Hồng\n")
	for i := range 11 {
		fmt.Fprintf(&provinces, "%02d,Tỉnh thử %c,Tỉnh,Đông Nam Bộ\n", 10+i, 'a'+i)
	}
	wards.WriteString("code,province_code,name,level\n00004,01,Ba Đình,Phường\n00008,01,Ngọc Hà,Phường\n00025,01,Giảng Võ,Phường\n")
	for i := range 250 {
		fmt.Fprintf(&wards, "%05d,10,Xã thử %c%c,Xã\n", 10000+i, 'a'+i/26, 'a'+i%26)
	}
	return fstest.MapFS{
		"provinces.csv": {Data: []byte(provinces.String())},
		"wards.csv":     {Data: []byte(wards.String())},
		"aliases.csv":   {Data: []byte("alias,code\n99998,00004\n")},
	}
}

// newServer returns a server with a fake engine that has not been started.
func newServer(tb testing.TB, change ...func(*Options)) *Server {
	tb.Helper()
	keys := NewKeys()
	if err := keys.Add("test", testKey); err != nil {
		tb.Fatal(err)
	}
	// A busy machine is slower than the default wait.
	o := Options{Engine: &fakeEngine{snap: echo, table: testUnits(tb)}, Keys: keys, Version: "1.2.3", MaxWait: patience}
	for _, c := range change {
		c(&o)
	}
	s, err := New(o)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// startServer returns a server that listens on loopback until the test ends.
func startServer(tb testing.TB, change ...func(*Options)) *Server {
	tb.Helper()
	s := newServer(tb, change...)
	startOn(tb, s, "127.0.0.1:0")
	return s
}

func startOn(tb testing.TB, s *Server, addr string) {
	tb.Helper()
	if err := s.Start(addr); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { shutDown(tb, s) })
}

// withSnap changes the fake engine.
func withSnap(snap func(context.Context, []geo.Point, bool) (match.Snapped, error)) func(*Options) {
	return func(o *Options) { o.Engine.(*fakeEngine).snap = snap }
}

// reply is an answer that was checked against the description.
type reply struct {
	status int
	header http.Header
	body   []byte
	json   map[string]any
}

// errorCode returns error.code, empty on success.
func (r reply) errorCode() string {
	e, _ := r.json["error"].(map[string]any)
	code, _ := e["code"].(string)
	return code
}

// fields returns the fields of error.fieldErrors, in order, separated by spaces.
func (r reply) fields() string {
	e, _ := r.json["error"].(map[string]any)
	list, _ := e["fieldErrors"].([]any)
	var fields []string
	for _, f := range list {
		fields = append(fields, f.(map[string]any)["field"].(string))
	}
	return strings.Join(fields, " ")
}

// edit changes a request before it is sent.
type edit func(*http.Request)

func header(name, value string) edit {
	return func(r *http.Request) { r.Header.Add(name, value) }
}

func host(h string) edit { return func(r *http.Request) { r.Host = h } }

// call sends a request and returns the answer, after checking both against the
// description of the API.
func call(tb testing.TB, s *Server, method, target string, body io.Reader, edits ...edit) reply {
	tb.Helper()
	r, err := http.NewRequestWithContext(tb.Context(), method, s.URL()+target, body)
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range edits {
		e(r)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		tb.Fatal(err)
	}
	got := reply{status: response.StatusCode, header: response.Header}
	if got.body, err = io.ReadAll(response.Body); err != nil {
		tb.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		tb.Fatal(err)
	}
	if len(got.body) > 0 && strings.HasSuffix(got.header.Get("Content-Type"), "json") && got.header.Get("Content-Encoding") == "" {
		if err := json.Unmarshal(got.body, &got.json); err != nil {
			tb.Fatalf("%s %s: %v in %q", method, target, err, got.body)
		}
	}
	checkDescribed(tb, s, r, got)
	return got
}

func getReply(tb testing.TB, s *Server, target string, edits ...edit) reply {
	tb.Helper()
	return call(tb, s, http.MethodGet, target, nil, edits...)
}

// getUnits sends a request to an administrative operation with the right version.
func getUnits(tb testing.TB, s *Server, target string, edits ...edit) reply {
	tb.Helper()
	return getReply(tb, s, "/api/admin-unit/"+target, append(edits, header("app-version", "1.1"))...)
}

const snapPath = "/api/roads/v1/snap-to-roads"

// postSnap sends a body to snap-to-roads, with the key.
func postSnap(tb testing.TB, s *Server, body string, edits ...edit) reply {
	tb.Helper()
	edits = append([]edit{header("Content-Type", "application/json")}, edits...)
	return call(tb, s, http.MethodPost, snapPath+"?apikey="+testKey, strings.NewReader(body), edits...)
}

// getSnap sends a query to snap-to-roads and adds the key.
func getSnap(tb testing.TB, s *Server, query string, edits ...edit) reply {
	tb.Helper()
	return getReply(tb, s, snapPath+"?apikey="+testKey+"&"+query, edits...)
}

const goodBody = `{"path":[{"lat":10.77,"lon":106.69},{"lat":10.78,"lon":106.7}]}`
