// SPDX-License-Identifier: MIT

package rows_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/rows"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// open opens the sample map.
func open(t testing.TB) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err == nil {
		err = e.OpenBytes(data.SampleName, data.SamplePack)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// sampleTrips returns the sample trips. Each is there copies times, one with other names.
func sampleTrips(t testing.TB, copies int) (trips []trace.Trip) {
	t.Helper()
	files, err := filepath.Glob("../../data/trips/*.gpx")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i := range copies {
		for _, f := range files {
			read, err := trace.ReadFile(context.Background(), f, trace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			read[0].ID = fmt.Sprintf("%s-%d", strings.TrimSuffix(filepath.Base(f), ".gpx"), i)
			trips = append(trips, read[0])
		}
	}
	return trips
}

// point is an input row of the tests.
type point struct {
	trip  string // "" for null
	time  time.Time
	lat   float64 // NaN for null
	lon   float64
	extra string
}

func pointsOf(trips []trace.Trip) (list []point) {
	for _, t := range trips {
		for i, o := range t.Observations {
			list = append(list, point{t.ID, o.Time, o.Lat, o.Lon, fmt.Sprintf("a\tb\\n\n%d", i)})
		}
	}
	return list
}

var arrowSchema = arrow.NewSchema([]arrow.Field{
	{Name: "extra", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "Trip_ID", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "ts", Type: &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}, Nullable: true},
	{Name: "latitude", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	{Name: "lng", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true},
}, nil)

// toArrow writes points in batches of n rows.
func toArrow(t testing.TB, list []point, n int) []byte {
	t.Helper()
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(arrowSchema))
	for part := range slices.Chunk(list, n) {
		b := array.NewRecordBuilder(memory.DefaultAllocator, arrowSchema)
		for _, p := range part {
			b.Field(0).(*array.StringBuilder).Append(p.extra)
			if p.trip == "" {
				b.Field(1).AppendNull()
			} else {
				b.Field(1).(*array.StringBuilder).Append(p.trip)
			}
			if p.time.IsZero() {
				b.Field(2).AppendNull()
			} else {
				b.Field(2).(*array.TimestampBuilder).Append(arrow.Timestamp(p.time.UnixMicro()))
			}
			for i, v := range []float64{p.lat, p.lon} {
				if math.IsNaN(v) {
					b.Field(3 + i).AppendNull()
				} else {
					b.Field(3 + i).(*array.Float64Builder).Append(v)
				}
			}
			tags := b.Field(5).(*array.ListBuilder)
			tags.Append(true)
			for range len(p.extra) % 3 {
				tags.ValueBuilder().(*array.StringBuilder).Append(p.extra)
			}
		}
		if err := w.Write(b.NewRecordBatch()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// fromArrow reads rows into maps of texts, numbers, flags and times.
func fromArrow(t testing.TB, b []byte) (list []map[string]any) {
	t.Helper()
	r, err := ipc.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		record := r.RecordBatch()
		for i := range int(record.NumRows()) {
			row := map[string]any{}
			for n, f := range record.Schema().Fields() {
				var v any
				switch c := record.Column(n).(type) {
				case *array.String:
					v = c.Value(i)
				case *array.Float64:
					v = c.Value(i)
				case *array.Int64:
					v = float64(c.Value(i))
				case *array.Boolean:
					v = c.Value(i)
				case *array.Timestamp:
					v = trace.FormatTime(c.Value(i).ToTime(arrow.Microsecond))
				default:
					v = c.ValueStr(i)
				}
				if record.Column(n).IsNull(i) {
					v = nil
				}
				row[f.Name] = v
			}
			list = append(list, row)
		}
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return list
}

func toNDJSON(list []point) []byte {
	var out bytes.Buffer
	for _, p := range list {
		row := map[string]any{"extra": p.extra, "trip_id": p.trip, "time": p.time.UnixMilli(), "lat": p.lat, "lon": p.lon}
		if p.trip == "" {
			row["trip_id"] = nil
		}
		if math.IsNaN(p.lat) {
			row["lat"] = nil
		}
		line, _ := json.Marshal(row)
		out.Write(append(line, '\n'))
	}
	return out.Bytes()
}

func fromNDJSON(t testing.TB, b []byte) (list []map[string]any) {
	t.Helper()
	for line := range bytes.Lines(b) {
		row := map[string]any{}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		list = append(list, row)
	}
	return list
}

var tsvEscapes = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`)

func toTSV(list []point) []byte {
	var out bytes.Buffer
	for _, p := range list {
		key, lat := p.trip, fmt.Sprint(p.lat)
		if key == "" {
			key = `\N`
		}
		if math.IsNaN(p.lat) {
			lat = `\N`
		}
		fmt.Fprintf(&out, "%s\t%s\t%s\t%s\t%v\n", tsvEscapes.Replace(p.extra), key, p.time.UTC().Format(time.RFC3339Nano), lat, p.lon)
	}
	return out.Bytes()
}

var tsvNames = []string{"extra", "trip_id", "time", "lat", "lon"}

// run runs an operation on the sample map.
func run(t testing.TB, e *engine.Engine, o rows.Options, in []byte) ([]byte, rows.Report, error) {
	t.Helper()
	var out bytes.Buffer
	if o.In == nil {
		o.In = bytes.NewReader(in)
	}
	o.Out = &out
	o.Begin = func(p match.Profile) (rows.Stream, error) { return e.Stream(p) }
	o.Atlas = e.Atlas
	report, err := rows.Run(context.Background(), o)
	return out.Bytes(), report, err
}

var operations = []rows.Operation{rows.Match, rows.Trips, rows.Ways, rows.Locate, rows.Stops}

// broken replaces some rows by ones that cannot be used.
func broken(list []point) []point {
	list = slices.Clone(list)
	for i := range list {
		switch i % 30 {
		case 7:
			list[i].trip = ""
		case 14:
			list[i].lat = math.NaN()
		case 22:
			list[i].lat = 91
		}
	}
	return list
}

// TestBatchBordersDoNotMatter compares the bytes of the output for input in batches of
// several sizes.
func TestBatchBordersDoNotMatter(t *testing.T) {
	e := open(t)
	list := broken(pointsOf(sampleTrips(t, 1)))
	for _, operation := range operations {
		for _, unsorted := range []bool{false, true} {
			o := rows.Options{Operation: operation, Format: rows.Arrow, Unsorted: unsorted}
			want, report, err := run(t, e, o, toArrow(t, list, 10_000))
			if err != nil || report.Rows != int64(len(list)) || len(want) < 1000 && operation != rows.Stops {
				t.Fatalf("%s: %d bytes, %+v, %v", operation, len(want), report, err)
			}
			for _, n := range []int{1, 7} {
				if got, _, err := run(t, e, o, toArrow(t, list, n)); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s, unsorted %v: batches of %d give other bytes, %v", operation, unsorted, n, err)
				}
			}
			for _, c := range []struct {
				format rows.Format
				names  []string
				in     []byte
			}{{rows.NDJSON, nil, toNDJSON(list)}, {rows.TSV, tsvNames, toTSV(list)}} {
				o.Format, o.Names = c.format, c.names
				want, _, err := run(t, e, o, c.in)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range []int{1, 7, 10_000} {
					o.In = &pieces{c.in, n}
					if got, _, err := run(t, e, o, nil); err != nil || !bytes.Equal(got, want) {
						t.Errorf("%s, %s: pieces of %d lines give other bytes, %v", operation, c.format, n, err)
					}
					o.In = nil
				}
			}
		}
	}
}

// pieces is a reader that gives n lines at a time.
type pieces struct {
	rest []byte
	n    int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := 0
	for range p.n {
		i := bytes.IndexByte(p.rest[n:], '\n')
		if i < 0 {
			break
		}
		n += i + 1
	}
	n = copy(b, p.rest[:n])
	p.rest = p.rest[n:]
	return n, nil
}

// TestFormatsAgree compares the results of the three formats, row by row.
func TestFormatsAgree(t *testing.T) {
	e := open(t)
	list := broken(pointsOf(sampleTrips(t, 1)))
	for _, operation := range operations {
		b, _, err := run(t, e, rows.Options{Operation: operation, Format: rows.Arrow}, toArrow(t, list, 100))
		if err != nil {
			t.Fatal(err)
		}
		want := fromArrow(t, b)
		b, _, err = run(t, e, rows.Options{Operation: operation, Format: rows.NDJSON}, toNDJSON(list))
		if err != nil {
			t.Fatal(err)
		}
		objects := fromNDJSON(t, b)
		if b, _, err = run(t, e, rows.Options{Operation: operation, Format: rows.TSV, Names: tsvNames}, toTSV(list)); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
		if len(objects) != len(want) || len(lines) != len(want) && operation != rows.Stops {
			t.Fatalf("%s: %d, %d and %d rows", operation, len(want), len(objects), len(lines))
		}
		joins := operation == rows.Match || operation == rows.Locate
		for i, row := range want {
			if joins && row["extra"] != list[i].extra {
				t.Fatalf("%s, row %d: the extra column is %q, want %q", operation, i, row["extra"], list[i].extra)
			}
			var cells []string
			for name, v := range row {
				if slices.Contains([]string{"Trip_ID", "ts", "latitude", "lng", "tags"}, name) {
					continue
				}
				if got := objects[i][name]; !reflect.DeepEqual(got, v) {
					t.Fatalf("%s, row %d: %s is %v in NDJSON, %v in Arrow", operation, i, name, got, v)
				}
				cell := fmt.Sprint(v)
				switch v := v.(type) {
				case nil:
					cell = `\N`
				case string:
					cell = tsvEscapes.Replace(v)
				case float64:
					cell = strings.TrimSuffix(fmt.Sprintf("%.7f", v), "0")
					for strings.HasSuffix(cell, "0") {
						cell = strings.TrimSuffix(cell, "0")
					}
					cell = strings.TrimSuffix(cell, ".")
				}
				cells = append(cells, cell)
			}
			got := strings.Split(lines[i], "\t")
			for _, c := range cells {
				if !slices.Contains(got, c) {
					t.Fatalf("%s, row %d: %q is not in the TSV row %q", operation, i, c, lines[i])
				}
			}
		}
	}
}

// TestRowsAreTheResult compares the rows with the result of the whole trip.
func TestRowsAreTheResult(t *testing.T) {
	e := open(t)
	trips := sampleTrips(t, 1)
	in := toArrow(t, pointsOf(trips), 100)
	read := func(o rows.Operation) []map[string]any {
		b, _, err := run(t, e, rows.Options{Operation: o, Format: rows.Arrow}, in)
		if err != nil {
			t.Fatal(err)
		}
		return fromArrow(t, b)
	}
	points, summaries, ways, stops := read(rows.Match), read(rows.Trips), read(rows.Ways), read(rows.Stops)
	near := func(a any, b float64) bool {
		v, ok := a.(float64)
		return ok && math.Abs(v-b) < 0.00051
	}
	row, way, stop := 0, 0, 0
	for i, recording := range trips {
		want, err := e.Match(context.Background(), recording.Observations, match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, p := range want.Points {
			got := points[row]
			row++
			if got["state"] != p.State.String() || p.HasWay && (!near(got["way_id"], float64(p.WayID)) || !near(got["distance_m"], p.Distance) || !near(got["confidence"], p.Confidence)) {
				t.Fatalf("trip %s, point %d: %v, want %+v", recording.ID, p.Index, got, p)
			}
			if m, ok := got["matched_m"].(float64); ok {
				sum += m
			}
		}
		if math.Abs(sum-want.Distance.Matched) > 0.001*float64(len(want.Points)) {
			t.Errorf("trip %s: matched_m adds up to %.2f m, want %.2f", recording.ID, sum, want.Distance.Matched)
		}
		s := summaries[i]
		if s["trip_id"] != recording.ID || !near(s["matched_m"], want.Distance.Matched) || !near(s["raw_m"], want.Distance.Raw) || !near(s["points"], float64(len(want.Points))) {
			t.Errorf("trip %s: summary %v, want %+v", recording.ID, s, want.Distance)
		}
		if explained := trip.Assess(recording, want).Explained(); (s["verdict"] == "explained") != explained {
			t.Errorf("trip %s: verdict %v, want explained %v", recording.ID, s["verdict"], explained)
		}
		if len(want.Legs) == 1 && s["polyline6"] != trace.EncodeShape(want.Legs[0].Shape) {
			t.Errorf("trip %s: another line", recording.ID)
		}
		for n, leg := range want.Legs {
			for k, piece := range leg.Ways {
				got := ways[way]
				way++
				if got["trip_id"] != recording.ID || !near(got["leg"], float64(n)) || !near(got["way_id"], float64(piece.WayID)) || got["forward"] != piece.Forward || !near(got["length_m"], piece.Length) {
					t.Fatalf("trip %s, leg %d, way %d: %v, want %+v", recording.ID, n, k, got, piece)
				}
				if k == 0 && got["entered"] != trace.FormatTime(leg.Times[0].UTC()) || k == len(leg.Ways)-1 && got["left"] != trace.FormatTime(leg.Times[len(leg.Times)-1].UTC()) {
					t.Errorf("trip %s, leg %d, way %d: from %v to %v", recording.ID, n, k, got["entered"], got["left"])
				}
				if k > 0 && got["entered"] != ways[way-2]["left"] {
					t.Errorf("trip %s, leg %d, way %d: entered %v, but the one before was left %v", recording.ID, n, k, got["entered"], ways[way-2]["left"])
				}
			}
		}
		for _, s := range trip.Stops(recording) {
			if got := stops[stop]; got["trip_id"] != recording.ID || got["arrival"] != trace.FormatTime(s.Arrival.UTC()) {
				t.Errorf("trip %s: stop %v, want %v", recording.ID, got, s)
			}
			stop++
		}
	}
	if row != len(points) || way != len(ways) || stop != len(stops) || way == 0 {
		t.Errorf("%d points, %d ways and %d stops too many", len(points)-row, len(ways)-way, len(stops)-stop)
	}
}

// TestLongTripIsCutIntoTheSameWays checks passages across the borders of parts.
func TestLongTripIsCutIntoTheSameWays(t *testing.T) {
	e := open(t)
	long := longTrip(t, 9000)
	want, err := e.Match(context.Background(), long.Observations, match.MotorVehicle)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := run(t, e, rows.Options{Operation: rows.Ways, Format: rows.NDJSON}, toNDJSON(pointsOf([]trace.Trip{long})))
	if err != nil {
		t.Fatal(err)
	}
	got := fromNDJSON(t, b)
	i := 0
	for _, leg := range want.Legs {
		for _, piece := range leg.Ways {
			if i == len(got) || got[i]["way_id"] != float64(piece.WayID) || math.Abs(got[i]["length_m"].(float64)-piece.Length) > 0.001 {
				t.Fatalf("way %d of %d: want %+v", i, len(got), piece)
			}
			i++
		}
	}
	if i != len(got) {
		t.Errorf("%d ways, want %d", len(got), i)
	}
}

// longTrip drives a sample trip there and back until it has n points.
func longTrip(t testing.TB, n int) trace.Trip {
	t.Helper()
	once := sampleTrips(t, 1)[0].Observations
	back := slices.Clone(once)
	slices.Reverse(back)
	round := slices.Concat(once, back)
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	long := trace.Trip{ID: "long"}
	for i := range n {
		o := match.Observation{Point: round[i%len(round)].Point, Time: at.Add(time.Duration(i) * time.Second)}
		long.Observations = append(long.Observations, o)
	}
	return long
}

// TestLongTripIsNotHeld checks that rows are written while a trip goes on.
func TestLongTripIsNotHeld(t *testing.T) {
	e := open(t)
	const n, most = 40_000, 30_000
	in := toNDJSON(pointsOf([]trace.Trip{longTrip(t, n)}))
	var read, written, held int
	reader := readFunc(func(b []byte) (int, error) {
		if len(in) == 0 {
			return 0, io.EOF
		}
		k := copy(b[:min(len(b), 4096)], in)
		read += bytes.Count(in[:k], []byte{'\n'})
		in = in[k:]
		held = max(held, read-written)
		return k, nil
	})
	_, err := rows.Run(context.Background(), rows.Options{
		In: reader, Operation: rows.Match, Format: rows.NDJSON,
		Out: writeFunc(func(b []byte) (int, error) {
			written += bytes.Count(b, []byte{'\n'})
			return len(b), nil
		}),
		Begin: func(p match.Profile) (rows.Stream, error) { return e.Stream(p) },
	})
	if err != nil || written != n || held > most {
		t.Errorf("%d rows written, %d held at most, %v", written, held, err)
	}
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }

type writeFunc func([]byte) (int, error)

func (f writeFunc) Write(b []byte) (int, error) { return f(b) }

// TestUnsortedIsSorted shuffles rows so that each trip keeps its order, and sorts them in
// many runs.
func TestUnsortedIsSorted(t *testing.T) {
	e := open(t)
	trips := sampleTrips(t, 4)
	slices.SortFunc(trips, func(a, b trace.Trip) int { return strings.Compare(a.ID, b.ID) })
	sorted := pointsOf(trips)
	byTime := make([][]point, len(trips))
	for i := range trips {
		byTime[i] = pointsOf(trips[i : i+1])
	}
	var mixed []point
	for len(mixed) < len(sorted) {
		for i := range byTime {
			if n := min(len(byTime[i]), 1+i%3); n > 0 {
				mixed = append(mixed, byTime[i][:n]...)
				byTime[i] = byTime[i][n:]
			}
		}
	}
	folder := t.TempDir()
	for _, format := range []rows.Format{rows.Arrow, rows.NDJSON, rows.TSV} {
		encode := func(list []point, n int) []byte {
			switch format {
			case rows.Arrow:
				return toArrow(t, list, n)
			case rows.NDJSON:
				return toNDJSON(list)
			}
			return toTSV(list)
		}
		o := rows.Options{Operation: rows.Match, Format: format}
		if format == rows.TSV {
			o.Names = tsvNames
		}
		want, _, err := run(t, e, o, encode(sorted, 1000))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := run(t, e, o, encode(mixed, 10)); !errors.Is(err, rows.ErrUngrouped) || !strings.Contains(err.Error(), "--unsorted") {
			t.Errorf("%s: mixed rows give the error %v", format, err)
		}
		for _, memory := range []int64{0, 4000, 100_000} {
			o.Unsorted, o.Memory, o.Folder = true, memory, folder
			in := encode(mixed, 10)
			if format != rows.Arrow {
				o.In = &pieces{in, 10}
			}
			got, _, err := run(t, e, o, in)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, %d bytes of memory: %d bytes, want %d, %v", format, memory, len(got), len(want), err)
			}
			o.In = nil
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) > 0 {
		t.Errorf("files stay: %v", left)
	}
}
