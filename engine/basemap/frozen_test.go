// SPDX-License-Identifier: MIT

package basemap

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/packtest"
	"roadsnap/engine/pack"
)

// TestFrozenMap reads a map of format 2 with features of every kind in every tier, and compares
// them with a listing. Both files are from the time when the format was new, and are never made
// again: a change that breaks this test breaks the maps of users.
func TestFrozenMap(t *testing.T) {
	path, listing := filepath.Join("testdata", "v2.rsp"), filepath.Join("testdata", "v2.txt")
	freeze(t, path, listing)
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	var tags []pack.Tag
	for _, s := range p.Sections() {
		if s.Length > 0 {
			tags = append(tags, s.Tag)
		}
	}
	for _, tag := range Tags() {
		if !slices.Contains(tags, tag) {
			t.Errorf("section %s is missing or empty", tag)
		}
	}
	m, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.Verify(t.Context(), nil), m.Verify(t.Context())); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(listing)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(listed(m), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d is %q, want %q", i+1, strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""), line)
		}
	}
	for _, k := range Kinds() {
		if !strings.Contains(string(want), " "+k.String()+" ") {
			t.Errorf("no feature is a %v", k)
		}
	}
}

// freeze makes the frozen files if they are missing, and fails the test so that they are reviewed.
func freeze(t *testing.T, path, listing string) {
	t.Helper()
	if _, err := os.Stat(path); err == nil {
		return
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	b := everyKind(t)
	content := packtest.Bytes(t, b)
	p, err := pack.OpenBytes("new", content)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(path, content, 0o644), os.WriteFile(listing, []byte(listed(m)), 0o644)); err != nil {
		t.Fatal(err)
	}
	t.Fatalf("%s was missing and has been made: look at it, then keep it for ever", path)
}

// listed returns a line for each feature at a zoom of each tier.
func listed(m *Map) string {
	var out strings.Builder
	for _, zoom := range []int{6, 9, 12, 17} {
		var lines []string
		m.Visit(zoom, world, func(f Feature) bool {
			line := fmt.Sprintf("%d %v %d %q %q %q %d %d %d", zoom, f.Kind, f.ID, f.Name, f.NameEn, f.Ref, f.Flags, f.Level, f.Rank)
			for i := range f.NumParts() {
				line += " |"
				for _, q := range f.Part(i) {
					line += fmt.Sprintf(" %d,%d", q.Lat, q.Lon)
				}
			}
			lines = append(lines, line)
			return true
		})
		slices.Sort(lines)
		for _, line := range lines {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

// everyKind returns features of every kind, large and small, and more houses than a block holds.
func everyKind(t *testing.T) *Builder {
	b := NewBuilder()
	id := int64(0)
	next := func(k Kind) Feature {
		id++
		f := Feature{ID: id, Kind: k, Name: fmt.Sprintf("Tên %d đường", id), Level: int8(id%5) - 2, Rank: uint8(id)}
		if id%2 == 0 {
			f.NameEn = fmt.Sprintf("Name %d", id)
		}
		if k.IsLine() {
			f.Flags = Flags(id) & allFlags
			f.Ref = "QL1A;AH1"
		}
		return f
	}
	for i, k := range Kinds() {
		x, y := float64(i%9)*9000, float64(i/9)*9000
		switch {
		case k.IsArea():
			mustAdd(t, b, next(k), square(x, y, 6000), holeIn(x, y))
			mustAdd(t, b, next(k), square(x+7000, y, 40))
		case k.IsLine():
			mustAdd(t, b, next(k), metres(x, y, x+3000, y+500, x+60_000, y+900))
			mustAdd(t, b, next(k), metres(x+60_000, y+900, x+80_000, y, x+80_100, y+20))
		default:
			mustAdd(t, b, next(k), metres(x, y))
		}
	}
	for i := range 260 {
		x, y := float64(i%25)*40, float64(i/25)*40
		mustAdd(t, b, Feature{ID: int64(10_000 + i), Kind: Building}, square(x, y, 12))
		if i%4 == 0 {
			mustAdd(t, b, Feature{ID: int64(20_000 + i), Kind: HouseNumber, Name: fmt.Sprintf("%d/%dA", i/25, i), Ref: "Nguyễn Huệ"}, metres(x, y))
		}
	}
	return b
}

// holeIn returns a hole in the square of everyKind at a place.
func holeIn(x, y float64) []geo.Fixed {
	hole := square(x+1000, y+1000, 2000)
	slices.Reverse(hole)
	return hole
}
