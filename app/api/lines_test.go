// SPDX-License-Identifier: MIT

package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"roadsnap/app/live"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

const (
	tripsPath = "/api/roads/v1/match-trips"
	livePath  = "/api/roads/v1/match-live"
)

// talking is a client that sends lines and reads answers on one connection.
type talking struct {
	tb       testing.TB
	send     *io.PipeWriter
	response *http.Response
	answers  *bufio.Reader
	schema   *openapi3.Schema
}

// lineAnswer is the answer to a line.
type lineAnswer struct {
	ID     any
	Status string
	Data   json.RawMessage
	Error  struct {
		Code        string
		FieldErrors []struct{ Field string }
	}
	Licence string
}

// startTalking begins a conversation, whose answers must have the described schema.
func startTalking(tb testing.TB, s *Server, target, schema string, edits ...edit) *talking {
	tb.Helper()
	body, send := io.Pipe()
	r, err := http.NewRequestWithContext(tb.Context(), http.MethodPost, s.URL()+target, body)
	if err != nil {
		tb.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {mediaLines}, "X-Api-Key": {testKey}}
	for _, e := range edits {
		e(r)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != mediaLines {
		tb.Fatalf("%d %s", response.StatusCode, response.Header)
	}
	doc, err := describedAPI()
	if err != nil {
		tb.Fatal(err)
	}
	return &talking{tb, send, response, bufio.NewReader(response.Body), doc.Components.Schemas[schema].Value}
}

// say sends lines.
func (t *talking) say(lines ...string) {
	t.tb.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(t.send, line+"\n"); err != nil {
			t.tb.Fatal(err)
		}
	}
}

// hear reads the next answer; ok is false at the end.
func (t *talking) hear() (a lineAnswer, ok bool) {
	t.tb.Helper()
	line, err := t.answers.ReadString('\n')
	if err != nil {
		if err != io.EOF || line != "" {
			t.tb.Fatalf("%v after %q", err, line)
		}
		return a, false
	}
	var value any
	if err := json.Unmarshal([]byte(line), &value); err != nil {
		t.tb.Fatalf("%v in %q", err, line)
	}
	if err := t.schema.VisitJSON(value, openapi3.EnableJSONSchema2020()); err != nil {
		t.tb.Errorf("%s: %v", line, err)
	}
	if err := json.Unmarshal([]byte(line), &a); err != nil {
		t.tb.Fatal(err)
	}
	if (a.Status == "OK") != (a.Error.Code == "") || a.Licence != DefaultLicence {
		t.tb.Errorf("%s", line)
	}
	return a, true
}

// rest ends the lines and reads the remaining answers.
func (t *talking) rest() (all []lineAnswer) {
	t.tb.Helper()
	_ = t.send.Close()
	return t.hearAll()
}

// hearAll reads answers until the end.
func (t *talking) hearAll() (all []lineAnswer) {
	t.tb.Helper()
	for {
		a, ok := t.hear()
		if !ok {
			return all
		}
		all = append(all, a)
	}
}

// fields returns the fields with faults.
func (a lineAnswer) fields() string {
	var fields []string
	for _, f := range a.Error.FieldErrors {
		fields = append(fields, f.Field)
	}
	return strings.Join(fields, " ")
}

