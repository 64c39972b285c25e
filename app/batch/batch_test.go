// SPDX-License-Identifier: MIT

package batch_test

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/parquet/file"

	"roadsnap/app/batch"
	"roadsnap/engine/rows"
)

// TestFormats gives the same points in every format, and compares the columns that are added.
func TestFormats(t *testing.T) {
	list := points(t, 1)
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	writeParquet(t, in("p.parquet"), list, 500)
	table := func(w io.Writer, comma rune) error {
		c := csv.NewWriter(w)
		c.Comma = comma
		_ = c.Write([]string{"Trip_ID", " extra", "ts", "latitude", "lng"})
		for _, p := range list {
			_ = c.Write([]string{p.trip, p.extra, p.time.Format(time.RFC3339Nano), fmt.Sprint(p.lat), fmt.Sprint(p.lon)})
		}
		c.Flush()
		return c.Error()
	}
	write(t, in("c.csv"), func(w io.Writer) error {
		_, _ = io.WriteString(w, "\xEF\xBB\xBF")
		return table(w, ';')
	})
	write(t, in("z.csv.gz"), func(w io.Writer) error {
		z := gzip.NewWriter(w)
		return errors.Join(table(z, ','), z.Close())
	})
	write(t, in("j.ndjson"), func(w io.Writer) error {
		for i, p := range list {
			line, err := json.Marshal(map[string]any{"Trip_ID": p.trip, "extra": p.extra, "ts": p.time.UnixMicro(), "latitude": p.lat, "lng": fmt.Sprint(p.lon)})
			if err != nil {
				return err
			}
			if i < len(list)-1 { // the last line lacks its end
				line = append(line, '\n')
			}
			_, _ = w.Write(line)
		}
		return nil
	})
	var want []map[string]any
	for _, name := range []string{"p.parquet", "c.csv", "z.csv.gz", "j.ndjson"} {
		for _, format := range []string{"parquet", "ndjson"} {
			out := t.TempDir()
			run(t, "--out", out, "--format", format, "match", in(name))
			var got []map[string]any
			for _, r := range outputs(t, out) {
				fields := map[string]any{}
				if err := json.Unmarshal([]byte(r.json), &fields); err != nil {
					t.Fatal(err)
				}
				delete(fields, "tags")
				// The library writes times in another way, and NDJSON keeps what it got.
				delete(fields, "ts")
				fields["lng"] = fmt.Sprint(fields["lng"])
				got = append(got, fields)
			}
			if want == nil {
				want = got
				if len(want) != len(list) || want[100]["state"] != "matched" || want[100]["extra"] != list[100].extra {
					t.Fatalf("%d rows, such as %v", len(want), want[100])
				}
				continue
			}
			if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
				t.Errorf("%s to %s differs: %s", name, format, firstDifference(strings.ReplaceAll(a, "map", "\nmap"), strings.ReplaceAll(b, "map", "\nmap")))
			}
		}
	}
}

