// SPDX-License-Identifier: MIT

package osmimport

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/pack"
)

// checkError checks that an error of reading damaged data wraps ErrCorrupt or
// ErrFormat.
func checkError(t testing.TB, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrFormat) {
		t.Fatalf("error %q wraps neither %q nor %q", err, ErrCorrupt, ErrFormat)
	}
}

func TestFormatErrors(t *testing.T) {
	crossing := crossing()
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"empty":               {nil, ErrFormat},
		"text":                {[]byte("time,lat,lon\n1,2,3\n"), ErrFormat},
		"json":                {[]byte(`{"elements":[]}`), ErrFormat},
		"zip":                 {[]byte("PK\x03\x04 and so on"), ErrFormat},
		"zeros":               {make([]byte, 4096), ErrFormat},
		"noise":               {bytes.Repeat([]byte{0xff, 0xfe, 7}, 999), ErrFormat},
		"gpx":                 {[]byte(`<?xml version="1.0"?><gpx version="1.1"></gpx>`), ErrFormat},
		"html":                {[]byte("<!DOCTYPE html><html></html>"), ErrFormat},
		"a change file":       {[]byte(`<osmChange version="0.6"></osmChange>`), ErrFormat},
		"utf-16":              {[]byte("\xff\xfe<\x00o\x00s\x00m\x00>\x00"), ErrFormat},
		"another encoding":    {[]byte(`<?xml version="1.0" encoding="latin1"?><osm></osm>`), ErrFormat},
		"gzip of text":        {gzipped([]byte("hello")), ErrFormat},
		"gzip of nothing":     {gzipped(nil), ErrFormat},
		"needs history":       {crossing.pbf(pbfStyle{features: []string{"OsmSchema-V0.6", "LocationsOnWays2"}}), ErrFormat},
		"packed otherwise":    {otherPacking(7), ErrFormat},
		"xml of one byte":     {[]byte("<"), ErrTruncated},
		"xml declaration":     {[]byte("<?xml version='1.0'?>\n"), ErrFormat},
		"xml that stops":      {crossing.xml()[:300], ErrTruncated},
		"xml that is crossed": {[]byte("<osm><way id='1'></node></osm>"), ErrCorrupt},
		"xml, id no number":   {[]byte("<osm><way id='one'></way></osm>"), ErrCorrupt},
	} {
		_, err := read(t.Context(), c.data)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
	}
}

func otherPacking(field int) []byte {
	var blob protoBuilder
	blob.number(2, 10)
	blob.message(field, []byte("packed"))
	return frameOf("OSMHeader", blob.Bytes())
}

func TestErrorsSayWhere(t *testing.T) {
	data := crossing().pbf(pbfStyle{perBlock: 4})
	third := bytes.Index(data[400:], []byte("OSMData")) + 400
	damaged := bytes.Clone(data)
	damaged[third+20] ^= 0xff
	in := filepath.Join(t.TempDir(), "bad.osm.pbf")
	if err := os.WriteFile(in, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := read(t.Context(), damaged)
	if err == nil || !strings.Contains(err.Error(), "at byte ") {
		t.Errorf("error %v names no place", err)
	}
	_, err = read(t.Context(), []byte("<osm>\n<node id='1'>\n"))
	if err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("error %v does not name line 3", err)
	}
}

// TestTruncation cuts files of all formats at every byte. Each must be refused,
// except a PBF file cut between two blocks, because that cannot be detected.
func TestTruncation(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	bz2, err := os.ReadFile(filepath.Join("testdata", "crossing.osm.bz2"))
	if err != nil {
		t.Fatal(err)
	}
	all := forms(crossing())
	all["bzip2"] = bz2
	for name, data := range all {
		if _, err := read(t.Context(), data); err != nil {
			t.Fatalf("%s: whole: %v", name, err)
		}
		ends := blockEnds(name, data)
		for n := range len(data) {
			_, err := read(t.Context(), data[:n])
			checkError(t, err)
			if err == nil && !ends[n] && !onlySpace(name, data[n:]) {
				t.Errorf("%s: the first %d of %d bytes pass for a whole file", name, n, len(data))
			}
		}
	}
}

func onlySpace(form string, rest []byte) bool {
	return strings.HasPrefix(form, "xml") && len(bytes.TrimSpace(rest)) == 0
}

// blockEnds returns the offsets of the ends of the blocks of a PBF file.
func blockEnds(form string, data []byte) map[int]bool {
	ends := make(map[int]bool)
	if !strings.HasPrefix(form, "pbf") {
		return ends
	}
	for at := 0; at < len(data); {
		header := int(binary.BigEndian.Uint32(data[at:]))
		m := message{rest: data[at+4 : at+4+header]}
		size := 0
		for m.next() {
			if m.number == 3 {
				size = int(m.value)
			}
		}
		at += 4 + header + size
		ends[at] = true
	}
	return ends
}

