// SPDX-License-Identifier: MIT

package pack

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"roadsnap/engine/geo"
)

// record is a typical element, a struct without padding.
type record struct {
	Point geo.Fixed
	Way   uint32
}

// sample is a pack with every feature of the format. It is small enough to damage
// each of its bytes in turn.
var sample = struct {
	meta    Meta
	records []record
	bytes   []byte
	words   []uint64
	list    []string
}{
	meta: Meta{
		Name: "Mẫu <thử>", Source: "sample.osm.pbf", SourceSHA256: "00ff",
		SourceTime: time.Date(2018, 3, 1, 20, 21, 22, 0, time.UTC),
		Importer:   "roadsnap 0.1.0",
		Licences:   []string{"© OpenStreetMap contributors, ODbL 1.0"},
		Bounds:     geo.Bounds{South: 8.5, West: 102.1, North: 23.4, East: 109.5},
		Counts:     map[string]int64{"links": 2, "nodes": 3},
	},
	records: []record{{geo.Fixed{Lat: 107769000, Lon: 1067009000}, 1}, {geo.Fixed{Lat: -1, Lon: 1}, 4294967295}},
	bytes:   []byte("an optional section"),
	words:   []uint64{1, 1 << 63},
	list:    []string{"", "Đường Lê Lợi", "", "QL1A"},
}

func writeSample(w *Writer) error {
	steps := []func() error{
		func() error { return Write(w, "XREC", sample.records) },
		func() error { return Write(w, "XNIL", []float64{}) },
		func() error { return WriteOptional(w, "XOPT", sample.bytes) },
		func() error { return WriteStrings(w, "XSTO", "XSTD", sample.list) },
		func() error { return Write(w, "X64B", sample.words) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// create writes a pack into a new folder and returns its path.
func create(t testing.TB, meta Meta, fill func(w *Writer) error) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample.rsp")
	w, err := Create(path, meta)
	if err != nil {
		t.Fatal(err)
	}
	if err := fill(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return path
}

func sampleBytes(t testing.TB) []byte {
	t.Helper()
	b, err := os.ReadFile(create(t, sample.meta, writeSample))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func open(t testing.TB, path string) *Pack {
	t.Helper()
	p, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// readAll reads every byte that the API can reach, as an owner of sections would
// after Open.
func readAll(p *Pack) (sum uint64) {
	p.Meta()
	sections := p.Sections()
	for i, s := range sections {
		sum += readSection[uint8](p, s) + readSection[uint16](p, s) + readSection[uint32](p, s) +
			readSection[uint64](p, s) + readSection[float64](p, s) + readSection[record](p, s)
		// The bytes of strings come after their offsets.
		list, err := OpenStrings(p, s.Tag, sections[(i+1)%len(sections)].Tag)
		if err != nil {
			continue
		}
		for i := range uint32(list.Len() + 1) {
			for _, c := range []byte(list.At(i)) {
				sum += uint64(c)
			}
		}
	}
	return sum
}

func readSection[T any](p *Pack, s Section) (sum uint64) {
	elements, err := Slice[T](p, s.Tag)
	if err != nil {
		return 0
	}
	for _, e := range elements {
		sum += uint64(len(fmt.Sprint(e)))
	}
	return sum
}
