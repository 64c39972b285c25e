// SPDX-License-Identifier: MIT

//go:build linux

package engine_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// coldPoints is the number of points of each trip of BenchmarkColdMatch.
const coldPoints = 100

// BenchmarkColdMatch matches 100 trips of 100 points in Ho Chi Minh City, from ROADSNAP_DATA, on the map
// that ROADSNAP_PACK names, of which no page is in memory at the start. It reports the first trip,
// the first hundred, and the same hundred again. The map should be a copy that no other process
// has open, because the kernel keeps pages that are mapped.
func BenchmarkColdMatch(b *testing.B) {
	path, traces := os.Getenv("ROADSNAP_PACK"), os.Getenv("ROADSNAP_DATA")
	if path == "" || traces == "" {
		b.Skip("ROADSNAP_PACK or ROADSNAP_DATA is not set: a pack of a country, and a folder with synthetic/hcmc.jsonl.gz")
	}
	trips := coldTrips(b, filepath.Join(traces, "synthetic", "hcmc.jsonl.gz"))
	all := func(e *engine.Engine) (first, total time.Duration) {
		start := time.Now()
		for i, trip := range trips {
			if _, err := e.Match(b.Context(), trip, match.Car); err != nil {
				b.Fatal(err)
			}
			if i == 0 {
				first = time.Since(start)
			}
		}
		return first, time.Since(start)
	}
	var firsts, colds, warms []time.Duration
	left, read := 0.0, 0.0
	for b.Loop() {
		b.StopTimer()
		e := emptyEngine(b)
		dropPages(b, path)
		left = max(left, residentShare(b, path))
		b.StartTimer()
		start := time.Now()
		if err := e.OpenPack(path); err != nil {
			b.Fatal(err)
		}
		opened := time.Since(start)
		first, total := all(e)
		firsts, colds = append(firsts, opened+first), append(colds, opened+total)
		b.StopTimer()
		read = residentShare(b, path)
		_, warm := all(e)
		warms = append(warms, warm)
		if err := e.Close(); err != nil { // unmaps the pack
			b.Fatal(err)
		}
		b.StartTimer()
	}
	median := func(list []time.Duration) float64 {
		slices.Sort(list)
		return list[len(list)/2].Seconds() * 1e3
	}
	b.ReportMetric(median(firsts), "first-ms")
	b.ReportMetric(median(colds), "cold-100-ms")
	b.ReportMetric(median(warms), "warm-100-ms")
	b.ReportMetric(100*left, "%-left")
	b.ReportMetric(100*read, "%-read")
}

// coldTrips returns 100 trips of the traces in a file.
func coldTrips(b *testing.B, path string) (trips [][]match.Observation) {
	b.Helper()
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() && len(trips) < 100 {
		var trace struct {
			Points [][3]float64 `json:"points"`
		}
		if err := json.Unmarshal(lines.Bytes(), &trace); err != nil {
			b.Fatal(err)
		}
		if len(trace.Points) < coldPoints {
			continue
		}
		var trip []match.Observation
		for _, p := range trace.Points[:coldPoints] {
			trip = append(trip, match.Observation{Point: geo.Point{Lat: p[0], Lon: p[1]}, Time: time.Unix(int64(p[2]), 0)})
		}
		trips = append(trips, trip)
	}
	if len(trips) < 100 {
		b.Fatalf("%d trips, %v", len(trips), lines.Err())
	}
	return trips
}

// dropPages removes a file from the memory of the system. Pages that are mapped stay.
func dropPages(b *testing.B, path string) {
	b.Helper()
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if err := unix.Fsync(int(f.Fd())); err != nil {
		b.Fatal(err)
	}
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		b.Fatal(err)
	}
}

// residentShare returns the share of a file that is in memory.
func residentShare(b *testing.B, path string) float64 {
	b.Helper()
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	mapping, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = unix.Munmap(mapping) }()
	pages := make([]byte, (len(mapping)+os.Getpagesize()-1)/os.Getpagesize())
	if err := mincore(mapping, pages); err != nil {
		b.Fatal(err)
	}
	n := 0
	for _, p := range pages {
		n += int(p & 1)
	}
	return float64(n) / float64(len(pages))
}

// mincore sets the lowest bit of each of pages that is in memory.
func mincore(mapping, pages []byte) error {
	if _, _, errno := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&mapping[0])), uintptr(len(mapping)), uintptr(unsafe.Pointer(&pages[0]))); errno != 0 {
		return errno
	}
	return nil
}
