// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/match/score"
	"roadsnap/internal/atomicfile"
)

// benchFiguresCmd is `roadsnap bench figures`.
type benchFiguresCmd struct {
	Truth   string   `help:"A folder of recorded tracks, as for bench accuracy; ID.rsp may replace ID.osm.pbf." type:"existingdir" placeholder:"DIR"`
	Traces  []string `help:"A map pack and a file of synthetic traces with their truth; repeatable." sep:"none" placeholder:"PACK=FILE"`
	Against string   `help:"Compare with the figures in a file that --out wrote before, track by track and trace by trace." type:"existingfile" placeholder:"FILE.json"`
	Out     string   `help:"Write the figures to this file as JSON, with those of each track and trace." placeholder:"FILE.json"`
	output
}

// Help returns the rest of the help.
func (benchFiguresCmd) Help() string {
	return "Tracks count as they are, shifted by 12 m to each side, and thinned to 15, 30, 60 and 120 s. Their figures are the correct and the wrong length; those of traces are the points on their true way and the route mismatch."
}

// Run prints the figures.
func (c *benchFiguresCmd) Run(ctx context.Context, s streams) error {
	if c.Truth == "" && len(c.Traces) == 0 {
		return &exitError{exitUsage, errors.New("give --truth or --traces")}
	}
	if c.Out != "" {
		if err := c.check(c.Out); err != nil {
			return err
		}
	}
	var before figures
	if c.Against != "" {
		text, err := os.ReadFile(c.Against)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &before); err != nil || len(before.Figures) == 0 {
			return fmt.Errorf("%s: not figures that --out wrote; leave --against out", c.Against)
		}
	}
	now := figures{Rows: map[string][]figureRow{}}
	bar := progress{s: s}
	defer bar.finish()
	if err := now.tracks(ctx, c.Truth, &bar); err != nil {
		return err
	}
	for _, set := range c.Traces {
		packPath, file, ok := strings.Cut(set, "=")
		if !ok {
			return &exitError{exitUsage, fmt.Errorf("--traces is %q; it must be PACK=FILE", set)}
		}
		if err := now.traces(ctx, packPath, file, &bar); err != nil {
			return err
		}
	}
	now.sumUp()
	bar.finish()
	if c.Out != "" {
		if err := atomicfile.Write(c.Out, 0o644, func(w io.Writer) error { return printJSON(w, now) }); err != nil {
			return err
		}
	}
	return now.print(s.out, before)
}

// figures are the figures and what they are made of.
type figures struct {
	Figures []figure               `json:"figures"`
	Rows    map[string][]figureRow `json:"rows"` // of each figure that is no mean of others
	// The confidences of the traces: of points, and of legs where point_offsets_m are known.
	Points confidenceReport `json:"confidence"`
	Legs   confidenceReport `json:"leg_confidence"`

	answers, ofLegs []score.Judged
}

// figure is what a set of tracks or traces has in common (per cent).
type figure struct {
	Name    string  `json:"name"`
	Correct float64 `json:"correct"`
	Wrong   float64 `json:"wrong"`
}

// figureRow is a track or a trace. A figure is the mean of its rows, each with its weight.
type figureRow struct {
	ID            string  `json:"id"`
	Correct       float64 `json:"correct"` // per cent
	Wrong         float64 `json:"wrong"`   // per cent
	CorrectWeight float64 `json:"correct_weight"`
	WrongWeight   float64 `json:"wrong_weight"`
}

func routeRow(id string, r score.Route) figureRow {
	return figureRow{id, percent(r.Correct()), percent(r.Wrong()), max(r.Truth, r.Matched), r.Truth}
}

func traceRow(s traceScore) figureRow {
	points := float64(len(s.trace.observations))
	return figureRow{s.trace.id, percent(float64(s.exact) / points), percent(s.mismatch), points, 1}
}

// shiftMetres is by how much tracks are shifted: as far as receivers and maps drawn from
// poor pictures are off.
const shiftMetres = 12

// trackVariants are the figures of tracks.
var trackVariants = []struct {
	name        string
	north, east float64 // shift, in shiftMetres
	thin        time.Duration
}{
	{name: "tracks"},
	{name: "tracks, shifted north", north: 1},
	{name: "tracks, shifted east", east: 1},
	{name: "tracks, shifted south", north: -1},
	{name: "tracks, shifted west", east: -1},
	{name: "tracks, 15 s", thin: 15 * time.Second},
	{name: "tracks, 30 s", thin: 30 * time.Second},
	{name: "tracks, 60 s", thin: time.Minute},
	{name: "tracks, 120 s", thin: 2 * time.Minute},
}

// tracks adds the figures of the tracks in a folder.
func (f *figures) tracks(ctx context.Context, truth string, bar *progress) (err error) {
	if truth == "" {
		return nil
	}
	tracks, err := findTracks(truth)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "roadsnap-bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	rows := make([][]figureRow, len(tracks)) // by variant
	err = inParallel(len(tracks), bar, func(i int) (err error) {
		t, err := tracks[i].open(ctx, folder)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, t.engine.Close()) }()
		for _, v := range trackVariants {
			obs := slices.Clone(t.observations)
			if v.thin > 0 {
				obs = thin(obs, v.thin)
			}
			for i := range obs {
				obs[i].Point = geo.NewPlane(obs[i].Point).Point(geo.XY{X: v.east * shiftMetres, Y: v.north * shiftMetres})
			}
			_, overlap, err := t.match(ctx, obs)
			if err != nil {
				return err
			}
			rows[i] = append(rows[i], routeRow(t.id, overlap.Route))
		}
		return nil
	})
	for v := range trackVariants {
		for _, of := range rows {
			if len(of) > v {
				f.Rows[trackVariants[v].name] = append(f.Rows[trackVariants[v].name], of[v])
			}
		}
	}
	return err
}

