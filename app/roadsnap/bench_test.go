// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/twpayne/go-polyline"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/match/score"
)

// The streets to measure on, some 110 m from junction to junction:
//
//	5---6---7---8     10.771  way 20
//	|           |             ways 30, 40
//	1---2---3---4     10.770  way 10
//	106.700 … 106.703
const benchStreets = `<?xml version="1.0"?><osm version="0.6">
<node id="1" lat="10.770" lon="106.700"/><node id="2" lat="10.770" lon="106.701"/><node id="3" lat="10.770" lon="106.702"/><node id="4" lat="10.770" lon="106.703"/>
<node id="5" lat="10.771" lon="106.700"/><node id="6" lat="10.771" lon="106.701"/><node id="7" lat="10.771" lon="106.702"/><node id="8" lat="10.771" lon="106.703"/>
<way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
<way id="20"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><tag k="highway" v="residential"/></way>
<way id="30"><nd ref="1"/><nd ref="5"/><tag k="highway" v="residential"/></way>
<way id="40"><nd ref="4"/><nd ref="8"/><tag k="highway" v="residential"/></way>
</osm>`

// The lower street from junction 1 to junction 4, as a true route.
const lowerStreet = "10.770,106.700 10.770,106.701 10.770,106.702 10.770,106.703\n"

// lowerDrive is a drive along the lower street, a point a second every 11 m.
func lowerDrive() (points [][]float64) {
	for i := range 31 {
		points = append(points, []float64{10.770, 106.700 + float64(i)*0.0001, float64(1_700_000_000 + i)})
	}
	return points
}