// TestMatchTrips sends trips and bad lines, each after the answer to the one before, and
// compares the answers with those of match-trip.
func TestMatchTrips(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	c := startTalking(t, s, tripsPath+"?profile=car", "MatchTripsLine")
	for name, gpx := range sampleTrips(t) {
		body := strings.Replace(asTrip(t, recording(t, gpx).Observations, "car"), `"profile"`, `"other"`, 1)
		body = strings.Replace(body, `"id":"trip"`, fmt.Sprintf(`"id":%q`, name), 1)
		want := postTrip(t, s, "?profile=car", mediaJSON, body)
		c.say("", body)
		got, _ := c.hear()
		if data, _, _ := strings.Cut(string(want.body), `,"licence"`); got.ID != name || `{"status":"OK","data":`+string(got.Data) != data {
			t.Errorf("%s: id %v, %.200s\nwant %.200s", name, got.ID, got.Data, data)
		}
	}
	const point = `{"lat":42.503683,"lon":1.514522}`
	for _, bad := range []struct {
		line   string
		id     any
		code   string
		fields string
	}{
		{`{"id":7,"points":[{},` + point + `]}`, 7.0, "INVALID_REQUEST_DATA", "points[0].lat points[0].lon"},
		{`{"points":[` + point + `],"id":"x"}`, "x", "INVALID_REQUEST_DATA", "points"},
		{`{"id":true,"points":[` + point + `,` + point + `]}`, nil, "INVALID_REQUEST_DATA", "id"},
		{`not JSON`, nil, "INVALID_REQUEST_DATA", "body"},
		{`{"id":"far","points":[{"lat":10.7,"lon":106.7},{"lat":10.71,"lon":106.7}]}`, "far", "UNPROCESSABLE_ENTITY", ""},
		{`{"id":"long"` + strings.Repeat(" ", maxTripBody) + `}`, nil, "PAYLOAD_TOO_LARGE", ""},
	} {
		c.say(bad.line)
		if got, _ := c.hear(); got.ID != bad.id || got.Error.Code != bad.code || got.fields() != bad.fields {
			t.Errorf("%.60s: %+v", bad.line, got)
		}
	}
	if _, err := io.WriteString(c.send, `{"id":"last","points":[`+point+`,`+point+`]}`); err != nil { // without a line end
		t.Fatal(err)
	}
	if rest := c.rest(); len(rest) != 1 || rest[0].ID != "last" || rest[0].Status != "OK" {
		t.Errorf("at the end: %+v", rest)
	}
}

// TestMatchTripsManyAtOnce sends trips without waiting for answers, and reads them at the end.
func TestMatchTripsManyAtOnce(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	c := startTalking(t, s, tripsPath, "MatchTripsLine")
	const trips = 200
	go func() {
		for i := range trips {
			if _, err := fmt.Fprintf(c.send, `{"id":%d,"points":[{"lat":42.503683,"lon":1.514522},{"lat":42.505012,"lon":1.516498}]}`+"\n", i); err != nil {
				t.Error(err)
			}
		}
		_ = c.send.Close()
	}()
	var ids []int
	for _, a := range c.hearAll() {
		ids = append(ids, int(a.ID.(float64)))
	}
	slices.Sort(ids)
	if len(ids) != trips || ids[0] != 0 || ids[trips-1] != trips-1 || len(slices.Compact(ids)) != trips {
		t.Errorf("%d answers: %v", len(ids), ids)
	}
}

// panicking is an engine that fails at each match.
type panicking struct{ *engine.Engine }

func (panicking) Match(context.Context, []match.Observation, match.Profile) (match.Result, error) {
	panic("the cause")
}

// TestMatchTripsSurvivesPanics checks that a fault of the server is the answer to its line.
func TestMatchTripsSurvivesPanics(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = panicking{embedded(t)} })
	c := startTalking(t, s, tripsPath, "MatchTripsLine")
	for i := range 3 {
		c.say(fmt.Sprintf(`{"id":%d,"points":[{"lat":1,"lon":1},{"lat":1,"lon":1}]}`, i))
		if a, _ := c.hear(); a.ID != float64(i) || a.Error.Code != "INTERNAL_ERROR" {
			t.Errorf("%+v", a)
		}
	}
	if rest := c.rest(); len(rest) > 0 {
		t.Errorf("%+v", rest)
	}
}

