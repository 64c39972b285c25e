// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// A file of twenty good records and one that cannot be read, in each format.
func oneBadRecord() map[string]string {
	csv := "lat,lon,time\n" + strings.Repeat("10.1,106.1,2026-01-02T03:04:05Z\n", 10) +
		"north,106.1,2026-01-02T03:04:05Z\n" + strings.Repeat("10.1,106.1,2026-01-02T03:04:05Z\n", 10)
	gpx := func(bad string) string {
		good := strings.Repeat(`<trkpt lat="10.1" lon="106.1"></trkpt>`+"\n", 10)
		return `<gpx version="1.1"><trk><trkseg>` + "\n" + good + bad + "\n" + good + `</trkseg></trk></gpx>`
	}
	json := `{"points":[` + "\n" + strings.Repeat(`{"lat":10.1,"lon":106.1},`+"\n", 10) + `{"lat":10.1},` + "\n" +
		strings.Repeat(`{"lat":10.1,"lon":106.1},`+"\n", 9) + `{"lat":10.1,"lon":106.1}` + "\n]}"
	return map[string]string{
		"csv":        csv,
		"csv time":   strings.Replace(csv, "north,106.1,2026-01-02T03:04:05Z", "10.1,106.1,soon", 1),
		"gpx":        gpx(`<trkpt lat="north" lon="106.1"><name>a name</name><time>2026-01-02T03:04:05Z</time></trkpt>`),
		"gpx time":   gpx(`<trkpt lat="10.1" lon="106.1"><time>soon</time><name>a name</name></trkpt>`),
		"json":       json,
		"json time":  strings.Replace(json, `{"lat":10.1},`, `{"lat":10.1,"lon":106.1,"time":"soon"},`, 1),
		"far away":   strings.Replace(csv, "north", "95", 1),
		"nmea check": nmeaLog(20, "$GPGLL,1006.0,N,10606.0,E,030405,A*00"),
	}
}

// nmeaLog returns n good sentences with a bad one in their middle.
func nmeaLog(n int, bad string) string {
	good := strings.Repeat("$GPGLL,1006.0,N,10606.0,E,030405,A\n", n/2)
	return good + bad + "\n" + good
}

func TestBadRecordIsLeftOutWithItsLine(t *testing.T) {
	for name, text := range oneBadRecord() {
		t.Run(name, func(t *testing.T) {
			trips, err := Read(context.Background(), strings.NewReader(text), "trip.txt", Options{})
			if err != nil {
				t.Fatal(err)
			}
			lines := 0
			for _, n := range trips[0].Notes {
				if n.Kind.Loses() {
					lines++
					if want := 1 + strings.Count(text[:strings.Index(text, bad(text))], "\n"); n.Line != want {
						t.Errorf("the note %q has line %d, want %d", n, n.Line, want)
					}
				}
			}
			if len(trips) != 1 || lines != 1 || trips[0].Name != "" {
				t.Errorf("%d trips, name %q, %d notes of a loss, want 1, none, 1: %v", len(trips), trips[0].Name, lines, trips[0].Notes)
			}
		})
	}
}

// bad returns the beginning of the bad record of oneBadRecord.
func bad(text string) string {
	for _, mark := range []string{"north,", `<trkpt lat="north"`, "10.1,106.1,soon", `<trkpt lat="10.1" lon="106.1"><time>soon`, `{"lat":10.1}`, `{"lat":10.1,"lon":106.1,"time":"soon"`, "95,", "$GPGLL,1006.0,N,10606.0,E,030405,A*00"} {
		if strings.Contains(text, mark) {
			return mark
		}
	}
	panic("no bad record")
}

func TestStrictRefusesABadRecord(t *testing.T) {
	for name, text := range oneBadRecord() {
		t.Run(name, func(t *testing.T) {
			_, err := Read(context.Background(), strings.NewReader(text), "trip.txt", Options{Strict: true})
			if !errors.Is(err, ErrValue) && !errors.Is(err, ErrRange) {
				t.Fatalf("error %v, want that of the record", err)
			}
			if !strings.HasPrefix(err.Error(), "trip.txt:") {
				t.Errorf("%q does not say where", err)
			}
		})
	}
}

func TestStrictRefusesATruncatedFile(t *testing.T) {
	text := `<gpx version="1.1"><trk><trkseg>` + "\n" + strings.Repeat(`<trkpt lat="10.1" lon="106.1"></trkpt>`+"\n", 9)
	_, err := Read(context.Background(), strings.NewReader(text), "trip.gpx", Options{Strict: true})
	if want := "trip.gpx:11: the file is truncated; copy it again from where it came"; !errors.Is(err, ErrFormat) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestMostlyBadFileIsRefused(t *testing.T) {
	text := "lat,lon\n" + strings.Repeat("10.1,106.1\n", 8) + "north,106.1\n"
	if _, err := Read(context.Background(), strings.NewReader(text), "trip.txt", Options{}); !errors.Is(err, ErrValue) {
		t.Errorf("error %v with one bad record of nine, want ErrValue", err)
	}
	text += "10.1,106.1\n"
	if _, err := Read(context.Background(), strings.NewReader(text), "trip.txt", Options{}); err != nil {
		t.Errorf("error %v with one bad record of ten", err)
	}
}
