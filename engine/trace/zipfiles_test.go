// SPDX-License-Identifier: MIT

package trace

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// entry is a file of an archive.
type entry struct{ name, text string }

// archiveOf returns an archive.
func archiveOf(tb testing.TB, entries ...entry) string {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.Create(e.name)
		if err == nil {
			_, err = f.Write([]byte(e.text))
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

var (
	oneGPX = gpx(`<trk><trkseg><trkpt lat="10.1" lon="106.1"/></trkseg></trk>`)
	oneCSV = "lat,lon\n10.2,106.2\n"
	oneKML = kml(`<Placemark><LineString><coordinates>106.3,10.3</coordinates></LineString></Placemark>`)
)

func TestReadArchives(t *testing.T) {
	runReadCases(t, []readCase{{
		name: "folders, compressed files and names that repeat",
		file: "march.zip",
		text: archiveOf(t, entry{"1/", ""}, entry{"1/59A.gpx", oneGPX}, entry{`2\59A.csv.gz`, zipped(t, oneCSV)}, entry{"../../2/x.kmz", archiveOf(t, entry{"doc.kml", oneKML}, entry{"files/a.png", "x"})},
			entry{"__MACOSX/1/._59A.gpx", "x"}, entry{".hidden.csv", oneCSV}, entry{"readme.txt", "Xin chào"}, entry{"photo.jpg", "x"}),
		want: []string{"59A | 10.1,106.1", "59A-2 | 10.2,106.2", "x [day] | 10.3,106.3"},
	}, {
		name: "KMZ",
		file: "/a/monday.kmz",
		text: archiveOf(t, entry{"doc.kml", oneKML}, entry{"files/arrow.png", "x"}),
		want: []string{"monday [day] | 10.3,106.3"},
	}, {
		name:  "a file that cannot be read",
		text:  archiveOf(t, entry{"a.gpx", oneGPX}, entry{"b.gpx", "<html/>"}, entry{"c.csv", oneCSV}),
		want:  []string{"a | 10.1,106.1", "c | 10.2,106.2"},
		notes: []string{"file_left_out"},
	}})
}

func TestArchivesKeepTheNamesOfFiles(t *testing.T) {
	text := archiveOf(t, entry{"1/59A.gpx", oneGPX}, entry{`..\2\x.kmz`, archiveOf(t, entry{"doc.kml", oneKML})})
	items, err := Contents(context.Background(), strings.NewReader(text), "march.zip", Options{})
	if err != nil || len(items) != 2 || items[0].File != "1/59A.gpx" || items[1].File != "2/x.kmz/doc.kml" || items[1].Number != 2 {
		t.Errorf("%+v, %v", items, err)
	}
	trips, err := Read(context.Background(), strings.NewReader(text), "march.zip", Options{Tracks: []string{"2"}})
	if err != nil || len(trips) != 1 || trips[0].File != "2/x.kmz/doc.kml" {
		t.Errorf("%+v, %v", trips, err)
	}
}

func TestReadArchiveFaults(t *testing.T) {
	encrypted := []byte(archiveOf(t, entry{"a.gpx", oneGPX}))
	central := bytes.Index(encrypted, []byte("PK\x01\x02"))
	encrypted[6] |= 1
	encrypted[central+8] |= 1
	method := []byte(archiveOf(t, entry{"a.gpx", oneGPX}))
	method[8], method[central+10] = 12, 12 // bzip2
	damaged := []byte(archiveOf(t, entry{"a.csv", "lat,lon\n" + strings.Repeat("10.2,106.2\n", 9)}))
	damaged[30+len("a.csv")+4] ^= 0x55
	whole := archiveOf(t, entry{"a.gpx", oneGPX})
	deep := archiveOf(t, entry{"b.zip", archiveOf(t, entry{"c.zip", archiveOf(t, entry{"a.gpx", oneGPX})})})
	many := make([]entry, maxEntries+1)
	for i := range many {
		many[i].name = fmt.Sprint(i)
	}
	runFaultCases(t, []faultCase{
		{name: "encrypted", text: string(encrypted), is: ErrFormat, prefix: "trip.txt/a.gpx", has: "is encrypted; unpack the archive with its password"},
		{name: "bzip2", text: string(method), is: ErrFormat, prefix: "trip.txt/a.gpx", has: "method 12"},
		{name: "damaged", text: string(damaged), is: ErrFormat, prefix: "trip.txt/a.csv", has: "damaged"},
		{name: "truncated", text: whole[:len(whole)-9], is: ErrFormat, prefix: "trip.txt", has: "damaged or truncated"},
		{name: "no traces", text: archiveOf(t, entry{"photo.jpg", "x"}), is: ErrFormat, prefix: "trip.txt", has: "no traces"},
		{name: "a document", text: archiveOf(t, entry{"mimetype", "x"}, entry{"content.xml", "x"}), is: ErrFormat, prefix: "trip.txt", has: "office program"},
		{name: "no file is a trace", text: archiveOf(t, entry{"a.txt", "Xin chào"}, entry{"b.gpx", "<html/>"}), is: ErrColumns, prefix: "trip.txt/a.txt:1", has: "vĩ độ"},
		{name: "three archives deep", text: deep, is: ErrFormat, prefix: "trip.txt/b.zip/c.zip", has: "an archive in an archive"},
		{name: "many files", text: archiveOf(t, many...), is: ErrTooLarge, prefix: "trip.txt", has: "10001 files"},
		{name: "a file that swells", text: archiveOf(t, entry{"a.csv", strings.Repeat("\n", freeZipSize+1)}), is: ErrTooLarge, prefix: "trip.txt/a.csv", has: "more than 200 times"},
		{name: "many bytes", text: archiveOf(t, entry{"a.csv", oneCSV}, entry{"b.csv", oneCSV + strings.Repeat("\n", 1<<20)}), opt: Options{MaxBytes: 1 << 20}, is: ErrTooLarge, prefix: "trip.txt/b.csv", has: "longer than 1 MiB"},
		{name: "many bytes in a compressed file", text: archiveOf(t, entry{"a.csv", oneCSV}, entry{"b.csv.gz", zipped(t, oneCSV+strings.Repeat("\n", 1<<20))}), opt: Options{MaxBytes: 1 << 20}, is: ErrTooLarge, prefix: "trip.txt/b.csv.gz", has: "longer than 1 MiB"},
		{name: "many points", text: archiveOf(t, entry{"a.csv", oneCSV}, entry{"b.csv", oneCSV}), opt: Options{MaxPoints: 1}, is: ErrTooLarge, prefix: "trip.txt/b.csv", has: "as many points"},
		{name: "strict", text: archiveOf(t, entry{"a.gpx", oneGPX}, entry{"b.gpx", "<html/>"}), opt: Options{Strict: true}, is: ErrFormat, prefix: "trip.txt/b.gpx:1:1", has: "web page"},
	})
}

func TestArchivesOnTheDisk(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.zip")
	text := archiveOf(t, entry{"a.gpx", oneGPX})
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var content strings.Builder
	trips, err := ReadFileTo(context.Background(), file, &content, Options{})
	if err != nil || len(trips) != 1 || content.String() != text {
		t.Errorf("%v, %d bytes of %d, %v", trips, content.Len(), len(text), err)
	}
	if _, err := Read(context.Background(), strings.NewReader(text), "a.zip", Options{Plain: true}); !errors.Is(err, ErrPacked) {
		t.Errorf("plain: error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ReadFile(ctx, file, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func FuzzZIP(f *testing.F) {
	fuzzReader(f, Auto, archiveOf(f, entry{"a.gpx", oneGPX}, entry{"b/c.csv.gz", zipped(f, oneCSV)}, entry{"d.kmz", archiveOf(f, entry{"doc.kml", oneKML})}),
		archiveOf(f, entry{"a.fit", string(fitFile(f, 3))}, entry{"../x.tcx", tcx("")}), archiveOf(f, entry{"", ""}))
}