// TestLinesRefused checks the errors that come before the first line.
func TestLinesRefused(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	for _, c := range []struct {
		target, media, key string
		status             int
		fields             string
	}{
		{tripsPath, mediaJSON, testKey, 415, ""},
		{tripsPath, mediaLines, "wrong", 401, ""},
		{tripsPath + "?profile=tank", mediaLines, testKey, 400, "profile"},
		{livePath + "?profile=tank&lag_s=0&lag_points=51", mediaLines, testKey, 400, "profile lag_s lag_points"},
		{livePath + "?lag_s=3601", mediaLines, testKey, 400, "lag_s"},
	} {
		got := call(t, s, http.MethodPost, c.target, strings.NewReader("{}\n"), header("Content-Type", c.media), header("X-API-Key", c.key))
		if got.status != c.status || got.fields() != c.fields {
			t.Errorf("%s: %d %s", c.target, got.status, got.body)
		}
	}
}

// TestLinesEndWithTheirKey revokes the key of an open conversation.
func TestLinesEndWithTheirKey(t *testing.T) {
	s := startServer(t)
	for name, end := range map[string]func(id string){
		"revoked": func(id string) { s.keys.Revoke(id) },
		"expired": func(id string) { s.keys.Change(id, func(r *KeyRecord) { r.Expires = time.Now() }) },
	} {
		key, record := s.keys.Generate(name)
		c := startTalking(t, s, tripsPath, "MatchTripsLine", header("X-API-Key", key))
		c.say(`{}`)
		if a, ok := c.hear(); !ok || a.Error.Code != "INVALID_REQUEST_DATA" {
			t.Errorf("%s: before, %+v, %v", name, a, ok)
		}
		end(record.ID)
		c.say(`{}`)
		if all := c.rest(); len(all) != 1 || all[0].Error.Code != "UNAUTHORIZED" {
			t.Errorf("%s: after, %+v", name, all)
		}
	}
}

// TestLinesEndAtShutdown checks that an open conversation gets a line that the server stops, and
// what is decided, and does not keep the server.
func TestLinesEndAtShutdown(t *testing.T) {
	for target, schema := range map[string]string{tripsPath: "MatchTripsLine", livePath: "MatchLiveLine"} {
		s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
		c := startTalking(t, s, target, schema)
		if target == livePath {
			c.say(`{"id":"a","lat":42.503683,"lon":1.514522}`, `{"id":1}`)
			if a, _ := c.hear(); a.fields() != "lat lon" { // so that both lines were read
				t.Errorf("%+v", a)
			}
		}
		shutDown(t, s)
		all := c.hearAll()
		stopped := slices.ContainsFunc(all, func(a lineAnswer) bool { return a.ID == nil && a.Error.Code == "SERVICE_UNAVAILABLE" })
		decided := slices.ContainsFunc(all, func(a lineAnswer) bool { return a.ID == "a" && a.Status == "OK" })
		if !stopped || decided != (target == livePath) {
			t.Errorf("%s: %+v", target, all)
		}
		if s.vehicles.load() != 0 {
			t.Errorf("%d vehicles are left", s.vehicles.load())
		}
	}
}

// TestConnectionAfterLines sends further requests on the connection of a conversation, which
// must not inherit its deadlines.
func TestConnectionAfterLines(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	for _, target := range []string{tripsPath, livePath} {
		var lines strings.Builder // enough work after the last line was read
		for i := range 500 {
			fmt.Fprintf(&lines, `{"id":%d,"lat":42.503683,"lon":1.514522}`+"\n", i)
		}
		c := connect(t, s)
		in := bufio.NewReader(c)
		exchange := func(text string) (status int, closes bool, body string) {
			t.Helper()
			if _, err := io.WriteString(c, text); err != nil {
				t.Fatal(err)
			}
			answer, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(answer.Body)
			if err := errors.Join(err, answer.Body.Close()); err != nil {
				t.Fatal(err)
			}
			return answer.StatusCode, answer.Close, string(content)
		}
		head := "Host: localhost\r\nX-API-Key: " + testKey + "\r\n"
		for range 2 {
			status, closes, body := exchange(fmt.Sprintf("POST %s HTTP/1.1\r\n%sContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", target, head, mediaLines, lines.Len(), lines.String()))
			if status != http.StatusOK || strings.Count(body, "\n") != 500 || closes {
				t.Errorf("%s: %d %.1000s", target, status, body)
			}
			status, _, body = exchange("GET " + snapPath + "?path=42.503683,1.514522|42.505012,1.516498 HTTP/1.1\r\n" + head + "\r\n")
			if status != http.StatusOK || !strings.Contains(body, "snappedPoints") {
				t.Errorf("after %s: %d %q", target, status, body)
			}
		}
	}
}

