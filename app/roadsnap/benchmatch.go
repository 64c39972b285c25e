// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/match"
)

// benchMatchCmd is `roadsnap bench match`.
type benchMatchCmd struct {
	Pack   string `help:"The map pack; by default the embedded sample map (Andorra)." type:"existingfile" placeholder:"FILE"`
	Traces string `help:"The traces, one JSON object per line, gzipped or not." type:"existingfile" required:"" placeholder:"FILE.jsonl"`
	Strip  bool   `help:"Match positions only, without time and accuracy."`
	Passes int    `help:"The number of timed runs over all traces, after one to warm up." default:"5"`
	JSON   bool   `name:"json" help:"Print JSON."`

	CPUProfile string `name:"cpu-profile" help:"Write a processor profile of the timed runs, for go tool pprof or go build -pgo." placeholder:"FILE"`
}

// Run matches all traces repeatedly on one core and prints the speed.
func (c *benchMatchCmd) Run(ctx context.Context, s streams) error {
	if c.Passes < 1 {
		return &exitError{exitUsage, fmt.Errorf("--passes is %d; it must be 1 at least", c.Passes)}
	}
	traces, err := readBenchTraces(c.Traces, c.Strip)
	if err != nil {
		return err
	}
	return withMap(c.Pack, func(e *engine.Engine, info engine.Info) error {
		// The garbage collector then shares the core, so that the times include its cost.
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		work := timing{engine: e, traces: traces, bar: progress{s: s}}
		stop, err := startProfile(c.CPUProfile)
		if err != nil {
			return err
		}
		report, err := work.run(ctx, c.Passes)
		if err := errors.Join(err, stop()); err != nil {
			return err
		}
		report.Traces, report.Map, report.Stripped = filepath.Base(c.Traces), info.Meta.Name, c.Strip
		if c.JSON {
			return printJSON(s.out, report)
		}
		return table(s.out, report.rows())
	})
}

// startProfile writes a processor profile to a file until stop is called. Without a path it
// does nothing.
func startProfile(path string) (stop func() error, err error) {
	if path == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}

// matchReport is the output of `bench match --json`.
type matchReport struct {
	Traces        string   `json:"traces"`
	Map           string   `json:"map"`
	Stripped      bool     `json:"stripped"`
	Trips         int      `json:"trips"`
	Points        int      `json:"points"`
	PointsPerTrip spread   `json:"points_per_trip"`
	Passes        int      `json:"passes"`
	PointsPerSec  float64  `json:"points_per_second"` // median of the passes
	Trip          tripTime `json:"trip_ms"`
	Allocations   float64  `json:"allocations_per_point"`
	Bytes         float64  `json:"allocated_bytes_per_point"`
	Memory        *memory  `json:"memory,omitempty"` // left out where the system does not tell
}

// spread is the range in which a number varies.
type spread struct {
	Min    int     `json:"min"`
	Median float64 `json:"median"`
	Max    int     `json:"max"`
}