// TestBitFlips flips bits throughout files of all formats. Nothing may panic, and
// every error must wrap ErrCorrupt or ErrFormat.
func TestBitFlips(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	for name, data := range forms(crossing()) {
		for i := range data {
			damaged := bytes.Clone(data)
			damaged[i] ^= 1 << (i % 8)
			im, err := read(t.Context(), damaged)
			checkError(t, err)
			if err == nil && name == "pbf" && im.report.Nodes != 19 && im.report.Ways != 10 {
				t.Errorf("%s: byte %d flipped: packed blocks have checksums, yet %+v was read", name, i, im.report)
			}
		}
	}
}

func TestHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	crossing := crossing()
	good := crossing.pbf(pbfStyle{})
	manyRefs := func() []byte {
		b := newBlockBuilder(pbfStyle{})
		refs := make([]int64, 1_000_000)
		for i := range 5 {
			b.addWay(fixtureWay{id: int64(i), refs: refs, tags: "highway=primary"})
		}
		return b.bytes()
	}
	manyObjects := func() []byte {
		b := newBlockBuilder(pbfStyle{})
		for range maxBlockObjects + 1 {
			b.group.message(3, nil)
		}
		return b.bytes()
	}
	for _, c := range []struct {
		name string
		data []byte
		want string // in the error
		most int64  // megabytes that may be taken for it
	}{
		{"header of 16 MB", []byte{0, 0xff, 0xff, 0xff, 'O', 'S', 'M', 'H', 'e', 'a', 'd', 'e', 'r'}, "the block header has", 1},
		{"block of 2 GB", append(frameHeader("OSMHeader", 1<<31-1), make([]byte, 100)...), "block size", 1},
		{"block of 31 MB, cut off", append(frameHeader("OSMHeader", 31<<20), make([]byte, 100)...), "ends too early", 1},
		{"block of a negative size", append(frameHeader("OSMHeader", 1<<64-5), make([]byte, 100)...), "block size", 1},
		{"unpacks to more than said", slices.Concat(good, frameOf("OSMData", bomb(1000, 64<<20))), "does not end after", 16},
		{"unpacks to less than said", slices.Concat(good, frameOf("OSMData", bomb(30<<20, 1000))), "cannot be unpacked", 64},
		{"says 2 GB", slices.Concat(good, frameOf("OSMData", bomb(1<<31-1, 1000))), "unpacked block size", 16},
		{"more references than a block", slices.Concat(good, frameOf("OSMData", blobOf(manyRefs(), false))), "references, tags and members", 256},
		{"more objects than a block", slices.Concat(good, frameOf("OSMData", blobOf(manyObjects(), false))), "objects", 256},
		{"many small blocks", slices.Concat(good, manyBlocks()), "unpacks to far more", 512},
		{"xml: element without end", slices.Concat([]byte("<osm><node id='1'>"), bytes.Repeat([]byte("<x/>"), 5<<20)), "an element has more", 2048},
		{"gzip: element without end", gzipped(slices.Concat([]byte("<osm><node id='1'>"), bytes.Repeat([]byte("<x/>"), 5<<20))), "an element has more", 2048},
		{"gzip: attribute of 20 MB", gzipped(slices.Concat([]byte("<osm><node id='"), bytes.Repeat([]byte("1"), 20<<20))), "an element has more", 256},
		{"gzip: nodes without end", gzipped(slices.Concat([]byte("<osm><way id='1'>"), bytes.Repeat([]byte("<nd ref='1'/>"), 5<<18))), "an element has more", 1024},
		{"gzip: more than it can be", gzipped(slices.Concat([]byte("<osm>"), bytes.Repeat([]byte("<node id='1' lat='1' lon='1'/>"), 5<<18))), "unpacks to far more", 2048},
		{"gzip: long names", gzipped(slices.Concat([]byte("<osm>"), longName(1), longName(2), longName(3), longName(4), longName(5), longName(6))), "unpacks to far more", 1024},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && strings.HasPrefix(c.name, "gzip") {
				t.Skip("takes seconds")
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := read(t.Context(), c.data)
			runtime.ReadMemStats(&after)
			if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %v with %q", err, ErrCorrupt, c.want)
			}
			// Total allocation, an upper bound of the memory in use.
			if taken := int64(after.TotalAlloc-before.TotalAlloc) >> 20; taken > c.most {
				t.Errorf("took %d MB, at most %d", taken, c.most)
			}
		})
	}
}

func frameHeader(kind string, size uint64) []byte {
	var h protoBuilder
	h.text(1, kind)
	h.number(3, size)
	return append(binary.BigEndian.AppendUint32(nil, uint32(h.Len())), h.Bytes()...)
}

// bomb returns a block that declares said bytes, but unpacks to actual bytes.
func bomb(said, actual int) []byte {
	honest := blobOf(make([]byte, actual), false)
	m := message{rest: honest}
	var b protoBuilder
	b.number(2, uint64(said))
	for m.next() {
		if m.number == 3 {
			b.message(3, m.bytes)
		}
	}
	return b.Bytes()
}

// manyBlocks returns blocks within the limits of a block that compress very well.
func manyBlocks() []byte {
	b := newBlockBuilder(pbfStyle{})
	refs := make([]int64, 2000)
	for i := range 500 {
		b.addWay(fixtureWay{id: int64(i), refs: refs, tags: "highway=primary"})
	}
	return bytes.Repeat(frameOf("OSMData", blobOf(b.bytes(), false)), 10)
}