// TestLinesCutOff checks that a client that disconnects within a line leaves nothing behind.
func TestLinesCutOff(t *testing.T) {
	for _, target := range []string{tripsPath, livePath} {
		seen := make(chan RequestInfo, 1)
		var log strings.Builder
		s := startServer(t, func(o *Options) { o.Engine = embedded(t) }, watch(seen, &log))
		c, err := net.Dial("tcp", s.Addr())
		if err != nil {
			t.Fatal(err)
		}
		line := `{"id":"a","lat":42.503683,"lon":1.514522}` + "\n" + `{"id"`
		fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nX-API-Key: %s\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", target, testKey, mediaLines, len(line), line)
		_ = c.Close()
		if info := <-seen; info.Path != target {
			t.Errorf("%+v", info)
		}
		if s.vehicles.load() != 0 || s.bodies.total != 0 || s.answers.total != 0 {
			t.Errorf("%s: %d vehicles, %d and %d bytes are left", target, s.vehicles.load(), s.bodies.total, s.answers.total)
		}
	}
}

// TestLinesTakeLimitedTime checks that a line that comes a byte at a time ends the conversation,
// even one that is too long, and that a pause between lines does not.
func TestLinesTakeLimitedTime(t *testing.T) {
	for _, begin := range []string{`{"id"`, `{"id":"` + strings.Repeat("x", maxLiveLine)} {
		for target, schema := range map[string]string{tripsPath: "MatchTripsLine", livePath: "MatchLiveLine"} {
			s := newServer(t, func(o *Options) { o.Engine = embedded(t) })
			s.lineTime = 300 * time.Millisecond
			startOn(t, s, "127.0.0.1:0")
			c := startTalking(t, s, target, schema)
			time.Sleep(2 * s.lineTime)
			c.say(`{"id":1}`)
			if a, ok := c.hear(); !ok || a.Error.Code != "INVALID_REQUEST_DATA" {
				t.Fatalf("%s: %+v", target, a)
			}
			time.Sleep(2 * s.lineTime)
			go func() { // until the server has closed
				_, err := io.WriteString(c.send, begin)
				for err == nil {
					time.Sleep(s.lineTime / 10)
					_, err = io.WriteString(c.send, "x")
				}
				_ = c.send.Close()
			}()
			if all := c.hearAll(); len(all) == 0 {
				t.Errorf("%s: no answer to a slow line", target)
			}
			if s.bodies.total != 0 {
				t.Errorf("%s: %d bytes are left", target, s.bodies.total)
			}
		}
	}
}

// TestLinesPushBack checks that the server reads no more lines from a client that reads no
// answers, and disconnects it in the end.
func TestLinesPushBack(t *testing.T) {
	seen := make(chan RequestInfo, 1)
	var log strings.Builder
	s := newServer(t, func(o *Options) { o.Engine = embedded(t) }, watch(seen, &log))
	s.patience = 300 * time.Millisecond
	startOn(t, s, "127.0.0.1:0")
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // it was disconnected
	drive := asTrip(t, recording(t, sampleTrips(t)["city.gpx"]).Observations, "car") + "\n"
	fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nX-API-Key: %s\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n", tripsPath, testKey, mediaLines)
	sent := 0
	for err == nil { // until the server disconnects
		var n int
		n, err = fmt.Fprintf(c, "%x\r\n%s\r\n", len(drive), drive)
		sent += n
	}
	if info := <-seen; info.Status != statusClientGone || sent > 64<<20 {
		t.Errorf("%d bytes were taken; %+v", sent, info)
	}
	if s.bodies.total != 0 || s.answers.total != 0 {
		t.Errorf("%d and %d bytes are left", s.bodies.total, s.answers.total)
	}
}