// TestTypes checks the types of columns that come from text.
func TestTypes(t *testing.T) {
	folder := t.TempDir()
	in := filepath.Join(folder, "a.csv")
	text := "trip,time,lat,lon,speed,plate\n1,2025-03-04 07:15:00,42.503639,1.514565,3.5,51A\n1,1741072509,42.5042,1.5152,,\"a\nb\"\n1,noon,42.5,1.5,fast,\n1,2\n,3,42.5,1.5,1,x,y\n"
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "out")
	note := run(t, "--out", out, "match", in)
	if !strings.Contains(note, "5 rows, 3 of them bad (bad_row 2, bad_time 1), 1 trips, 5 rows written") {
		t.Error(note)
	}
	if counts := check(t, out, true).Reasons; counts["bad_row"] != 2 || counts["bad_time"] != 1 {
		t.Errorf("the check counts %v", counts)
	}
	made, err := file.OpenParquetFile(filepath.Join(out, "a.csv.parquet"), false)
	if err != nil {
		t.Fatal(err)
	}
	if hash := made.MetaData().KeyValueMetadata().FindValue("roadsnap.map_hash"); hash == nil || len(*hash) != 32 {
		t.Errorf("the metadata are %v", made.MetaData().KeyValueMetadata())
	}
	_ = made.Close()
	var got []string
	for _, r := range outputs(t, out) {
		got = append(got, r.json)
	}
	text = strings.Join(got, "\n")
	for _, want := range []string{
		`"time":"2025-03-04T07:15:00Z"`, `"time":"2025-03-04T07:15:09Z"`, `"speed":3.5`, `"speed":null`, `"plate":"a\nb"`,
		`"reason":"bad_time"`, `"reason":"bad_row"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
}

// TestGPX matches the sample trips.
func TestGPX(t *testing.T) {
	out := t.TempDir()
	run(t, "--out", out, "--per", "trip", "match", "../../data/trips")
	list := outputs(t, out)
	if len(list) != 3 || !strings.Contains(list[0].json, `"trip_id":"city"`) || !strings.Contains(list[0].json, `"matched_m":5`) {
		t.Errorf("%v", list)
	}
	if _, err := os.Stat(filepath.Join(out, "city.gpx.parquet")); err != nil {
		t.Error(err)
	}
}

// TestRefusals checks what a folder of outputs refuses.
func TestRefusals(t *testing.T) {
	folder := t.TempDir()
	in, out := filepath.Join(folder, "in"), filepath.Join(folder, "out")
	writeParquet(t, filepath.Join(in, "a.parquet"), points(t, 1), 1000)
	run(t, "--out", out, "--shard", "0/3", "match", in)
	other := filepath.Join(folder, "other")
	writeParquet(t, filepath.Join(other, "a.parquet"), points(t, 2), 1000)
	for _, c := range []struct {
		name, says string
		args       []string
	}{
		{"another n", "another number of shards: 3, not 4", []string{"--out", out, "--shard", "0/4", "match", in}},
		{"another operation", "another operation: match, not stops", []string{"--out", out, "--shard", "1/3", "stops", in}},
		{"another division", "another division: file, not key", []string{"--out", out, "--shard", "1/3", "--by", "key", "match", in}},
		{"other columns", "other columns", []string{"--out", out, "--shard", "1/3", "--column", "speed=", "match", in}},
		{"other inputs", "another list of inputs", []string{"--out", out, "--shard", "1/3", "match", other}},
		{"again", "has shard 0/3 already; give --resume", []string{"--out", out, "--shard", "0/3", "match", in}},
		{"no such shard", "a shard is one from 0 to 2", []string{"--out", out, "--shard", "3/3", "match", in}},
		{"among the inputs", "among the inputs", []string{"--out", filepath.Join(in, "out"), "match", in}},
		{"onto the inputs", "among the inputs", []string{"--out", in, "match", filepath.Join(in, "a.parquet")}},
		{"nothing to read", "no Parquet, CSV, NDJSON or GPX files", []string{"--out", filepath.Join(folder, "x"), "match", t.TempDir()}},
		{"no column", "a.parquet: there is no column \"north\"", []string{"--out", filepath.Join(folder, "y"), "--column", "lat=north", "match", in}},
	} {
		err := command(t.Context(), c.args, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.says) || !errors.As(err, new(batch.UsageError)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
	if note := run(t, "--out", out, "--shard", "0/3", "--resume", "match", in); strings.Contains(note, "rows") {
		t.Errorf("a complete shard says %q", note)
	}
}

// TestCheck breaks a folder of outputs in each way.
func TestCheck(t *testing.T) {
	list := points(t, 4)
	folder := t.TempDir()
	in := filepath.Join(folder, "in")
	for i, part := range [][]point{list[:len(list)/2], list[len(list)/2:]} {
		writeParquet(t, filepath.Join(in, fmt.Sprintf("%d.parquet", i)), part, 1000)
	}
	made := func(t *testing.T) (out string) {
		out = t.TempDir()
		for i := range 2 {
			run(t, "--out", out, "--shard", fmt.Sprintf("%d/2", i), "match", in)
		}
		return out
	}
	const manifest = "_shard-00001-of-00002.json"
	for _, c := range []struct {
		name, says string
		change     func(t *testing.T, out string)
	}{
		{"nothing", "", func(*testing.T, string) {}},
		{"a missing shard", "shard 1/2 is missing", func(t *testing.T, out string) {
			_ = os.Remove(filepath.Join(out, manifest))
		}},
		{"its output", "1.parquet is in no manifest", func(t *testing.T, out string) {
			_ = os.Remove(filepath.Join(out, manifest))
		}},
		{"a doubled shard", "so that this shard is doubled", func(t *testing.T, out string) {
			b, _ := os.ReadFile(filepath.Join(out, manifest))
			_ = os.WriteFile(filepath.Join(out, "_shard-copy.json"), b, 0o600)
		}},
		{"another map", "shard 1/2 was made with another map", func(t *testing.T, out string) {
			edit(t, filepath.Join(out, manifest), `"pack": "`, `"pack": "0`)
		}},
		{"another version", "another version of Roadsnap", func(t *testing.T, out string) {
			edit(t, filepath.Join(out, manifest), `"version": "`, `"version": "9.`)
		}},
		{"an unfinished shard", "shard 1/2 is not complete", func(t *testing.T, out string) {
			edit(t, filepath.Join(out, manifest), `"complete": true`, `"complete": false`)
		}},
		{"another architecture", "may differ in the last digits", func(t *testing.T, out string) {
			edit(t, filepath.Join(out, manifest), `"arch": "`, `"arch": "other-`)
		}},
		{"a missing output", "0.parquet of shard 0/2 is missing", func(t *testing.T, out string) {
			_ = os.Remove(filepath.Join(out, "0.parquet"))
		}},
		{"a short output", "bytes, not", func(t *testing.T, out string) { _ = os.Truncate(filepath.Join(out, "0.parquet"), 1000) }},
		{"a damaged output", "0.parquet is damaged", func(t *testing.T, out string) {
			edit(t, filepath.Join(out, "0.parquet"), "PAR1", "PARX")
		}},
		{"no manifest", "is no manifest", func(t *testing.T, out string) { _ = os.Truncate(filepath.Join(out, manifest), 10) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := made(t)
			c.change(t, out)
			got := strings.Join(check(t, out, true).Problems, "\n")
			if c.says == "" && got != "" || !strings.Contains(got, c.says) {
				t.Errorf("the check says %q, want %q", got, c.says)
			}
		})
	}
}

// TestTripInTwoFiles finds it in both formats.
func TestTripInTwoFiles(t *testing.T) {
	list := points(t, 1)
	folder := t.TempDir()
	in := filepath.Join(folder, "in")
	writeParquet(t, filepath.Join(in, "a.parquet"), list[:100], 1000)
	writeParquet(t, filepath.Join(in, "b.parquet"), list[100:], 1000)
	for _, args := range [][]string{{"--format", "parquet", "match"}, {"--format", "ndjson", "match"}, {"--per", "way", "match"}, {"stops"}} {
		out := filepath.Join(folder, strings.Join(args, ""))
		for i := range 2 {
			run(t, append([]string{"--out", out, "--shard", fmt.Sprintf("%d/2", i)}, append(args, in)...)...)
		}
		got := check(t, out, false).Problems
		if args[0] == "stops" { // there may be none
			continue
		}
		if len(got) != 1 || !strings.Contains(got[0], list[0].trip) || !strings.Contains(got[0], "is in a.") || !strings.Contains(got[0], "and in b.") {
			t.Errorf("%v: %q", args, got)
		}
	}
}

// TestSorted checks the order and the statistics of the row groups of an output.
func TestSorted(t *testing.T) {
	list := points(t, 20)
	folder := t.TempDir()
	for i := range list {
		if i%1000 == 7 {
			list[i].lat = 91
		}
	}
	writeParquet(t, filepath.Join(folder, "a.parquet"), list, 10_000)
	for _, args := range [][]string{{"match"}, {"--per", "way", "match"}} {
		out := filepath.Join(folder, strings.Join(args, ""))
		run(t, append([]string{"--out", out}, append(args, filepath.Join(folder, "a.parquet"))...)...)
		f, err := file.OpenParquetFile(filepath.Join(out, "a.parquet"), false)
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.NumRowGroups() {
			g := f.MetaData().RowGroup(i)
			for c := range g.NumColumns() {
				chunk, err := g.ColumnChunk(c)
				if err != nil {
					t.Fatal(err)
				}
				if s, err := chunk.Statistics(); err != nil || s == nil {
					t.Errorf("column %s has no statistics, %v", chunk.PathInSchema(), err)
				}
			}
			if s := g.SortingColumns(); len(s) != 1 || !strings.EqualFold(f.MetaData().Schema.Column(int(s[0].ColumnIdx)).Name(), "trip_id") {
				t.Errorf("%v: sorted by %v", args, s)
			}
		}
		_ = f.Close()
		last := ""
		for _, r := range outputs(t, out) {
			if r.trip < last {
				t.Fatalf("%v: trip %s comes after %s", args, r.trip, last)
			}
			last = r.trip
		}
	}
}

// TestPruning holds that a shard reads little of row groups without its trips.
func TestPruning(t *testing.T) {
	list := points(t, 40) // a trip follows the other
	folder := t.TempDir()
	in := filepath.Join(folder, "in")
	writeParquet(t, filepath.Join(in, "a.parquet"), list, 256)
	size := func(n int) (read int64) {
		out := filepath.Join(folder, fmt.Sprint(n))
		run(t, "--out", out, "--by", "key", "--shard", fmt.Sprintf("0/%d", n), "match", in)
		var m batch.Manifest
		b, err := os.ReadFile(filepath.Join(out, fmt.Sprintf("_shard-00000-of-%05d.json", n)))
		if err == nil {
			err = json.Unmarshal(b, &m)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m.Parts[0].ReadBytes
	}
	if whole, part := size(1), size(10); part > whole/2 {
		t.Errorf("one of 10 shards reads %d of %d bytes", part, whole)
	}
}

func TestParseShard(t *testing.T) {
	for _, c := range []struct {
		text, says string
		variables  map[string]string
		want       batch.Shard
	}{
		{text: "3/16", want: batch.Shard{Index: 3, Of: 16}},
		{text: "env/4", variables: map[string]string{"JOB_COMPLETION_INDEX": "3"}, want: batch.Shard{Index: 3, Of: 4}},
		{text: "env/4", variables: map[string]string{"SLURM_ARRAY_TASK_ID": "0"}, want: batch.Shard{Of: 4}},
		{text: "env/4", variables: map[string]string{"SLURM_ARRAY_TASK_ID": "4"}, says: "SLURM_ARRAY_TASK_ID=4: the number of a shard is one from 0 to 3"},
		{text: "env/4", variables: map[string]string{"SLURM_ARRAY_TASK_ID": "1", "JOB_COMPLETION_INDEX": "2"}, says: "different numbers"},
		{text: "env/4", says: "neither JOB_COMPLETION_INDEX nor SLURM_ARRAY_TASK_ID is set"},
		{text: "3", says: "0/16 or env/16"},
		{text: "3/0", says: "0/16 or env/16"},
		{text: "-1/4", says: "from 0 to 3"},
		{text: "/4", says: "from 0 to 3"},
	} {
		got, err := batch.ParseShard(c.text, func(name string) (string, bool) {
			v, ok := c.variables[name]
			return v, ok
		})
		if c.says == "" && (err != nil || got != c.want) || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s with %v: %v, %v, want %v %q", c.text, c.variables, got, err, c.want, c.says)
		}
	}
}

// TestUnclosedQuote checks that a quotation mark without an end is an error with its line, and
// that a long cell is none.
func TestUnclosedQuote(t *testing.T) {
	in := filepath.Join(t.TempDir(), "a.csv")
	const row = "1,42.5,1.5,a\n"
	head := "trip,lat,lon,note\n" + row + "1,42.5,1.5,\"a\nb\"\n"
	for _, c := range []struct{ text, says string }{
		{head + "1,42.5,1.5,\"" + strings.Repeat("a\n", rows.MaxRow/4) + "\"\n" + row, ""},
		{head + "1,42.5,1.5,\"a\n" + strings.Repeat(row, rows.MaxRow), "a.csv: the row after line 4 is longer than 1048576 bytes"},
		{head + "1,42.5,1.5,\"a\n" + row + row, "a.csv: the row after line 4 takes the rest"},
		{head + row + "1,42.5,1.5,\"a\nb\"", ""},
		{head + "1,42.5,1.5,\"a\n", ""},
		{"trip,lat,lon,\"note\n" + strings.Repeat(row, rows.MaxRow), "a.csv: the row after line 0 is longer"},
	} {
		if err := os.WriteFile(in, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		err := command(t.Context(), []string{"--out", t.TempDir(), "locate", in}, io.Discard)
		if c.says == "" && err != nil || c.says != "" && !strings.HasPrefix(fmt.Sprint(err), c.says) {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}

// TestBadFiles checks that damaged files give an error that names them.
func TestBadFiles(t *testing.T) {
	folder := t.TempDir()
	whole := filepath.Join(folder, "whole.parquet")
	writeParquet(t, whole, points(t, 1), 1000)
	b, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(b)
	for i := 100; i < 3000; i++ {
		damaged[i] ^= 0x55
	}
	for name, content := range map[string][]byte{
		"short.parquet": b[:len(b)-100], "empty.parquet": {}, "text.parquet": []byte("trip,lat,lon\n"), "page.parquet": damaged,
		"empty.csv": {}, "empty.ndjson": {}, "no.csv.gz": []byte("trip,lat,lon\n"), "no.gpx": []byte("<html/>"),
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		out := t.TempDir()
		err := command(t.Context(), []string{"--out", out, "match", path}, io.Discard)
		if err == nil || !strings.HasPrefix(err.Error(), name+": ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := os.ReadDir(out); len(left) > 0 {
			t.Errorf("%s leaves %v", name, left)
		}
	}
	run(t, "--out", t.TempDir(), "match", whole)
}