// writeFiles writes files, by name, into a new folder.
func writeFiles(t *testing.T, files map[string]string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// lowerTrace is that drive as a line of a set of traces, with its truth. way is
// what stands for the true way of its last ten points.
func lowerTrace(t *testing.T, id string, sigma float64, way int64) string {
	t.Helper()
	points := lowerDrive()
	ways := make([]int64, len(points))
	for i := range ways {
		ways[i] = 10
		if i >= len(ways)-10 {
			ways[i] = way
		}
	}
	b, err := json.Marshal(traceLine{ID: id, Interval: 1, Sigma: sigma, Points: points, Ways: ways, Route: [][]float64{{10.770, 106.700}, {10.770, 106.703}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

// benchSet writes a map and a set of traces.
func benchSet(t *testing.T, traces string) (packPath, tracesPath string) {
	t.Helper()
	folder := writeFiles(t, map[string]string{"streets.osm": benchStreets, "set.jsonl": traces})
	packPath = filepath.Join(folder, "streets.rsp")
	if got := roadsnap(t, "", "import", "--roads", filepath.Join(folder, "streets.osm"), "--out", packPath); got.code != exitOK {
		t.Fatalf("import: exit code %d: %s", got.code, got.err)
	}
	return packPath, filepath.Join(folder, "set.jsonl")
}

// runJSON runs a command line that prints JSON.
func runJSON[T any](t *testing.T, args ...string) (report T) {
	t.Helper()
	got := roadsnap(t, "", args...)
	if got.code != exitOK {
		t.Fatalf("%v: exit code %d: %s", args, got.code, got.err)
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil {
		t.Fatalf("%v: %v: %s", args, err, got.out)
	}
	return report
}

func TestBenchMatch(t *testing.T) {
	packPath, set := benchSet(t, lowerTrace(t, "a", 5, 10)+"\n"+lowerTrace(t, "b", 10, 10))
	args := []string{"bench", "match", "--pack", packPath, "--traces", set, "--passes", "3"}
	for _, stripped := range []bool{false, true} {
		call := append(args, "--json")
		if stripped {
			call = append(call, "--strip")
		}
		r := runJSON[matchReport](t, call...)
		if r.Traces != "set.jsonl" || r.Trips != 2 || r.Points != 62 || r.Passes != 3 || r.Stripped != stripped {
			t.Errorf("report %+v", r)
		}
		if r.PointsPerTrip != (spread{31, 31, 31}) {
			t.Errorf("points per trip %+v", r.PointsPerTrip)
		}
		if !(r.PointsPerSec > 0 && r.Trip.P50 > 0 && r.Trip.P50 <= r.Trip.P99 && r.Trip.P99 <= r.Trip.Max) {
			t.Errorf("speed %g points/s, times %+v", r.PointsPerSec, r.Trip)
		}
		// Both trips together take no longer than twice the longest.
		if total := float64(r.Points) / r.PointsPerSec * 1000; total > 2*r.Trip.Max+0.001 {
			t.Errorf("all %d points in %g ms, one trip in %+v", r.Points, total, r.Trip)
		}
		if r.Memory != nil && !(r.Memory.Before > 0 && r.Memory.Matching >= r.Memory.Before) {
			t.Errorf("memory %+v", r.Memory)
		}
	}
	if got := roadsnap(t, "", args...); got.code != exitOK || !regexp.MustCompile(`(?s)2 trips, 62 points.* points/s.*per trip of 31 points.*per point`).MatchString(got.out) {
		t.Errorf("exit code %d: %s", got.code, got.out)
	}
}

func TestBareTraces(t *testing.T) {
	path := filepath.Join(writeFiles(t, map[string]string{"set.jsonl": lowerTrace(t, "a", 5, 10)}), "set.jsonl")
	for _, bare := range []bool{false, true} {
		traces, err := readBenchTraces(path, bare)
		if err != nil {
			t.Fatal(err)
		}
		want := match.Observation{Point: geo.Point{Lat: 10.770, Lon: 106.700}}
		if !bare {
			want.Time, want.Accuracy = time.Unix(1_700_000_000, 0), 5
		}
		if got := traces[0].observations[0]; got != want {
			t.Errorf("bare %v: %+v, want %+v", bare, got, want)
		}
	}
}

func TestBenchMatchReadsGzip(t *testing.T) {
	packPath, set := benchSet(t, "")
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	w.Write([]byte(lowerTrace(t, "a", 5, 10)))
	w.Close()
	if err := os.WriteFile(set, zipped.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := runJSON[matchReport](t, "bench", "match", "--pack", packPath, "--traces", set, "--passes", "1", "--json"); r.Points != 31 {
		t.Errorf("%d points", r.Points)
	}
	if err := os.WriteFile(set, zipped.Bytes()[:zipped.Len()-9], 0o644); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "bench", "match", "--pack", packPath, "--traces", set); got.code != exitFailed || !strings.Contains(got.err, "damaged") {
		t.Errorf("a set cut short: exit code %d: %s", got.code, got.err)
	}
}

// TestBenchAccuracyOfTraces has a trace with a truth that says what the matcher
// must find, one whose last ten points of 31 say otherwise, and one far away.
func TestBenchAccuracyOfTraces(t *testing.T) {
	far := `{"id":"far","interval_s":1,"sigma_m":20,"points":[[11,107],[11,107.001]],"point_way_ids":[1,1],"true_shape":[[11,107],[11,107.001]]}`
	packPath, set := benchSet(t, lowerTrace(t, "right", 5, 10)+lowerTrace(t, "wrong", 10, 20)+far)
	out := filepath.Join(t.TempDir(), "matches.jsonl")
	args := []string{"bench", "accuracy", "--pack", packPath, "--traces", set}
	for _, more := range [][]string{nil, {"--strip"}} {
		r := runJSON[traceReport](t, append(append(args, "--json", "--force", "--out", out), more...)...)
		want := []cellScore{
			{Interval: 1, Sigma: 5, Traces: 1, Points: 31, WayExact: 100},
			{Interval: 1, Sigma: 10, Traces: 1, Points: 31, WayExact: percent(21. / 31)},
			// All 109 m are missed, but they lie within 70 m of an end.
			{Interval: 1, Sigma: 20, Traces: 1, Points: 2, Mismatch: 0, Failed: 100},
		}
		if len(r.Cells) != len(want) {
			t.Fatalf("cells %+v", r.Cells)
		}
		for i, c := range r.Cells {
			if c != want[i] {
				t.Errorf("cell %+v, want %+v", c, want[i])
			}
		}
		if r.All.Traces != 3 || r.All.WayExact != percent(52./64) || math.Abs(r.All.Failed-100./3) > 0.01 {
			t.Errorf("all %+v", r.All)
		}
		if c := r.Confidence; c.Points != 62 || c.Right != percent(52./62) || c.AUC == nil || len(c.Deciles) != 10 {
			t.Errorf("confidence %+v", c)
		}
		matches := readMatches(t, out)
		if len(matches) != 2 || matches[1].ID != "wrong" || len(matches[1].Points) != 31 || matches[1].Points[0].WayID != 10 {
			t.Fatalf("matches %+v", matches)
		}
		if got := shapeLength(t, matches[0].Shapes); math.Abs(got-328) > 12 {
			t.Errorf("the shapes are %.0f m long, driven were 328 m", got)
		}
	}
	if got := roadsnap(t, "", args...); got.code != exitOK || !regexp.MustCompile(`(?s)way exact %.* 67\.74 .*all +all.*calibration error.*90–100 %`).MatchString(got.out) {
		t.Errorf("exit code %d: %s", got.code, got.out)
	}
}

// benchTracks writes two tracks that drive the lower street. The truth of the
// second goes on up way 40 and along half of the upper street.
func benchTracks(t *testing.T) (folder string) {
	t.Helper()
	var csv strings.Builder
	csv.WriteString("time,lat,lon\n")
	for _, p := range lowerDrive() {
		fmt.Fprintf(&csv, "%.3f,%.7f,%.7f\n", p[2], p[0], p[1])
	}
	return writeFiles(t, map[string]string{
		"one.osm": benchStreets, "one.csv": csv.String(), "one.truth": lowerStreet,
		"two.osm": benchStreets, "two.csv": csv.String(), "two.truth": lowerStreet + "10.770,106.703 10.771,106.703 10.771,106.702 10.771,106.701\n",
		"notes.txt": "no part of any track",
	})
}

func TestBenchAccuracyOfTracks(t *testing.T) {
	folder, out := benchTracks(t), filepath.Join(t.TempDir(), "matches.jsonl")
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	r := runJSON[trackReport](t, "bench", "accuracy", "--truth", folder, "--per-track", "--json", "--out", out)
	if r.Tracks != 2 || r.Points != 62 || r.Legs != 2 || r.Unmatched != 0 || len(r.PerTrack) != 2 {
		t.Fatalf("report %+v", r)
	}
	// Driven are 3 segments of 109.2 m; the second truth has as many again less
	// one, and one of 111.2 m.
	one, two := r.PerTrack[0], r.PerTrack[1]
	if one.ID != "one" || one.Correct < 99 || one.Error > 1 || math.Abs(one.Truth-327.7) > 1 {
		t.Errorf("track %+v", one)
	}
	if math.Abs(two.Truth-657.4) > 1 || math.Abs(two.Correct-49.8) > 0.5 || math.Abs(two.Error-50.2) > 0.5 {
		t.Errorf("track %+v", two)
	}
	if math.Abs(r.Correct-66.5) > 0.5 || math.Abs(r.MeanCorrect-74.9) > 0.5 || math.Abs(r.Error-33.5) > 0.5 {
		t.Errorf("report %+v", r)
	}
	if c := r.Confidence; c.Points != 62 || c.Right != 100 || c.AUC != nil {
		t.Errorf("confidence %+v", c)
	}
	if m := readMatches(t, out); len(m) != 2 || m[0].ID != "one" || m[0].Points != nil || math.Abs(shapeLength(t, m[0].Shapes)-one.Matched) > 1 {
		t.Errorf("matches %+v", m)
	}
	if b, err := os.ReadFile(out); err != nil || bytes.Contains(b, []byte("points")) {
		t.Errorf("the matches of tracks have points: %v", err)
	}
	if thinned := runJSON[trackReport](t, "bench", "accuracy", "--truth", folder, "--thin", "10", "--json"); thinned.Points != 8 || thinned.Correct < 66 {
		t.Errorf("one point in ten seconds: %+v", thinned)
	}
	if bare := runJSON[trackReport](t, "bench", "accuracy", "--truth", folder, "--strip", "--json"); bare.Points != 62 || bare.Correct < 66 {
		t.Errorf("positions alone: %+v", bare)
	}
	if got := roadsnap(t, "", "bench", "accuracy", "--truth", folder, "--per-track"); got.code != exitOK || !regexp.MustCompile(`(?s)two +31 +1 +657 .*2, 62 points.*by length`).MatchString(got.out) {
		t.Errorf("exit code %d: %s", got.code, got.out)
	}
	if left, _ := os.ReadDir(temporary); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestJudgeLegs has a true route round a block, first half of it a leg.
func TestJudgeLegs(t *testing.T) {
	at := func(north, east float64) geo.Point {
		return geo.NewPlane(geo.Point{Lat: 10.77, Lon: 106.7}).Point(geo.XY{X: east, Y: north})
	}
	trace := &benchTrace{trim: 20, route: []geo.Point{at(0, 0), at(0, 200), at(200, 200), at(200, 0)}, offsets: []float64{0, 100, 300, 600}}
	for _, c := range []struct {
		about       string
		first, last int
		shape       []geo.Point
		right       bool
	}{
		{"all of it", 0, 3, trace.route, true},
		{"the first half", 0, 2, []geo.Point{at(0, 0), at(0, 200), at(100, 200)}, true},
		{"the first half, its end 15 m too far", 0, 2, []geo.Point{at(0, 0), at(0, 200), at(115, 200)}, true},
		{"the first half, its end 40 m too far", 0, 2, []geo.Point{at(0, 0), at(0, 200), at(140, 200)}, false},
		{"another way", 0, 3, []geo.Point{at(0, 0), at(200, 0)}, false},
		{"the other direction", 0, 2, []geo.Point{at(100, 200), at(0, 200), at(0, 0)}, false},
		{"a detour into a side street", 0, 3, []geo.Point{at(0, 0), at(0, 100), at(-30, 100), at(0, 100), at(0, 200), at(200, 200), at(200, 0)}, false},
	} {
		r := match.Result{Legs: []match.Leg{{FirstIndex: c.first, LastIndex: c.last, Shape: c.shape, Confidence: 0.7}}}
		all := score.Lines([][]geo.Point{trace.route}, [][]geo.Point{c.shape}, trace.trim)
		if got := judgeLegs(trace, r, all); len(got) != 1 || got[0] != (score.Judged{Confidence: 0.7, Right: c.right}) {
			t.Errorf("%s: %+v", c.about, got)
		}
	}
}

// TestBenchFigures measures two tracks and two traces, then the traces with another truth
// of the second.
func TestBenchFigures(t *testing.T) {
	folder := benchTracks(t)
	packPath, set := benchSet(t, lowerTrace(t, "same", 5, 10)+lowerTrace(t, "other", 5, 10))
	if err := os.Rename(packPath, filepath.Join(folder, "one.rsp")); err != nil { // instead of the extract
		t.Fatal(err)
	}
	packPath, kept := filepath.Join(folder, "one.rsp"), filepath.Join(t.TempDir(), "kept.json")
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	run := func(args ...string) string {
		t.Helper()
		got := roadsnap(t, "", append([]string{"bench", "figures", "--traces", packPath + "=" + set}, args...)...)
		if got.code != exitOK {
			t.Fatalf("exit code %d: %s", got.code, got.err)
		}
		return got.out
	}
	run("--truth", folder, "--out", kept)
	b, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	var f figures
	if err := json.Unmarshal(b, &f); err != nil {
		t.Fatal(err)
	}
	of := map[string]figure{}
	for _, g := range f.Figures {
		of[g.Name] = g
	}
	// Two is half missed; see TestBenchAccuracyOfTracks. No road is within 12 m of the street.
	for _, name := range []string{"tracks", "tracks, shifted north", "mean of tracks, shifted", "tracks, 15 s"} {
		if g := of[name]; math.Abs(g.Correct-66) > 3 || math.Abs(g.Wrong-34) > 3 {
			t.Errorf("%s: %+v", name, g)
		}
	}
	if g := of["traces, 01 s, 05 m"]; g.Correct != 100 || g.Wrong != 0 || g.Correct != of["mean of traces"].Correct {
		t.Errorf("traces: %+v", g)
	}
	// East moves the drive along its street, north across it.
	if rows := f.Rows["tracks, shifted east"]; len(rows) != 2 || rows[0].ID != "one" || math.Abs(rows[0].Wrong-100*12/327.7) > 0.5 {
		t.Errorf("shifted east: %+v", rows)
	}
	if out := run("--truth", folder, "--against", kept); strings.Contains(out, "changed") {
		t.Errorf("the same again:\n%s", out)
	}
	text := lowerTrace(t, "same", 5, 10) + lowerTrace(t, "other", 5, 20)
	if err := os.WriteFile(set, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out := run("--against", kept)
	if !regexp.MustCompile(`83\.87 +100\.00 +-16\.13 +0\.00 +0\.00 +\+0\.00 +traces`).MatchString(out) ||
		!regexp.MustCompile(`67\.74 +100\.00 .* other, traces, 01 s, 05 m`).MatchString(out) || strings.Contains(out, "same,") {
		t.Errorf("another truth of ten points:\n%s", out)
	}
	if left, _ := os.ReadDir(temporary); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func readMatches(t *testing.T, path string) (matches []matchLine) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		var m matchLine
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		matches = append(matches, m)
	}
	return matches
}

// shapeLength returns the length of polylines of precision 6, in metres.
func shapeLength(t *testing.T, shapes []string) (length float64) {
	t.Helper()
	for _, s := range shapes {
		coords, _, err := (polyline.Codec{Dim: 2, Scale: 1e6}).DecodeCoords([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		var l []geo.Point
		for _, c := range coords {
			l = append(l, geo.Point{Lat: c[0], Lon: c[1]})
		}
		length += geo.Length(l)
	}
	return length
}

// TestBenchFaults: what is wrong is said with file, line and remedy.
func TestBenchFaults(t *testing.T) {
	track := func(name, text string) string {
		folder := benchTracks(t)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	without := func(name string) string {
		folder := benchTracks(t)
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	set := func(text string) string {
		return filepath.Join(writeFiles(t, map[string]string{"set.jsonl": text}), "set.jsonl")
	}
	good := `{"id":"a","points":[[42.5,1.5]]}` + "\n"
	tracks, traces := benchTracks(t), set(good)
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no set", []string{"match"}, exitUsage, `--traces`},
		{"no truth", []string{"accuracy"}, exitUsage, `give --truth or --traces`},
		{"both", []string{"accuracy", "--truth", tracks, "--traces", traces}, exitUsage, `--truth`},
		{"a pack for tracks", []string{"accuracy", "--truth", tracks, "--pack", traces}, exitUsage, `roads of their own`},
		{"traces thinned", []string{"accuracy", "--traces", traces, "--thin", "5"}, exitUsage, `go with --truth`},
		{"thinned by less than nothing", []string{"accuracy", "--truth", tracks, "--thin=-5"}, exitUsage, `0 to 86400`},
		{"thinned by no number", []string{"accuracy", "--truth", tracks, "--thin", "NaN"}, exitUsage, `0 to 86400`},
		{"no passes", []string{"match", "--traces", traces, "--passes", "0"}, exitUsage, `1 at least`},
		{"empty", []string{"match", "--traces", set("\n")}, exitFailed, `set\.jsonl: holds no traces`},
		{"no JSON", []string{"match", "--traces", set(good + "lat,lon\n")}, exitFailed, `set\.jsonl:2: not a trace .*must be a JSON object`},
		{"no id", []string{"match", "--traces", set(`{"points":[[1,2]]}`)}, exitFailed, `set\.jsonl:1: .*give it one`},
		{"one id twice", []string{"match", "--traces", set(good + good)}, exitFailed, `set\.jsonl:2: .*line 1 already`},
		{"no points", []string{"match", "--traces", set(`{"id":"a"}`)}, exitFailed, `set\.jsonl:1: .*no points`},
		{"half a point", []string{"match", "--traces", set(`{"id":"a","points":[[1,2],[1]]}`)}, exitFailed, `:1: point 1: 1 numbers; write latitude`},
		{"longitude first", []string{"match", "--traces", set(`{"id":"a","points":[[106.7,10.7]]}`)}, exitFailed, `:1: point 0: .*latitude comes first`},
		{"nanoseconds", []string{"match", "--traces", set(`{"id":"a","points":[[1,2,1.7e18]]}`)}, exitFailed, `:1: point 0: .*seconds since 1970`},
		{"sigma below nothing", []string{"match", "--traces", set(`{"id":"a","sigma_m":-1,"points":[[1,2]]}`)}, exitFailed, `:1: sigma_m`},
		{"a way too few", []string{"match", "--traces", set(`{"id":"a","points":[[1,2],[1,2]],"point_way_ids":[3]}`)}, exitFailed, `:1: 1 point_way_ids for 2 points`},
		{"an offset too few", []string{"match", "--traces", set(`{"id":"a","points":[[1,2],[1,2]],"point_offsets_m":[3]}`)}, exitFailed, `:1: 1 point_offsets_m for 2 points`},
		{"traces without a truth", []string{"accuracy", "--traces", traces}, exitFailed, `"a" has no truth; it needs point_way_ids`},
		{"true shape off Earth", []string{"accuracy", "--traces", set(`{"id":"a","points":[[1,2]],"point_way_ids":[3],"true_shape":[[1,200],[1,2]]}`)}, exitFailed, `:1: vertex 0 of true_shape`},
		{"no tracks", []string{"accuracy", "--truth", t.TempDir()}, exitFailed, `holds no tracks; each needs`},
		{"no extract", []string{"accuracy", "--truth", without("two.osm")}, exitFailed, `two\.osm\.pbf, .*add it`},
		{"no trace", []string{"accuracy", "--truth", without("two.csv")}, exitFailed, `two\.csv\.gz`},
		{"no vertex", []string{"accuracy", "--truth", track("two.truth", lowerStreet+"10.77 106.7\n")}, exitFailed, `two\.truth:2: "10\.77" is not a vertex; write`},
		{"an empty truth", []string{"accuracy", "--truth", track("one.truth", "\n")}, exitFailed, `one\.truth: holds no route`},
		{"an empty trace", []string{"accuracy", "--truth", track("one.csv", "time,lat,lon\n")}, exitFailed, `one\.csv`},
		{"a broken trace", []string{"accuracy", "--truth", track("one.csv", "time,lat,lon\n1,10.77,x\n")}, exitFailed, `one\.csv:2`},
		{"thinned without times", []string{"accuracy", "--thin", "5", "--truth", track("one.csv", "lat,lon\n10.77,106.7\n10.77,106.701\n")}, exitFailed, `one\.csv: no point has a time; leave --thin out`},
		{"a broken extract", []string{"accuracy", "--truth", track("one.osm", "<osm>")}, exitFailed, `one\.osm`},
		{"no figures", []string{"figures"}, exitUsage, `give --truth or --traces`},
		{"figures of no pack", []string{"figures", "--traces", traces}, exitUsage, `must be PACK=FILE`},
		{"figures without a truth", []string{"figures", "--traces", "=" + traces}, exitFailed, `"a" has no truth`},
		{"figures of a broken extract", []string{"figures", "--truth", track("two.osm", "<osm>")}, exitFailed, `two\.osm`},
		{"figures against others", []string{"figures", "--truth", tracks, "--against", traces}, exitFailed, `set\.jsonl: not figures that --out wrote`},
		{"nowhere to write", []string{"accuracy", "--truth", tracks, "--out", filepath.Join(t.TempDir(), "no", "m.jsonl")}, exitFailed, `no such|cannot find`},
	} {
		t.Run(c.name, func(t *testing.T) {
			temporary := t.TempDir()
			t.Setenv("TMPDIR", temporary)
			got := roadsnap(t, "", append([]string{"bench"}, c.args...)...)
			if got.code != c.code || !regexp.MustCompile(c.says).MatchString(got.err) {
				t.Errorf("exit code %d, want %d; %q does not say %q", got.code, c.code, got.err, c.says)
			}
			if left, _ := os.ReadDir(temporary); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
	if help := roadsnap(t, "", "bench", "accuracy", "--help"); !strings.Contains(help.out, "Usage: roadsnap bench accuracy [flags]") {
		t.Errorf("the help asks for both sets:\n%s", help.out)
	}
}

func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		values  []float64
		q, want float64
	}{
		{nil, 0.5, 0},
		{[]float64{7}, 0.99, 7},
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{4, 1, 2, 3}, 0.5, 2.5},
		{[]float64{0, 100}, 0.99, 99},
		{[]float64{5, 1}, 0, 1},
		{[]float64{5, 1}, 1, 5},
	} {
		if got := quantile(c.values, c.q); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("quantile %g of %v is %g, want %g", c.q, c.values, got, c.want)
		}
	}
}

// TestTripTimes has a trip of 5 ms and one of 9 ms, and a machine that was busy
// once in each.
func TestTripTimes(t *testing.T) {
	got := tripTimes([][]float64{{5, 5, 40}, {9, 80, 9}})
	if want := (tripTime{P50: 7, P99: 8.96, Max: 80}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := tripTimes(nil); got != (tripTime{}) {
		t.Errorf("%+v of no trips", got)
	}
}

func TestThin(t *testing.T) {
	var obs []match.Observation
	for _, s := range []int64{100, 104, 105, 0, 109, 110, 130} {
		o := match.Observation{}
		if s > 0 {
			o.Time = time.Unix(s, 0)
		}
		obs = append(obs, o)
	}
	var kept []int64
	for _, o := range thin(obs, 5*time.Second) {
		kept = append(kept, o.Time.Unix())
	}
	if got := fmt.Sprint(kept); got != "[100 105 110 130]" {
		t.Errorf("kept %s", got)
	}
}

func TestAnonymousMemory(t *testing.T) {
	for status, want := range map[string]int64{
		"Name:\troadsnap\nVmRSS:\t  900 kB\nRssAnon:\t     120 kB\nRssFile:\t 780 kB\n": 120 << 10,
		"Name:\troadsnap\n":   -1,
		"RssAnon:\t12 MB\n":   -1,
		"RssAnon:\tmuch kB":   -1,
		"XRssAnon:\t 12 kB\n": -1,
	} {
		if got, known := anonymousOf(status); known != (want >= 0) || known && got != want {
			t.Errorf("%q: %d, %v", status, got, known)
		}
	}
}