// tripTime is the time of a trip (milliseconds). P50 and P99 use the median of each trip
// over its passes, so that they describe the trips and not the load of the machine. Max
// is the longest time of all.
type tripTime struct {
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// memory is the resident memory of the process that belongs to no file (bytes). The
// mapped map is not in it.
type memory struct {
	Before   int64 `json:"before_bytes"`   // engine and traces ready, nothing matched yet
	Matching int64 `json:"matching_bytes"` // the most after any pass
}

func (r *matchReport) rows() [][2]string {
	trip := fmt.Sprintf("per trip of %d points", r.PointsPerTrip.Min)
	if r.PointsPerTrip.Min != r.PointsPerTrip.Max {
		trip = fmt.Sprintf("per trip of %d to %d points (median %.0f)", r.PointsPerTrip.Min, r.PointsPerTrip.Max, r.PointsPerTrip.Median)
	}
	with := ""
	if r.Stripped {
		with = ", without time and accuracy"
	}
	rows := [][2]string{
		{"traces", fmt.Sprintf("%s: %d trips, %d points%s", r.Traces, r.Trips, r.Points, with)},
		{"map", r.Map},
		{"passes", strconv.Itoa(r.Passes) + ", on one core, after one to warm up"},
		{"speed", fmt.Sprintf("%.0f points/s", r.PointsPerSec)},
		{"time", fmt.Sprintf("p50 %.2f ms, p99 %.2f ms, max %.2f ms %s", r.Trip.P50, r.Trip.P99, r.Trip.Max, trip)},
		{"allocations", fmt.Sprintf("%.2f, %.0f bytes per point", r.Allocations, r.Bytes)},
	}
	if r.Memory != nil {
		rows = append(rows, [2]string{"memory", fmt.Sprintf("%s without the map, of which %s before the first match", byteSize(r.Memory.Matching), byteSize(r.Memory.Before))})
	}
	return rows
}

// timing measures repeated matches of a set of traces.
type timing struct {
	engine *engine.Engine
	traces []benchTrace
	bar    progress
}

// run warms up and measures.
func (w *timing) run(ctx context.Context, passes int) (matchReport, error) {
	defer w.bar.finish()
	report := matchReport{Trips: len(w.traces), Passes: passes}
	perTrip := make([]float64, len(w.traces))
	for i, t := range w.traces {
		report.Points += len(t.observations)
		perTrip[i] = float64(len(t.observations))
	}
	report.PointsPerTrip = spread{Min: int(quantile(perTrip, 0)), Median: median(perTrip), Max: int(quantile(perTrip, 1))}

	debug.FreeOSMemory() // what reading the traces left behind is no part of matching
	before, known := anonymousMemory()
	most := before
	now := make([]float64, len(w.traces))     // milliseconds of each trip in this pass
	times := make([][]float64, len(w.traces)) // of each trip, those of all passes
	var speed []float64
	var allocations, bytes uint64
	for pass := range passes + 1 {
		w.bar.count("matching", pass, passes+1)
		var start, end runtime.MemStats
		runtime.ReadMemStats(&start)
		if err := w.pass(ctx, now); err != nil {
			return matchReport{}, err
		}
		runtime.ReadMemStats(&end)
		if resident, ok := anonymousMemory(); ok {
			most = max(most, resident)
		}
		if pass == 0 {
			continue
		}
		allocations += end.Mallocs - start.Mallocs
		bytes += end.TotalAlloc - start.TotalAlloc
		seconds := 0.0
		for i, t := range now {
			times[i] = append(times[i], t)
			seconds += t / 1000
		}
		speed = append(speed, float64(report.Points)/seconds)
	}
	report.PointsPerSec = round(median(speed), 1)
	report.Trip = tripTimes(times)
	matched := float64(passes * report.Points)
	report.Allocations, report.Bytes = round(float64(allocations)/matched, 3), round(float64(bytes)/matched, 1)
	if known {
		report.Memory = &memory{Before: before, Matching: most}
	}
	return report, nil
}

// tripTimes summarises the times of each trip in each pass (milliseconds).
func tripTimes(times [][]float64) tripTime {
	typical := make([]float64, len(times))
	longest := 0.0
	for i, t := range times {
		typical[i] = median(t)
		longest = max(longest, quantile(t, 1))
	}
	return tripTime{P50: round(median(typical), 4), P99: round(quantile(typical, 0.99), 4), Max: round(longest, 4)}
}

// pass matches each trace once and records its time (milliseconds).
func (w *timing) pass(ctx context.Context, times []float64) error {
	for i, t := range w.traces {
		start := time.Now()
		if _, err := w.engine.Match(ctx, t.observations, match.MotorVehicle); err != nil {
			return fmt.Errorf("trace %q: %w", t.id, err)
		}
		times[i] = float64(time.Since(start).Nanoseconds()) / 1e6
	}
	return nil
}
