// SPDX-License-Identifier: MIT

//go:build linux

package engine_test

import (
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"
)

// BenchmarkOpenPack opens the map that ROADSNAP_PACK names, such as that of a country with all
// wards. The goals are less than 20 ms of processor time and less than 20 MB of private memory.
func BenchmarkOpenPack(b *testing.B) {
	path := os.Getenv("ROADSNAP_PACK")
	if path == "" {
		b.Skip("ROADSNAP_PACK is not set: it names a pack of a country")
	}
	var spent []time.Duration
	private := 0.0
	for b.Loop() {
		b.StopTimer()
		e := emptyEngine(b)
		runtime.GC()
		before, start := privateMemory(b), processorTime(b)
		b.StartTimer()
		if err := e.OpenPack(path); err != nil {
			b.Fatal(err)
		}
		spent = append(spent, processorTime(b)-start)
		b.StopTimer()
		private = max(private, privateMemory(b)-before)
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	slices.Sort(spent)
	b.ReportMetric(spent[len(spent)/2].Seconds()*1e3, "cpu-ms/op")
	b.ReportMetric(private/1e6, "private-MB")
}

var privatePages = regexp.MustCompile(`Private_Dirty:\s+(\d+) kB`)

// privateMemory returns the memory that this process shares with no other and with no file
// (bytes).
func privateMemory(b *testing.B) (sum float64) {
	b.Helper()
	text, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		b.Skip(err)
	}
	for _, m := range privatePages.FindAllSubmatch(text, -1) {
		n, err := strconv.ParseFloat(string(m[1]), 64)
		if err != nil {
			b.Fatal(err)
		}
		sum += n * 1024
	}
	return sum
}