// traces adds the figures of a set of synthetic traces, by cell.
func (f *figures) traces(ctx context.Context, packPath, file string, bar *progress) error {
	traces, err := readTrueTraces(file, false)
	if err != nil {
		return err
	}
	e, err := openEngine(packPath)
	if err != nil {
		return err
	}
	scores := make([]traceScore, len(traces))
	err = inParallel(len(traces), bar, func(i int) error {
		result, err := e.Match(ctx, traces[i].observations, match.MotorVehicle)
		if err != nil {
			return fmt.Errorf("trace %q: %w", traces[i].id, err)
		}
		scores[i] = scoreTrace(&traces[i], result)
		return nil
	})
	if err == nil {
		for _, s := range scores {
			name := "traces, " + s.trace.cell
			f.Rows[name] = append(f.Rows[name], traceRow(s))
			f.answers = append(f.answers, s.answers...)
			f.ofLegs = append(f.ofLegs, s.ofLegs...)
		}
	}
	return errors.Join(err, e.Close())
}

// sumUp makes the figures of the rows, and the means of those that belong together.
func (f *figures) sumUp() {
	f.Points, f.Legs = reportConfidence(f.answers), reportConfidence(f.ofLegs)
	for _, name := range slices.Sorted(maps.Keys(f.Rows)) {
		f.Figures = append(f.Figures, weighted(name, f.Rows[name]))
	}
	for _, kind := range []string{"tracks, shifted", "traces"} {
		var of []figureRow
		for _, g := range f.Figures {
			if strings.HasPrefix(g.Name, kind) {
				of = append(of, figureRow{"", g.Correct, g.Wrong, 1, 1})
			}
		}
		if len(of) > 0 {
			f.Figures = append(f.Figures, weighted("mean of "+kind, of))
		}
	}
}

// weighted returns the weighted mean of rows.
func weighted(name string, rows []figureRow) figure {
	var correct, wrong, correctWeight, wrongWeight float64
	for _, r := range rows {
		correct += r.Correct * r.CorrectWeight
		wrong += r.Wrong * r.WrongWeight
		correctWeight += r.CorrectWeight
		wrongWeight += r.WrongWeight
	}
	return figure{name, round(correct/correctWeight, 3), round(wrong/wrongWeight, 3)}
}

// print writes the figures next to those before, and the rows that changed.
func (f *figures) print(w io.Writer, before figures) error {
	old := map[string]figure{}
	for _, g := range before.Figures {
		old[g.Name] = g
	}
	t := columns(w)
	fmt.Fprint(t, "correct %\tbefore\tchange\twrong %\tbefore\tchange\t figure\n")
	for _, g := range f.Figures {
		if o, ok := old[g.Name]; ok {
			printChange(t, g.Correct, o.Correct, g.Wrong, o.Wrong, g.Name)
		} else {
			fmt.Fprintf(t, "%.2f\t\t\t%.2f\t\t\t %s\n", g.Correct, g.Wrong, g.Name)
		}
	}
	type change struct {
		figure   string
		old, now figureRow
	}
	var changes []change
	for name, rows := range f.Rows {
		of := map[string]figureRow{}
		for _, r := range before.Rows[name] {
			of[r.ID] = r
		}
		for _, r := range rows {
			if o, ok := of[r.ID]; ok && (o.Correct != r.Correct || o.Wrong != r.Wrong) {
				changes = append(changes, change{name, o, r})
			}
		}
	}
	// The changes with the greatest effect on their figure come first.
	effect := func(c change) float64 {
		total := 0.0
		for _, r := range f.Rows[c.figure] {
			total += r.WrongWeight
		}
		return math.Abs(c.now.Wrong-c.old.Wrong) * c.now.WrongWeight / total
	}
	slices.SortFunc(changes, func(a, b change) int {
		if x, y := effect(a), effect(b); x != y {
			return int(math.Copysign(1, y-x))
		}
		return strings.Compare(a.figure+a.now.ID, b.figure+b.now.ID)
	})
	if len(changes) > 0 {
		fmt.Fprint(t, "\t\t\t\t\t\t\ncorrect %\tbefore\tchange\twrong %\tbefore\tchange\t changed track or trace\n")
	}
	for _, c := range changes {
		printChange(t, c.now.Correct, c.old.Correct, c.now.Wrong, c.old.Wrong, c.now.ID+", "+c.figure)
	}
	if err := t.Flush(); err != nil || f.Points.Points == 0 {
		return err
	}
	fmt.Fprintln(w)
	return printConfidences(w, f.Points, f.Legs)
}

func printChange(w io.Writer, correct, oldCorrect, wrong, oldWrong float64, name string) {
	fmt.Fprintf(w, "%.2f\t%.2f\t%+.2f\t%.2f\t%.2f\t%+.2f\t %s\n", correct, oldCorrect, correct-oldCorrect, wrong, oldWrong, wrong-oldWrong, name)
}

// inParallel calls do with 0 to n−1 on all cores. After an error it begins no more calls.
func inParallel(n int, bar *progress, do func(i int) error) error {
	var next, done, failed atomic.Int64
	var group sync.WaitGroup
	errs := make([]error, n)
	for worker := range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for failed.Load() == 0 {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[i] = do(i); errs[i] != nil {
					failed.Add(1)
				}
				if count := int(done.Add(1)); worker == 0 {
					bar.count("matching", count, n)
				}
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
