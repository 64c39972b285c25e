// SPDX-License-Identifier: MIT

// Command load measures `roadsnap serve` under load, and prints the figures next to their
// goals. Server and load run on one core each (see taskset). Other programs on the machine
// make the figures worse, so it prints their load as well.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"
)

// bench is one run of the measurements.
type bench struct {
	program  string // roadsnap
	pack     string // with the roads of the traces and the borders of all wards
	traces   string
	core     string        // of the server
	folder   string        // for temporary files
	long     time.Duration // of each measurement
	mixed    int           // number of mixed requests
	valhalla string        // the configuration of Valhalla; empty for no comparison
	paths    [][]byte      // requests of the good client
	parts    [][][]float64 // their points
	noisy    [][]byte      // requests of hostile clients
	table    *tabwriter.Writer
}

// row prints a figure with its goal and floor.
func (b *bench) row(figure, goal, floor, format string, values ...any) {
	fmt.Fprintf(b.table, "%s\t%s\t%s\t%s\n", figure, fmt.Sprintf(format, values...), goal, floor)
	_ = b.table.Flush()
}

func main() {
	b := &bench{}
	flag.StringVar(&b.program, "program", "bin/roadsnap", "the server")
	flag.StringVar(&b.pack, "pack", "bin/bench/api.rsp", "the map")
	flag.StringVar(&b.traces, "traces", "", "the traces, one JSON object per line, gzipped")
	flag.StringVar(&b.core, "core", "0", "the core of the server")
	flag.DurationVar(&b.long, "long", 10*time.Second, "the time of each measurement")
	flag.IntVar(&b.mixed, "mixed", 100_000, "the number of mixed requests")
	flag.StringVar(&b.valhalla, "valhalla", "", "the configuration of Valhalla, to compare with it")
	attack := flag.String("attack", "", "the kind of hostile clients to be; used by the program itself")
	addr := flag.String("addr", "", "the server that is attacked")
	only := flag.String("only", "", "the measurements to make, separated by commas")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	run := func() error { return b.run(*only) }
	if *attack != "" {
		run = func() error { return errors.Join(b.prepare(), b.attack(*addr, *attack)) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func (b *bench) run(only string) (err error) {
	if b.folder, err = os.MkdirTemp("", "roadsnap-load-*"); err != nil {
		return err
	}
	defer os.RemoveAll(b.folder) //nolint:errcheck // a folder of temporary files
	if err := b.prepare(); err != nil {
		return err
	}
	b.table = tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	load, _ := os.ReadFile("/proc/loadavg")
	b.row("load of the machine before", "0", "", "%s", strings.Join(strings.Fields(string(load))[:3], " "))
	b.row("figure", "goal", "floor", "measured")
	for _, m := range []struct {
		name    string
		measure func() error
	}{
		{"provinces", b.provinces}, {"snap", b.snap}, {"valhalla", b.compare}, {"wards", b.wards}, {"fair", b.fair},
		{"overload", b.overload}, {"reload", b.reload}, {"stop", b.stops}, {"mixed", b.mix},
	} {
		if only != "" && !strings.Contains(","+only+",", ","+m.name+",") {
			continue
		}
		if err := m.measure(); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return nil
}
