// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

func repeat(s string, n int) string { return strings.Repeat(s, n) }

func utf16le(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

func utf16be(s string) string {
	le := []byte(utf16le(s))
	for i := 0; i+1 < len(le); i += 2 {
		le[i], le[i+1] = le[i+1], le[i]
	}
	return string(le)
}

func zipped(t testing.TB, s string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGzip(t *testing.T) {
	const text = "lat,lon\n10.1,106.1\n"
	whole := zipped(t, text+repeat("10.2,106.2\n", 1000))
	runReadCases(t, []readCase{{name: "whole", file: "a.csv.gz", text: zipped(t, text), want: []string{"a | 10.1,106.1"}}})
	runFaultCases(t, []faultCase{
		{name: "not to be unpacked", text: whole, opt: Options{Plain: true}, is: ErrPacked, prefix: "trip.txt", has: "is compressed"},
		{name: "bad header", text: "\x1f\x8b00000000", is: ErrFormat, prefix: "trip.txt", has: "damaged"},
		{name: "bad checksum", text: whole[:len(whole)-8] + "\x00\x00\x00\x00" + whole[len(whole)-4:], is: ErrFormat, prefix: "trip.txt", has: "damaged"},
		{name: "bad block", text: whole[:10] + "\xff\xff" + whole[12:], is: ErrFormat, prefix: "trip.txt", has: "damaged"},
		{name: "cut", text: whole[:len(whole)-20], opt: Options{Strict: true}, is: ErrFormat, prefix: "trip.txt", has: "truncated"},
	})

	trips, err := Read(context.Background(), strings.NewReader(whole[:len(whole)-20]), "a.csv.gz", Options{})
	if err != nil {
		t.Fatalf("a truncated file: %v", err)
	}
	if n := len(trips[0].Observations); n == 0 || n > 1001 {
		t.Errorf("%d points of a truncated file", n)
	}
	if !slices.ContainsFunc(trips[0].Notes, func(n Note) bool { return n.Kind == NoteTruncated }) {
		t.Errorf("notes %v, want one that says the file is truncated", trips[0].Notes)
	}

	whole = zipped(t, "<gpx><trk><trkseg>\n"+repeat("<trkpt lat=\"10.1\" lon=\"106.1\"/>\n", 5000)+"</trkseg></trk></gpx>")
	trips, err = Read(context.Background(), strings.NewReader(whole[:len(whole)-40]), "a.gpx.gz", Options{})
	if err != nil || len(trips[0].Notes) != 1 || trips[0].Notes[0].Count != 1 || trips[0].Notes[0].Line == 0 {
		t.Errorf("notes %v and %v, want one for the end of the file", trips, err)
	}
}

// TestGuardAcrossChunks puts characters across the boundary of every buffer.
func TestGuardAcrossChunks(t *testing.T) {
	for pad := range 5 {
		name := repeat("x", 4090+pad) + repeat("ế", 50_000) + "\xe9"
		text := "trip,lat,lon\n" + name + ",10.1,106.1\n"
		trips, err := Read(context.Background(), strings.NewReader(text), "a.csv", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.TrimSuffix(name, "\xe9") + "é"; trips[0].ID != want {
			t.Errorf("pad %d: %d bytes of trip name came out as %d", pad, len(want), len(trips[0].ID))
		}
	}
}

func TestForeignFiles(t *testing.T) {
	runFaultCases(t, []faultCase{
		{name: "nothing", text: "", is: ErrEmpty, prefix: "trip.txt", has: "empty"},
		{name: "blanks", text: " \r\n\t\n", is: ErrEmpty, prefix: "trip.txt", has: "empty"},
		{name: "zip", text: "PK\x03\x04....", is: ErrFormat, prefix: "trip.txt", has: "damaged or truncated"},
		{name: "fit", text: "\x0e\x10\x43\x08\x10\x00\x00\x00.FIT\x00", is: ErrFormat, prefix: "trip.txt", has: "truncated"},
		{name: "binary", text: "\x89PNG\r\n\x1a\n\x00\x00", is: ErrFormat, prefix: "trip.txt", has: "not text"},
		{name: "prose", text: "Xin chào,\ntôi gửi lộ trình.\n", is: ErrColumns, prefix: "trip.txt:1", has: "vĩ độ and kinh độ"},
	})
}

func TestLimits(t *testing.T) {
	rows := "trip,lat,lon\n" + repeat("a,10.1,106.1\n", 10) + "b,10.1,106.1\n"
	runFaultCases(t, []faultCase{
		{name: "bytes", text: rows, opt: Options{MaxBytes: 100}, is: ErrTooLarge, prefix: "trip.txt", has: "split it"},
		{name: "bytes after decompression", text: zipped(t, rows), opt: Options{MaxBytes: 100}, is: ErrTooLarge, prefix: "trip.txt", has: "split it"},
		{name: "points", text: rows, opt: Options{MaxPoints: 5}, is: ErrTooLarge, prefix: "trip.txt:7", has: "more than 5 points"},
		{name: "trips", text: rows, opt: Options{MaxTrips: 1}, is: ErrTooLarge, prefix: "trip.txt", has: "more than 1 trips"},
		{name: "points of GeoJSON", text: `{"type":"MultiPoint","coordinates":[[1,1],[2,2],[3,3]]}`, opt: Options{MaxPoints: 2}, is: ErrTooLarge, prefix: "trip.txt:1:50", has: "more than 2"},
		{name: "points of JSON", text: `{"points":[{"lat":1,"lon":1},{"lat":1,"lon":1},{"lat":1,"lon":1}]}`, opt: Options{MaxPoints: 2}, is: ErrTooLarge, prefix: "trip.txt:1:48", has: "more than 2"},
	})
	if trips, err := Read(context.Background(), strings.NewReader(rows), "a", Options{MaxBytes: int64(len(rows)), MaxPoints: 11, MaxTrips: 2}); err != nil || len(trips) != 2 {
		t.Errorf("a file of exactly the allowed size: %d trips, %v", len(trips), err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Read(ctx, strings.NewReader("lat,lon\n10.1,106.1\n"), "a.csv", Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	if _, err := ReadFile(ctx, filepath.Join(dir, "none.gpx"), Options{}); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "none.gpx") {
		t.Errorf("missing file: %v", err)
	}
	if _, err := ReadFile(ctx, dir, Options{}); !errors.Is(err, ErrFormat) {
		t.Errorf("folder: %v", err)
	}
	path := filepath.Join(dir, "xe 59A.csv")
	if err := os.WriteFile(path, []byte("lat,lon\n10.1,106.1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	trips, err := ReadFile(ctx, path, Options{})
	if err != nil || len(trips) != 1 || trips[0].ID != "xe 59A" {
		t.Errorf("%v, %v", show(trips), err)
	}
}

func TestForcedFormat(t *testing.T) {
	_, err := Read(context.Background(), strings.NewReader("lat,lon\n10.1,106.1\n"), "a", Options{Format: GPX})
	if !errors.Is(err, ErrFormat) {
		t.Errorf("CSV as GPX: %v", err)
	}
	_, err = Read(context.Background(), strings.NewReader("lat,lon\n10.1,106.1\n"), "a", Options{Format: "shp"})
	if !errors.Is(err, ErrUnknownFormat) {
		t.Errorf("unknown format: %v", err)
	}
}
