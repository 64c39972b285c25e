// SPDX-License-Identifier: MIT

package batch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"roadsnap/app/batch"
	"roadsnap/internal/filelock"
)

// edit replaces the first old text of a file.
func edit(t *testing.T, path, old, text string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(b, []byte(old)) {
		t.Fatalf("%s has no %q, %v", path, old, err)
	}
	if err := os.WriteFile(path, bytes.Replace(b, []byte(old), []byte(text), 1), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestInputsStayWhole checks that no output is written onto an input, or onto another output, and
// that no row counts twice.
func TestInputsStayWhole(t *testing.T) {
	folder := t.TempDir()
	in, link := filepath.Join(folder, "in"), filepath.Join(folder, "link")
	writeParquet(t, filepath.Join(in, "day=1", "a.parquet"), points(t, 1), 1000)
	if err := os.Symlink(in, link); err != nil {
		t.Skip(err)
	}
	alike := filepath.Join(folder, "alike")
	writeParquet(t, filepath.Join(alike, "a.csv.parquet"), points(t, 1), 1000)
	write(t, filepath.Join(alike, "a.csv"), func(w io.Writer) error {
		_, err := io.WriteString(w, "trip,time,lat,lon\n")
		return err
	})
	for _, c := range []struct {
		name, says string
		args       []string
	}{
		{"a link to the inputs", "among the inputs", []string{"--out", link, "match", in}},
		{"below a link to the inputs", "among the inputs", []string{"--out", filepath.Join(link, "out"), "match", in}},
		{"inputs by a link", "among the inputs", []string{"--out", filepath.Join(in, "out"), "match", link}},
		{"a file and its folder", "a.parquet is among the inputs twice", []string{"--out", filepath.Join(folder, "o"), "match", in, filepath.Join(link, "day=1")}},
		{"outputs of the same name", "would have the same output, a.csv.parquet", []string{"--out", filepath.Join(folder, "o"), "match", alike}},
	} {
		err := command(t.Context(), c.args, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.says) || !errors.As(err, new(batch.UsageError)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
}

// TestLinkAmongOutputs writes to a folder of outputs in which a folder is a link to that of the inputs.
func TestLinkAmongOutputs(t *testing.T) {
	folder := t.TempDir()
	in, out := filepath.Join(folder, "in"), filepath.Join(folder, "out")
	path := filepath.Join(in, "day=1", "a.parquet")
	writeParquet(t, path, points(t, 1), 1000)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Mkdir(out, 0o700), os.Symlink(filepath.Join(in, "day=1"), filepath.Join(out, "day=1"))); err != nil {
		t.Skip(err)
	}
	err = command(t.Context(), []string{"--out", out, "match", in}, io.Discard)
	after, _ := os.ReadFile(path)
	if err == nil || !bytes.Equal(before, after) {
		t.Errorf("the input is whole: %v; %v", bytes.Equal(before, after), err)
	}
}

// full is a folder on a disk without space.
type full struct{ batch.Local }

var errFull = errors.New("no space left on device")

func (full) Write(_ context.Context, _ string, write func(io.Writer) error) error {
	return write(fullWriter{})
}

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

// TestFullDisk checks that a full disk is no error of usage, which schedulers do not try again.
func TestFullDisk(t *testing.T) {
	env := local
	env.Notes = io.Discard
	env.Create = func(_ context.Context, location string) (batch.Folder, error) {
		l, err := batch.CreateLocal(location)
		return full{l}, err
	}
	flags := flagsFor(smallFiles(t, 1), t.TempDir())
	if err := flags.Run(t.Context(), env); !errors.Is(err, errFull) || errors.As(err, new(batch.UsageError)) {
		t.Errorf("a full disk gives %v", err)
	}
}

// TestWrongPlaces checks that errors of a place name it, and what to do.
func TestWrongPlaces(t *testing.T) {
	folder, in := t.TempDir(), smallFiles(t, 1)
	file, none := filepath.Join(folder, "file"), filepath.Join(folder, "none")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	checked := func(out string) error { return (&batch.CheckFlags{Out: out}).Run(t.Context(), io.Discard, local) }
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"check of nothing", checked(none), none + " does not exist; name a file or folder that is there"},
		{"check of a file", checked(file), file + " is no folder; name the one that was --out of the shards"},
		{"inputs that are not there", command(t.Context(), []string{"--out", folder, "match", none}, io.Discard), none + " does not exist; name a file or folder that is there"},
		{"outputs in a file", command(t.Context(), []string{"--out", file, "match", in}, io.Discard), file + " is a file; name a folder for the outputs"},
		{"outputs below a file", command(t.Context(), []string{"--out", filepath.Join(file, "out"), "match", in}, io.Discard), "name another one for the outputs"},
	} {
		if c.err == nil || !strings.HasSuffix(c.err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, c.err)
		}
	}
	if got := check(t, folder, false).Problems; len(got) != 1 || !strings.Contains(got[0], folder+" has no manifests of shards") {
		t.Errorf("the check of another folder says %q", got)
	}
}

