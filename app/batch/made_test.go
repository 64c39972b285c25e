// SPDX-License-Identifier: MIT

package batch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"roadsnap/app/batch"
	"roadsnap/engine/trace"
)

// asProgram is an environment variable that makes the binary of the tests a program that runs
// a shard.
const asProgram = "ROADSNAP_TEST_AS_BATCH"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var local = batch.Environment{
	Open:   func(_ context.Context, location string) (batch.Folder, error) { return batch.OpenLocal(location) },
	Create: func(_ context.Context, location string) (batch.Folder, error) { return batch.CreateLocal(location) },
}

// command runs a shard as the command line does.
func command(ctx context.Context, args []string, notes io.Writer) error {
	var flags batch.RunFlags
	parser, err := kong.New(&flags)
	if err != nil {
		return err
	}
	if _, err := parser.Parse(args); err != nil {
		return err
	}
	env := local
	env.Notes = notes
	return flags.Run(ctx, env)
}

// run runs a shard, and returns what it notes.
func run(t testing.TB, args ...string) string {
	t.Helper()
	var notes bytes.Buffer
	if err := command(t.Context(), args, &notes); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return notes.String()
}

// point is a row of the tests.
type point struct {
	trip  string // "" for null
	time  time.Time
	lat   float64
	lon   float64
	extra string
}

// points returns the points of the sample trips, each trip copies times.
func points(t testing.TB, copies int) (list []point) {
	t.Helper()
	files, err := filepath.Glob("../../data/trips/*.gpx")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i := range copies {
		for _, f := range files {
			read, err := trace.ReadFile(t.Context(), f, trace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for n, o := range read[0].Observations {
				list = append(list, point{fmt.Sprintf("%s-%d", read[0].ID, i), o.Time, o.Lat, o.Lon, fmt.Sprintf("%d \"x\",\ty\\\n", n)})
			}
		}
	}
	return list
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true},
	{Name: "Trip_ID", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "ts", Type: &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}, Nullable: true},
	{Name: "latitude", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	{Name: "lng", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	{Name: "extra", Type: arrow.BinaryTypes.String, Nullable: true},
}, nil)

// writeParquet writes points in row groups of n rows.
func writeParquet(t testing.TB, path string, list []point, n int) {
	t.Helper()
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for _, p := range list {
		b.Field(0).(*array.ListBuilder).Append(true)
		b.Field(0).(*array.ListBuilder).ValueBuilder().(*array.StringBuilder).Append(p.trip + "!")
		if p.trip == "" {
			b.Field(1).AppendNull()
		} else {
			b.Field(1).(*array.StringBuilder).Append(p.trip)
		}
		b.Field(2).(*array.TimestampBuilder).Append(arrow.Timestamp(p.time.UnixMicro()))
		b.Field(3).(*array.Float64Builder).Append(p.lat)
		b.Field(4).(*array.Float64Builder).Append(p.lon)
		b.Field(5).(*array.StringBuilder).Append(p.extra)
	}
	write(t, path, func(w io.Writer) error {
		p, err := pqarrow.NewFileWriter(schema, w, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(int64(n)), parquet.WithDataPageSize(4096)), pqarrow.DefaultWriterProps())
		if err != nil {
			return err
		}
		if err := p.WriteBuffered(b.NewRecordBatch()); err != nil {
			return err
		}
		return p.Close()
	})
}

func write(t testing.TB, path string, fill func(io.Writer) error) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := fill(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// row is a row of an output.
type row struct {
	trip string
	json string
}

// outputs returns the rows of all Parquet or NDJSON files of a folder, in the order of the
// names of the files.
func outputs(t testing.TB, folder string) (list []row) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		var text []byte
		switch filepath.Ext(path) {
		case ".parquet":
			text, err = parquetJSON(t, path)
		case ".ndjson":
			text, err = os.ReadFile(path)
		}
		for line := range strings.Lines(string(text)) {
			var key struct {
				A, B, C any
			}
			fields := map[string]any{}
			if err := json.Unmarshal([]byte(line), &fields); err != nil {
				return err
			}
			key.A, key.B, key.C = fields["trip_id"], fields["Trip_ID"], fields["trip"]
			list = append(list, row{fmt.Sprint(key), line})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// parquetJSON returns the rows of a Parquet file as JSON, by the library's own code.
func parquetJSON(t testing.TB, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	table, err := pqarrow.ReadTable(t.Context(), f, nil, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var b bytes.Buffer
	r := array.NewTableReader(table, 1000)
	for r.Next() {
		if err := array.RecordToJSON(r.RecordBatch(), &b); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), r.Err()
}

// byTrip returns the rows as a text, sorted by trip; rows of a trip keep their order.
func byTrip(list []row) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b row) int { return strings.Compare(a.trip, b.trip) })
	var b strings.Builder
	for _, r := range list {
		b.WriteString(r.json)
	}
	return b.String()
}

// firstDifference returns the first lines of two texts that differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("row %d:\n%s\n%s", i, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d rows", len(x), len(y))
}

// check returns what the check of a folder finds.
func check(t testing.TB, folder string, contents bool) batch.Report {
	t.Helper()
	out, err := batch.OpenLocal(folder)
	if err != nil {
		t.Fatal(err)
	}
	r, err := batch.Check(t.Context(), out, contents)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