// liveLine writes an observation as a line.
func liveLine(id string, o match.Observation) string {
	return fmt.Sprintf(`{"id":%q,"lat":%v,"lon":%v,"time":%q}`, id, o.Lat, o.Lon, o.Time.Format(time.RFC3339Nano))
}

// TestMatchLive sends the points of three vehicles in turn. Each point is decided within the
// lag, and as a fleet of the command line decides it.
func TestMatchLive(t *testing.T) {
	e := embedded(t)
	s := startServer(t, func(o *Options) { o.Engine = e })
	const lag = 7
	c := startTalking(t, s, livePath+fmt.Sprint("?profile=car&lag_s=3600&lag_points=", lag), "MatchLiveLine")
	drive := recording(t, sampleTrips(t)["city.gpx"]).Observations[:60]
	vehicles := []string{"29A-1", "xe \"2\"", "3"}
	want := map[string][]live.Point{}
	fleet := live.New(live.Options{Engine: e, Profile: match.Car, Lag: match.Lag{Time: time.Hour, Points: lag}, Decided: func(p *live.Point) error {
		want[p.TripID] = append(want[p.TripID], *p)
		return nil
	}})
	got := map[string][]live.Point{}
	hear := func(a lineAnswer) {
		var p live.Point
		if err := json.Unmarshal(a.Data, &p); err != nil || a.ID != p.TripID || p.Index != len(got[p.TripID]) {
			t.Errorf("%v: %+v", err, a)
		}
		got[p.TripID] = append(got[p.TripID], p)
	}
	for i, o := range drive {
		for _, v := range vehicles {
			c.say(liveLine(v, o))
			if err := fleet.Add(t.Context(), v, o); err != nil {
				t.Fatal(err)
			}
			for len(got[v]) < i+1-lag {
				a, _ := c.hear()
				hear(a)
			}
		}
	}
	for _, bad := range []struct{ line, fields string }{
		{`{"lat":1,"lon":2}`, "id"}, {`{"id":"x","lat":91}`, "lat lon"}, {`{"id":"x","lat":1,"lon":2,"time":"noon"}`, "time"},
		{`[]`, "body"}, {`{"id":"x","lat":1,"lat":1,"lon":2}`, "lat"}, {`{"id":"","lat":1,"lon":2}`, "id"},
	} {
		c.say(bad.line)
		a, _ := c.hear()
		for ; a.Status == "OK"; a, _ = c.hear() {
			hear(a)
		}
		if a.fields() != bad.fields {
			t.Errorf("%s: %+v", bad.line, a)
		}
	}
	for _, a := range c.rest() {
		hear(a)
	}
	if err := fleet.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, v := range vehicles {
		if g, w := fmt.Sprintf("%+v", withoutPointers(got[v])), fmt.Sprintf("%+v", withoutPointers(want[v])); len(got[v]) != len(drive) || g != w {
			t.Errorf("%s: %d points\n%s\nwant\n%s", v, len(got[v]), g, w)
		}
	}
}

