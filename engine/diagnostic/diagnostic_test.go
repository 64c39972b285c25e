// SPDX-License-Identifier: MIT

package diagnostic_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// packOf returns a pack in memory with the sections that write adds.
func packOf(tb testing.TB, write func(*pack.Writer) error) *pack.Pack {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "x.rsp")
	w, err := pack.Create(path, pack.Meta{Bounds: geo.NoBounds})
	if err != nil {
		tb.Fatal(err)
	}
	if err := errors.Join(write(w), w.Commit()); err != nil {
		tb.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := pack.OpenBytes("x.rsp", b)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// all returns a diagnostic of each kind, with items of every sort.
func all() (list diagnostic.List) {
	for i, kind := range diagnostic.Kinds() {
		f := diagnostic.Diagnostic{Kind: kind}
		for k := range i % (diagnostic.MaxItems + 3) {
			f.Add([]diagnostic.Item{
				{Name: "Phường Đồ Sơn", Size: 12.5, Bounds: geo.Bounds{South: 20.5, West: 106, North: 20.75, East: 106.5}},
				{Name: "00004 Ba Đình", File: "a.zip/b.geojson", Feature: k, Bounds: geo.NoBounds},
				{Way: -7, Bounds: geo.BoundsOf(geo.Point{Lat: 10, Lon: 107})},
				{Relation: 1 << 50, Bounds: geo.NoBounds},
			}[k%4])
		}
		if f.Count == 0 {
			f.Count = 1_000_000
		}
		list.Add(f)
	}
	return list
}

func TestFindingsAreKept(t *testing.T) {
	for name, want := range map[string]diagnostic.List{"all": all(), "none": {}} {
		p := packOf(t, func(w *pack.Writer) error { return diagnostic.Write(w, want) })
		got, known, err := diagnostic.Read(p)
		if err != nil || !known || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: read %+v, known %t, %v; want %+v", name, got, known, err, want)
		}
		if s := p.Sections()[0]; s.Tag != diagnostic.Tag || !s.Optional {
			t.Errorf("%s: section %+v, want one that older programs skip", name, s)
		}
	}
}

func TestPackOfBeforeHasNoFindings(t *testing.T) {
	p := packOf(t, func(*pack.Writer) error { return nil })
	if list, known, err := diagnostic.Read(p); len(list) > 0 || known || err != nil {
		t.Errorf("%v, known %t, %v", list, known, err)
	}
}

// tooMany returns more diagnostics than allowed.
func tooMany() string {
	var b strings.Builder
	for i := range 201 {
		fmt.Fprintf(&b, `,{"kind":"a%c%c","count":1}`, 'a'+i/26, 'a'+i%26)
	}
	return "[" + b.String()[1:] + "]"
}

func TestDamagedFindings(t *testing.T) {
	item := func(text string) string { return `[{"kind":"gaps","count":1,"items":[{` + text + `}]}]` }
	for name, text := range map[string]string{
		"nothing":               ``,
		"no list":               `{}`,
		"cut off":               `[{"kind":"gaps"`,
		"no kind":               `[{"count":1}]`,
		"strange kind":          `[{"kind":"Gaps and\n","count":1}]`,
		"long kind":             `[{"kind":"` + strings.Repeat("x", 41) + `","count":1}]`,
		"a kind twice":          `[{"kind":"gaps","count":1},{"kind":"gaps","count":1}]`,
		"no count":              `[{"kind":"gaps"}]`,
		"count below zero":      `[{"kind":"gaps","count":-1}]`,
		"more items than found": `[{"kind":"gaps","count":1,"items":[{},{}]}]`,
		"too many items":        `[{"kind":"gaps","count":99,"items":[{}` + strings.Repeat(",{}", diagnostic.MaxItems) + `]}]`,
		"two lines":             item(`"name":"a\nb"`),
		"escape sequence":       item(`"file":"\u001b[2J"`),
		"long name":             item(`"name":"` + strings.Repeat("x", 201) + `"`),
		"feature below zero":    item(`"feature":-1`),
		"size below zero":       item(`"size":-1`),
		"count of no import":    `[{"kind":"gaps","count":1000000000001}]`,
		"larger than the Earth": item(`"size":1e16`),
		"size of no number":     item(`"size":1e999`),
		"off the Earth":         item(`"bounds":[0,0,91,0]`),
		"inside out":            item(`"bounds":[1,0,0,0]`),
		"too many diagnostics":  tooMany(),
		"too long":              `[` + strings.Repeat(" ", 2<<20) + `]`,
	} {
		p := packOf(t, func(w *pack.Writer) error { return pack.WriteOptional(w, diagnostic.Tag, []byte(text)) })
		if list, _, err := diagnostic.Read(p); !errors.Is(err, pack.ErrCorrupt) {
			t.Errorf("%s: %+v, %v, want pack.ErrCorrupt", name, list, err)
		}
	}
	p := packOf(t, func(w *pack.Writer) error { return pack.WriteOptional(w, diagnostic.Tag, []uint16{1}) })
	if _, _, err := diagnostic.Read(p); !errors.Is(err, pack.ErrCorrupt) {
		t.Errorf("elements of two bytes: %v", err)
	}
}

