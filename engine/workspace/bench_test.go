// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

var benchKey = MatchKey{Map: "m", Profile: match.MotorVehicle, Matcher: "1"}

// benchTrips is the number of trips of BenchmarkOpen; ROADSNAP_BENCH_TRIPS is another.
func benchTrips(b *testing.B) int {
	b.Helper()
	text := os.Getenv("ROADSNAP_BENCH_TRIPS")
	if text == "" {
		return 20_000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// fillMany adds made-up trips of 500 points with matches: 250 vehicles, files of 1,000 trips.
// All have the recording and the match of the first one, which the list does not read.
func fillMany(b *testing.B, w *Workspace, trips int) {
	b.Helper()
	const perFile, points = 1000, 500
	first := drive("", 0, points)
	pattern, err := newRow("", first)
	if err != nil {
		b.Fatal(err)
	}
	data, err := encode(match.Result{Points: make([]match.Point, points), Legs: []match.Leg{{Shape: positions(first)}}}, matchFields)
	if err != nil {
		b.Fatal(err)
	}
	m := encodedMatch{data, encodeSummary(fullSummary()), encodeLines(positions(first)), encodeLines()}
	content, err := compress(make([]byte, 8*points*perFile))
	if err != nil {
		b.Fatal(err)
	}
	for from := 0; from < trips; from += perFile {
		err := transact(b.Context(), w.db, func(tx *sql.Tx) error {
			file, err := addFile(b.Context(), tx, fmt.Sprintf("/data/day %d.csv", from/perFile), fmt.Append(nil, from), content)
			if err != nil {
				return err
			}
			for i := from; i < min(from+perFile, trips); i++ {
				r := pattern
				t := &r.trip
				t.Vehicle, t.Driver = fmt.Sprintf("51C-%03d.%02d", i%250, i%100), fmt.Sprint("Lái xe ", i%300)
				shift := time.Duration(i/250*90) * time.Minute
				t.First, t.Last = t.First.Add(shift), t.Last.Add(shift)
				r.identity = fmt.Append(nil, "trip ", i)
				if err := addTrip(b.Context(), tx, file, &r); err != nil {
					return err
				}
				if err := setMatch(b.Context(), tx, t.ID, benchKey, m); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func positions(t trace.Trip) (line []geo.Point) {
	for _, o := range t.Observations {
		line = append(line, o.Point)
	}
	return line
}

// resident returns the memory of this process that is in use (bytes), as the system counts
// it; 0 where it does not.
func resident() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// BenchmarkOpen opens a workspace and lists its trips. It reports how much the memory of the
// process grows by the list.
func BenchmarkOpen(b *testing.B) {
	trips := benchTrips(b)
	path := filepath.Join(b.TempDir(), "trips.db")
	w, err := Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	fillMany(b, w, trips)
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d trips written in %v, %d MB", trips, time.Since(start).Round(time.Second), info.Size()>>20)
	debug.FreeOSMemory()
	before, most := resident(), int64(0)
	b.ReportAllocs()
	for b.Loop() {
		w, err := Open(context.Background(), path)
		if err != nil {
			b.Fatal(err)
		}
		list, err := w.Trips(b.Context(), ListOptions{Key: benchKey})
		if err != nil || len(list) != trips {
			b.Fatal(len(list), err)
		}
		most = max(most, resident()-before)
		runtime.KeepAlive(list)
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(trips), "trips")
	b.ReportMetric(float64(most)/1e6, "MB-resident")
}

func BenchmarkRecording(b *testing.B) {
	w := openNew(b)
	id := add(b, w, "x", drive("x", 0, 50_000))[0].ID
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.Recording(b.Context(), id); err != nil {
			b.Fatal(err)
		}
	}
}