// TestMatchLiveRoom checks that points of known vehicles need no room, and that a client leaves
// room for the vehicles of others.
func TestMatchLiveRoom(t *testing.T) {
	s := newServer(t, func(o *Options) { o.Engine = embedded(t) })
	talk := func(key string, vehicles ...string) *liveTalk {
		fleet := live.New(live.Options{Engine: s.engine, Profile: match.Car, Lag: match.DefaultLag(), Decided: func(*live.Point) error { return nil }})
		c := &liveTalk{lines: &lines{server: s, request: &request{key: key}}, fleet: fleet}
		for _, id := range vehicles {
			if err := fleet.Add(t.Context(), id, match.Observation{Point: geo.Point{Lat: 42.503683, Lon: 1.514522}}); err != nil {
				t.Fatal(err)
			}
		}
		t.Cleanup(func() { _ = fleet.Close(context.Background()) })
		return c
	}
	s.vehicles.add("a", maxVehiclesOf)
	s.vehicles.add("b", 1)
	for _, c := range []struct {
		name string
		talk *liveTalk
		id   string
		left int
		err  error
	}{
		{"known", talk("a", "1", "2"), "1", 2, nil},
		{"new, over the share", talk("a", "1", "2"), "3", 1, nil},
		{"the first, over the share", talk("a"), "1", 0, errTooBusy},
		{"of another client", talk("b", "1", "2"), "3", 2, nil},
	} {
		if err := c.talk.room(t.Context(), c.id); !errors.Is(err, c.err) || c.talk.fleet.Len() != c.left {
			t.Errorf("%s: %v, %d vehicles are left, want %d", c.name, err, c.talk.fleet.Len(), c.left)
		}
	}
	s.vehicles.add("c", maxAllVehicles-s.vehicles.load())
	if err := talk("b").room(t.Context(), "1"); !errors.Is(err, errTooBusy) {
		t.Errorf("the server is full: %v", err)
	}
	known := talk("b", "1", "2")
	if err := known.room(t.Context(), "1"); err != nil || known.fleet.Len() != 2 {
		t.Errorf("known, the server is full: %v, %d vehicles are left", err, known.fleet.Len())
	}
}

// withoutPointers returns the JSON of points.
func withoutPointers(points []live.Point) string {
	text, _ := json.Marshal(points) // cannot fail
	return string(text)
}

// FuzzLivePoint checks that a line of match-live is a point on Earth, or has faults.
func FuzzLivePoint(f *testing.F) {
	for _, s := range []string{`{"id":"a","lat":1,"lon":2}`, `{"id":7,"lat":1,"lon":2,"time":1e9,"heading":3}`, `{}`, `[`, "\xff", `{"id":"\ud800","lat":0,"lon":0}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var faulty faults
		p, err := decodeLivePoint(t.Context(), []byte(line), &faulty)
		switch {
		case err != nil:
			t.Error(err)
		case len(faulty) == 0 && (!p.Valid() || !json.Valid([]byte(p.id)) || !json.Valid([]byte(line))):
			t.Errorf("%q: %+v", line, p)
		}
	})
}

// FuzzLines splits a body in lines, in pieces as they come from the network.
func FuzzLines(f *testing.F) {
	f.Add(uint64(1), "a\n\r\n \nb\nccc")
	f.Add(uint64(2), strings.Repeat("x", 100)+"\n"+strings.Repeat("y", 40_000))
	s := newServer(f)
	f.Fuzz(func(t *testing.T, seed uint64, body string) {
		const limit = 50
		random := rand.New(rand.NewPCG(seed, seed))
		r := &request{Request: &http.Request{Body: io.NopCloser(piecewise{strings.NewReader(body), random})}, key: s.keys.Records()[0].ID}
		l := &lines{server: s, request: r, control: http.NewResponseController(nil)}
		l.in = bufio.NewReaderSize(r.Body, 16)
		var want []string
		for _, line := range strings.SplitAfter(body, "\n") {
			if strings.Trim(line, " \t\r\n") != "" {
				want = append(want, line)
			}
		}
		for i := 0; ; i++ {
			line, release, err := l.next(nil, limit)
			release()
			if errors.Is(err, errLinesEnd) {
				if i != len(want) {
					t.Errorf("%q: %d lines, want %d", body, i, len(want))
				}
				return
			}
			if i >= len(want) || (err != nil) != (len(want[i]) > limit+1) || err == nil && string(line) != want[i] {
				t.Fatalf("%q: line %d is %q, %v", body, i, line, err)
			}
		}
	})
}

// piecewise reads a text in random pieces.
type piecewise struct {
	from   io.Reader
	random *rand.Rand
}

func (p piecewise) Read(b []byte) (int, error) { return p.from.Read(b[:1+p.random.IntN(len(b))]) }

// load returns the number of all vehicles.
func (c *vehicleCount) load() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total
}