// TestChangedInputs changes a byte of a page of a Parquet file, but not its size, between shards
// and after them.
func TestChangedInputs(t *testing.T) {
	for _, by := range []string{"key", "file"} {
		folder := t.TempDir()
		in, out := filepath.Join(folder, "in"), filepath.Join(folder, "out")
		writeParquet(t, filepath.Join(in, "a.parquet"), points(t, 1), 1000)
		run(t, "--out", out, "--by", by, "--shard", "0/2", "match", in)
		if by == "key" {
			edit(t, filepath.Join(in, "a.parquet"), `"x"`, `"y"`)
		}
		run(t, "--out", out, "--by", by, "--shard", "1/2", "match", in)
		says := map[string]string{"key": "a.parquet changed between shards 0 and 1", "file": ""}[by]
		if got := strings.Join(check(t, out, true).Problems, "\n"); says == "" && got != "" || !strings.Contains(got, says) {
			t.Errorf("by %s: the check says %q, want %q", by, got, says)
		}
		if by == "key" {
			continue
		}
		compare := func() string {
			inputs, err := batch.OpenLocal(in)
			if err != nil {
				t.Fatal(err)
			}
			outputs, _ := batch.OpenLocal(out)
			r, err := batch.Check(t.Context(), outputs, false, inputs)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(r.Problems, "\n")
		}
		if got := compare(); got != "" {
			t.Errorf("the check says %q of inputs that have not changed", got)
		}
		edit(t, filepath.Join(in, "a.parquet"), `"x"`, `"y"`)
		writeParquet(t, filepath.Join(in, "b.parquet"), points(t, 1)[:10], 1000)
		if got := compare(); !strings.Contains(got, "a.parquet is not the file that shard 0 read") || !strings.Contains(got, "no output was made of b.parquet") {
			t.Errorf("the check says %q of changed inputs", got)
		}
		_ = os.Remove(filepath.Join(in, "a.parquet"))
		if got := compare(); !strings.Contains(got, "a.parquet, of which outputs were made, is not among the inputs") {
			t.Errorf("the check says %q of a missing input", got)
		}
	}
}

// unsteady is a folder in which a file changes when it is opened for the nth time.
type unsteady struct {
	batch.Local
	t    *testing.T
	left *int
}

func (u unsteady) Open(ctx context.Context, f batch.File) (batch.Object, error) {
	folder, _ := u.Place()
	o, err := u.Local.Open(ctx, f)
	if *u.left--; *u.left == 0 {
		edit(u.t, filepath.Join(filepath.FromSlash(folder), f.Name), "extra", "other")
	}
	return o, err
}

// TestInputThatChangesWhileItIsRead changes a file after its hash was made, and while it is read.
func TestInputThatChangesWhileItIsRead(t *testing.T) {
	for _, name := range []string{"a.csv", "a.parquet"} {
		for n := 1; n <= 2; n++ {
			folder := t.TempDir()
			path := filepath.Join(folder, "in", name)
			if name == "a.csv" {
				write(t, path, func(w io.Writer) error {
					_, err := io.WriteString(w, "trip,time,lat,lon,extra\n1,1741072500,42.5,1.5,\n")
					return err
				})
			} else {
				writeParquet(t, path, points(t, 1), 1000)
			}
			old := time.Now().Add(-time.Hour)
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
			flags := flagsFor(filepath.Dir(path), filepath.Join(folder, "out"))
			env := local
			env.Notes = io.Discard
			env.Open = func(_ context.Context, location string) (batch.Folder, error) {
				l, err := batch.OpenLocal(location)
				return unsteady{l, t, &n}, err
			}
			before := n
			err := flags.Run(t.Context(), env)
			n = before
			if err == nil || !strings.Contains(err.Error(), name+" has changed") || errors.As(err, new(batch.UsageError)) {
				t.Errorf("%s, change at opening %d: %v", name, n, err)
			}
			if left, _ := os.ReadDir(flags.Out); len(left) > 0 {
				t.Errorf("%s, change at opening %d: %v is left", name, n, left)
			}
		}
	}
}

