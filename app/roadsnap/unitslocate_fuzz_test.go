// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/units"
)

// locateAll adds the units to a table, in batches of a size.
func locateAll(t testing.TB, e *engine.Engine, in string, size int) (string, csvRows, error) {
	t.Helper()
	var out bytes.Buffer
	table := pointTable{rowTable: rowTable{in: strings.NewReader(in), out: &out, size: size}, engine: e}
	err := table.run(t.Context())
	return out.String(), table.rows, err
}

// FuzzUnitsLocate holds that no byte of a table is lost or changed, whatever it
// is: what comes out is what went in, with guards against formulas and with something behind
// rows; and that it does not matter how the table is cut into batches.
func FuzzUnitsLocate(f *testing.F) {
	for _, rows := range []string{
		"21.05,105.05\n", "\"21.05\",\"105.05\"\r\n", "a\n\n", "\"a\n,\"\"\",1\n", "\"open,1\n2,3\n", "1,2,3,\"\r", "5\" pipe,\"x\"y\"\n", "\r\n\r", "\x00\xff,\"", "=1,\"=2\n3\"\n",
	} {
		f.Add("lat,lon\n", rows)
		f.Add("\uFEFFa;lat;lon\r\n", rows+rows)
	}
	e := openBorders(f, borderPack(f))
	f.Fuzz(func(t *testing.T, names, rows string) {
		in := names + rows
		got, r, err := locateAll(t, e, in, batchSize)
		if err != nil {
			return
		}
		if small, _, err := locateAll(t, e, in, 7); err != nil || small != got {
			t.Fatalf("in small batches %q, %v\nin one %q", small, err, got)
		}
		if left := lostRow(e.Units(), r, in, got); left != "" {
			t.Fatalf("%q became %q: lost at %q", in, got, left)
		}
	})
}

// lostRow returns the first row of a table that does not stand, guarded and with its line end, with
// nothing before it and nothing but an answer behind it, in the same place of what came out; "" if
// all do.
func lostRow(table *units.Table, r csvRows, in, out string) string {
	in, marked := strings.CutPrefix(in, "\uFEFF")
	if marked {
		out = strings.TrimPrefix(out, "\uFEFF")
	}
	for in != "" {
		n, _ := r.next([]byte(in), true)
		row, end := cutEnd([]byte(in[:n]))
		rest, whole := strings.CutPrefix(out, string(r.appendGuarded(nil, row)))
		answer, ended := rest, true
		if len(end) > 0 {
			answer, out, ended = strings.Cut(rest, string(end))
		} else {
			out = ""
		}
		if !whole || !ended || answer != "" && !isAnswer(table, answer) {
			return in[:n]
		}
		in = in[n:]
	}
	return out
}

// isAnswer reports whether a text is what may be added to a row, perhaps after
// delimiters for cells that the row lacks.
func isAnswer(table *units.Table, text string) bool {
	delimiter := text[:1]
	text = strings.TrimLeft(text, delimiter)
	if text == "" || text == strings.Join(locatedColumns, delimiter) {
		return true
	}
	for _, a := range newAnswers(table, delimiter[0]).wards {
		if delimiter+text == string(a[0]) || delimiter+text == string(a[1]) {
			return true
		}
	}
	return false
}

// benchmarkRows is how many rows a benchmark's table has.
const benchmarkRows = 100_000

// benchmarkTable returns points all over the fixture and round it.
func benchmarkTable(quoted bool) string {
	var b strings.Builder
	b.WriteString("id,vehicle,lat,lon\n")
	for i := range benchmarkRows {
		x := uint32(i) * 2654435761 // Knuth's multiplicative hash: spread, and the same each time
		row := [2]string{"n,29A-12345,", "\"n\",\"29A, 12345\","}[b2i(quoted)]
		b.WriteString(row)
		b.WriteString("21." + digits(x%300000) + ",105." + digits(x>>12%200000) + "\n")
	}
	return b.String()
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// digits writes six of them.
func digits(n uint32) string {
	var d [6]byte
	for i := 5; i >= 0; i-- {
		d[i] = '0' + byte(n%10)
		n /= 10
	}
	return string(d[:])
}

// BenchmarkUnitsLocate reports the rows of a table that are done in a second, on
// the fixture and, if ROADSNAP_BORDERS names a pack, with real borders.
func BenchmarkUnitsLocate(b *testing.B) {
	packs := map[string]string{"fixture": borderPack(b)}
	if path := os.Getenv("ROADSNAP_BORDERS"); path != "" {
		packs["real"] = path
	}
	for name, path := range packs {
		for _, quoted := range []bool{false, true} {
			b.Run(name+map[bool]string{true: "/quoted"}[quoted], func(b *testing.B) {
				e := openBorders(b, path)
				in := benchmarkTable(quoted)
				b.SetBytes(int64(len(in)))
				b.ReportAllocs()
				for b.Loop() {
					table := pointTable{rowTable: rowTable{in: strings.NewReader(in), out: io.Discard}, engine: e}
					if err := table.run(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(benchmarkRows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
	}
}