// longName returns a road with a name of 8 MB.
func longName(id int) []byte {
	return fmt.Appendf(nil, "<way id='%d'><nd ref='1'/><tag k='highway' v='road'/><tag k='name' v='%d%s'/></way>",
		id, id, strings.Repeat("x", 8<<20))
}

// TestListsThatDoNotFit checks that parallel lists of different lengths are an error,
// whichever is longer.
func TestListsThatDoNotFit(t *testing.T) {
	long := []uint64{2, 2, 2}
	dense := func(ids, lats, lons, keysVals, versions int) []byte {
		var m, info, group, b protoBuilder
		info.packed(1, long[:versions]...)
		m.packed(1, long[:ids]...)
		m.message(5, info.Bytes())
		m.packed(8, long[:lats]...)
		m.packed(9, long[:lons]...)
		m.packed(10, long[:keysVals]...)
		group.message(2, m.Bytes())
		b.message(2, group.Bytes())
		return b.Bytes()
	}
	object := func(field, keys, vals, roles, ids, kinds int) []byte {
		var m, group, b, table protoBuilder
		for range 4 {
			table.text(1, "text")
		}
		m.packed(2, long[:keys]...)
		m.packed(3, long[:vals]...)
		if field == 4 {
			m.packed(8, long[:roles]...)
			m.packed(9, long[:ids]...)
			m.packed(10, long[:kinds]...)
		}
		group.message(field, m.Bytes())
		b.message(1, table.Bytes())
		b.message(2, group.Bytes())
		return b.Bytes()
	}
	for name, c := range map[string]struct {
		block []byte
		whole bool
	}{
		"dense":                {dense(2, 2, 2, 0, 2), true},
		"without versions":     {dense(2, 2, 2, 0, 0), true},
		"too few latitudes":    {dense(2, 1, 2, 0, 2), false},
		"too many latitudes":   {dense(2, 3, 2, 0, 2), false},
		"too few longitudes":   {dense(2, 2, 1, 0, 2), false},
		"too many longitudes":  {dense(2, 2, 3, 0, 2), false},
		"too few versions":     {dense(2, 2, 2, 0, 1), false},
		"tags without strings": {dense(2, 2, 2, 2, 2), false},
		"way":                  {object(3, 2, 2, 0, 0, 0), true},
		"too few values":       {object(3, 2, 1, 0, 0, 0), false},
		"too many values":      {object(3, 2, 3, 0, 0, 0), false},
		"relation":             {object(4, 1, 1, 2, 2, 2), true},
		"too few roles":        {object(4, 1, 1, 1, 2, 2), false},
		"too many roles":       {object(4, 1, 1, 3, 2, 2), false},
		"too few kinds":        {object(4, 1, 1, 2, 2, 1), false},
		"too many kinds":       {object(4, 1, 1, 2, 2, 3), false},
		"too few ids":          {object(4, 1, 1, 2, 1, 2), false},
	} {
		var b block
		err := b.decode(c.block, holdsNodes|holdsWays|holdsRelations)
		if (err == nil) != c.whole || err != nil && !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func FuzzPBF(f *testing.F) {
	f.Add(crossing().pbf(pbfStyle{raw: true}))
	f.Add(crossing().pbf(pbfStyle{raw: true, plain: true, times: true, timestamp: 1}))
	f.Add(crossing().pbf(pbfStyle{}))
	f.Add(bay().pbf(pbfStyle{raw: true}))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := read(t.Context(), data)
		checkError(t, err)
	})
}

// FuzzBlock fuzzes the data in blocks, which FuzzPBF cannot reach because of
// checksums.
func FuzzBlock(f *testing.F) {
	for _, style := range []pbfStyle{{}, {plain: true}, {times: true}} {
		b := newBlockBuilder(style)
		b.addNodes(crossing().nodes)
		for _, w := range crossing().ways {
			b.addWay(w)
		}
		for _, r := range crossing().relations {
			b.addRelation(r)
		}
		f.Add(b.bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := frameOf("OSMHeader", blobOf(headerOf(pbfStyle{}), true))
		file = append(file, frameOf("OSMData", blobOf(data, true))...)
		im, err := read(t.Context(), file)
		checkError(t, err)
		if err == nil {
			importDamaged(t, im)
		}
	})
}

func FuzzXML(f *testing.F) {
	f.Add(crossing().xml())
	f.Add(bay().xml())
	f.Add([]byte("<osm><node id='1' lat='1' lon='2'/><way id='1'><nd ref='1'/></way></osm>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		im, err := read(t.Context(), data)
		checkError(t, err)
		if err == nil {
			importDamaged(t, im)
		}
	})
}

// importDamaged makes a pack of data read from a damaged file. The data may be
// nonsense, but the pack must be valid.
func importDamaged(t *testing.T, im *importer) {
	path := filepath.Join(t.TempDir(), "x.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Abort() }()
	if err := im.write(w); err != nil {
		if !errors.Is(err, ErrEmpty) {
			t.Fatal(err)
		}
		return
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	r := imported{pack: p}
	r.open(t)
}