// removing is a context that removes a file when it is asked for the second time whether it has
// ended: the first time is before the names are read.
type removing struct {
	context.Context
	path  string
	asked *int
}

func (r removing) Err() error {
	if *r.asked++; *r.asked == 2 {
		_ = os.Remove(r.path)
	}
	return r.Context.Err()
}

// TestListWhileFilesVanish removes a file between reading its name and its size, as another shard
// does that renames its output.
func TestListWhileFilesVanish(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{".roadsnap-1.partial", "b.parquet"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l, err := batch.OpenLocal(folder)
	if err != nil {
		t.Fatal(err)
	}
	list, err := l.List(removing{t.Context(), filepath.Join(folder, ".roadsnap-1.partial"), new(int)})
	if err != nil || len(list) != 1 || list[0].Name != "b.parquet" {
		t.Errorf("the list is %v, %v", list, err)
	}
}

// TestLeftovers checks that the next run of a shard removes the unfinished files of a killed one and
// those of nobody else, that unfinished files are no fault of the outputs, that a shard is not begun on one architecture and ended on another one, and that outputs belong to
// their owner.
func TestLeftovers(t *testing.T) {
	folder := t.TempDir()
	in, out := filepath.Join(folder, "in"), filepath.Join(folder, "out")
	writeParquet(t, filepath.Join(in, "a.parquet"), points(t, 1), 1000)
	run(t, "--out", out, "match", in)
	if err := os.WriteFile(filepath.Join(out, ".roadsnap-1.partial"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	killed, running := filepath.Join(out, ".roadsnap-shard-00000-of-00001-1.partial"), filepath.Join(out, ".roadsnap-shard-00000-of-00001-2.partial")
	var locked *os.File
	for _, path := range []string{killed, running} {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		locked = f
	}
	if err := filelock.Lock(locked); err != nil {
		t.Fatal(err)
	}
	if notes := run(t, "--out", out, "--resume", "match", in); !strings.HasPrefix(notes, "removed "+filepath.Base(killed)+", which a run of shard 0/1 left when it was killed\n") {
		t.Errorf("the next run notes %q", notes)
	}
	if _, err := os.Stat(killed); err == nil {
		t.Error("the next run leaves the file of the killed one")
	}
	if _, err := os.Stat(running); err != nil {
		t.Errorf("the next run removes the file of another process: %v", err)
	}
	locked.Close()
	if err := os.Remove(running); err != nil {
		t.Fatal(err)
	}
	if r := check(t, out, true); r.Left != 1 || len(r.Problems) > 0 {
		t.Errorf("the check finds %d unfinished files and %q", r.Left, r.Problems)
	}
	if info, err := os.Stat(filepath.Join(out, "a.parquet")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
		t.Errorf("the output has the mode %v, %v", info.Mode(), err)
	}
	manifest := filepath.Join(out, "_shard-00000-of-00001.json")
	edit(t, manifest, `"arch": "`, `"arch": "other-`)
	edit(t, manifest, `"complete": true`, `"complete": false`)
	err := command(t.Context(), []string{"--out", out, "--resume", "match", in}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "was begun on other-") {
		t.Error(err)
	}
	edit(t, manifest, `"of": 1`, `"of": 1000000000`)
	if got := check(t, out, false).Problems; len(got) == 0 || !strings.Contains(got[0], "there is no shard 0/1000000000") {
		t.Errorf("the check says %q", got)
	}
}

// TestSeeks reads row groups with long gaps between the trips of a shard, in which columns are
// nested and pages small.
func TestSeeks(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	var list []point
	for i := range 12 {
		for n := range 1 + random.IntN(30_000) {
			list = append(list, point{fmt.Sprintf("trip %d", i), time.Unix(1_741_072_500+int64(n), 0), 42.5 + float64(n)*1e-6, 1.5, fmt.Sprint(len(list))})
		}
	}
	folder := t.TempDir()
	in := filepath.Join(folder, "a.parquet")
	writeParquet(t, in, list, len(list))
	args := []string{"--format", "ndjson", "--by", "key", "locate", in}
	run(t, append([]string{"--out", filepath.Join(folder, "whole")}, args...)...)
	const n = 3
	for i := range n {
		run(t, append([]string{"--out", filepath.Join(folder, "out"), "--shard", fmt.Sprintf("%d/%d", i, n)}, args...)...)
	}
	got, want := byTrip(outputs(t, filepath.Join(folder, "out"))), byTrip(outputs(t, filepath.Join(folder, "whole")))
	if got != want {
		t.Errorf("the union differs: %s", firstDifference(got, want))
	}
}

// TestParquetTypes gives times and positions the types that other programs write.
func TestParquetTypes(t *testing.T) {
	list := points(t, 1)[:40]
	stamp := func(unit arrow.TimeUnit, zone string) arrow.DataType {
		return &arrow.TimestampType{Unit: unit, TimeZone: zone}
	}
	decimal := &arrow.Decimal128Type{Precision: 12, Scale: 7}
	plain := pqarrow.DefaultWriterProps()
	var want string
	for _, c := range []struct {
		name     string
		time     arrow.DataType
		position arrow.DataType
		options  pqarrow.ArrowWriterProperties
	}{
		{"microseconds", stamp(arrow.Microsecond, "UTC"), arrow.PrimitiveTypes.Float64, plain},
		{"milliseconds", stamp(arrow.Millisecond, "UTC"), arrow.PrimitiveTypes.Float64, plain},
		{"nanoseconds", stamp(arrow.Nanosecond, "UTC"), arrow.PrimitiveTypes.Float64, plain},
		{"without a zone", stamp(arrow.Millisecond, ""), arrow.PrimitiveTypes.Float64, plain},
		{"INT96", stamp(arrow.Nanosecond, ""), arrow.PrimitiveTypes.Float64, pqarrow.NewArrowWriterProperties(pqarrow.WithDeprecatedInt96Timestamps(true))},
		{"seconds", arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Float64, plain},
		{"texts", arrow.BinaryTypes.String, arrow.PrimitiveTypes.Float64, plain},
		{"a kept schema", stamp(arrow.Microsecond, "Asia/Ho_Chi_Minh"), arrow.PrimitiveTypes.Float64, pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema())},
		{"decimals", stamp(arrow.Microsecond, "UTC"), decimal, plain},
	} {
		schema := arrow.NewSchema([]arrow.Field{{Name: "trip", Type: arrow.PrimitiveTypes.Int32}, {Name: "ts", Type: c.time}, {Name: "lat", Type: c.position}, {Name: "lon", Type: c.position}}, nil)
		var rows bytes.Buffer
		for i, p := range list {
			text := p.time.UTC().Format("2006-01-02 15:04:05")
			if k, ok := c.time.(*arrow.TimestampType); ok && k.TimeZone != "" {
				text += "Z"
			}
			if c.time.ID() == arrow.INT32 {
				text = fmt.Sprint(p.time.Unix())
			}
			fmt.Fprintf(&rows, `{"trip": %d, "ts": %q, "lat": "%.7f", "lon": "%.7f"}`+"\n", i/20, text, p.lat, p.lon)
		}
		// The library reads numbers of texts only for decimals.
		text := rows.String()
		if c.position != arrow.DataType(decimal) {
			text = unquoted.Replace(text)
		}
		record, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader("["+strings.ReplaceAll(strings.TrimSpace(text), "\n", ",")+"]"))
		if err != nil {
			t.Fatal(c.name, err)
		}
		folder := t.TempDir()
		in := filepath.Join(folder, "a.parquet")
		write(t, in, func(w io.Writer) error {
			p, err := pqarrow.NewFileWriter(schema, w, parquet.NewWriterProperties(), c.options)
			if err != nil {
				return err
			}
			return errors.Join(p.Write(record), p.Close())
		})
		run(t, "--out", filepath.Join(folder, "out"), "--per", "way", "match", in)
		var got strings.Builder
		for _, r := range outputs(t, filepath.Join(folder, "out")) {
			got.WriteString(r.json)
		}
		if want == "" {
			want = got.String()
		}
		if got.String() != want || !strings.Contains(want, "2025-") {
			t.Errorf("%s: %s", c.name, firstDifference(got.String(), want))
		}
	}
}

// unquoted makes numbers of the positions of TestParquetTypes.
var unquoted = strings.NewReplacer(`"lat": "`, `"lat": `, `", "lon": "`, `, "lon": `, `"}`, `}`)