// TestFindingsOfLaterVersions checks that kinds and members of later versions are
// accepted.
func TestFindingsOfLaterVersions(t *testing.T) {
	const text = `[{"kind":"sea_serpents","count":3,"danger":9,"items":[{"name":"Con Rít","teeth":1}]}]`
	p := packOf(t, func(w *pack.Writer) error { return pack.WriteOptional(w, diagnostic.Tag, []byte(text)) })
	list, known, err := diagnostic.Read(p)
	if err != nil || !known || len(list) != 1 || list[0].Items[0].Name != "Con Rít" || list.Doubts() != 1 {
		t.Errorf("%+v, %t, %v", list, known, err)
	}
}

// TestAnyTextOfSourcesIsKept checks that no text from a source makes Write fail.
func TestAnyTextOfSourcesIsKept(t *testing.T) {
	f := diagnostic.Diagnostic{Kind: diagnostic.Gaps}
	texts := []string{"a\nb\x1b[2J", "\xff\xfe", strings.Repeat("Đ", 500), strings.Repeat("\x00", 500), "\u202eRLO", "  ", "\ufffd"}
	for _, text := range texts {
		f.Add(diagnostic.Item{Name: text, File: text, Size: math.Inf(1), Bounds: geo.NoBounds})
	}
	f.Add(diagnostic.Item{Size: math.NaN(), Bounds: geo.NoBounds})
	f.Add(diagnostic.Item{Size: -1, Feature: -1, Bounds: geo.NoBounds})
	for _, b := range []geo.Bounds{{South: math.NaN(), North: 1, East: 1}, {South: 91, North: 92}, {West: 179, East: 181}, {South: 1}} {
		f.Add(diagnostic.Item{Bounds: b})
	}
	p := packOf(t, func(w *pack.Writer) error { return diagnostic.Write(w, diagnostic.List{f}) })
	list, _, err := diagnostic.Read(p)
	if err != nil || len(list) != 1 || list[0].Count != len(texts)+6 {
		t.Fatalf("%+v, %v", list, err)
	}
	if got := list[0].Items[0].Name; got != "a b [2J" {
		t.Errorf("%q", got)
	}
	if got := list[0].Items[2].Name; !utf8.ValidString(got) || !strings.HasSuffix(got, "Đ…") || len(got) < 190 {
		t.Errorf("%q", got)
	}
}

// TestLargestReportFits checks that the largest possible list fits into the section.
func TestLargestReportFits(t *testing.T) {
	var list diagnostic.List
	for _, kind := range diagnostic.Kinds() {
		f := diagnostic.Diagnostic{Kind: kind}
		for range diagnostic.MaxItems {
			long := strings.Repeat(`"`, 500)
			f.Add(diagnostic.Item{long, long, math.MaxInt, math.MinInt64, math.MinInt64, 987654321098765.4, geo.Bounds{South: -89.123456789012345, West: -179.12345678901234, North: 89.123456789012345, East: 179.12345678901234}})
		}
		list.Add(f)
	}
	packOf(t, func(w *pack.Writer) error { return diagnostic.Write(w, list) })
}

// TestKindsAreComplete compares the declared kinds with the listed ones.
func TestKindsAreComplete(t *testing.T) {
	source, err := os.ReadFile("kind.go")
	if err != nil {
		t.Fatal(err)
	}
	var declared, listed []string
	for _, m := range regexp.MustCompile(`(?m)^\t\w+ +Kind = "(\w+)"`).FindAllStringSubmatch(string(source), -1) {
		declared = append(declared, m[1])
	}
	for _, k := range diagnostic.Kinds() {
		listed = append(listed, string(k))
	}
	if len(declared) < 30 || !slices.Equal(declared, listed) {
		t.Errorf("declared %v\nlisted   %v", declared, listed)
	}
	if diagnostic.Gaps.Routine() || !diagnostic.AreaWays.Routine() {
		t.Error("Routine is wrong")
	}
}
