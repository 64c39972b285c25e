// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// liveOptions are the options of `roadsnap snap --live`.
type liveOptions struct {
	Live      bool          `help:"Snap points while they come. A line of the input is a row of CSV, after one with column names, or a JSON object. Each point is written as a line of JSON once it is decided." group:"Live"`
	Lag       time.Duration `help:"With --live: how long a point may wait for later ones." default:"30s" placeholder:"TIME" group:"Live"`
	LagPoints int           `help:"With --live: how many points of a trip may wait, at most 50." default:"50" placeholder:"N" group:"Live"`
}

// checkLive returns the lag. It refuses options that contradict --live.
func (c *snapCmd) checkLive() (match.Lag, error) {
	lag := match.Lag{Time: c.Lag, Points: c.LagPoints}
	switch {
	case !c.Live && lag != match.DefaultLag():
		return lag, errors.New("--lag and --lag-points need --live")
	case !c.Live:
		return lag, nil
	case c.Out != "" || c.Format != string(trace.JSON):
		return lag, errors.New("--live writes JSON to standard output; leave --out and --format out")
	case len(c.Files) != 1:
		return lag, errors.New("--live reads one file; give - for standard input")
	}
	return lag, lag.Validate()
}

// runLive snaps the points of a feed until it ends.
func (c *snapCmd) runLive(ctx context.Context, s streams, lag match.Lag) error {
	in, name := s.in, "standard input"
	if file := c.Files[0]; file != standardOutput {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }() // it was only read
		in, name = f, file
	}
	return c.open(func(e *engine.Engine, info engine.Info, p match.Profile) error {
		feed := liveFeed{
			ctx: ctx, engine: e, profile: p, lag: lag, strict: c.Strict, errors: s.err,
			lines: trace.NewFeed(name, trace.Options{Bounds: info.Meta.Bounds, Strict: c.Strict}),
			sink:  &sink{to: s.out, name: "standard output"},
			trips: map[string]*liveTrip{},
		}
		return feed.run(in)
	})
}

// livePoint is a decided point.
type livePoint struct {
	TripID string `json:"trip_id"`
	trace.JSONPoint
	Along    float64  `json:"along_m"`
	Warnings []string `json:"warnings"`
}

// liveTrip is a trip of a feed.
type liveTrip struct {
	id     string
	stream *engine.TripStream
	times  []time.Time // of the points that are not decided
	heard  time.Time   // when the last point came
}

// liveFeed snaps the points of a feed.
type liveFeed struct {
	ctx     context.Context
	engine  *engine.Engine
	profile match.Profile
	lag     match.Lag
	strict  bool
	errors  io.Writer
	lines   *trace.Feed
	sink    *sink

	trips map[string]*liveTrip
	order []*liveTrip // the trips in the order of their first points
	bad   int         // lines with something that cannot be read
}

// run reads lines until the input ends or the context does, and then decides the rest.
func (f *liveFeed) run(in io.Reader) error {
	lines := make(chan string)
	ended := make(chan error, 1)
	done := make(chan struct{})
	defer close(done)
	go func() {
		ended <- eachLine(in, func(line string) bool {
			select {
			case lines <- line:
				return true
			case <-done:
				return false
			}
		})
	}()
	clock := time.NewTicker(time.Second)
	defer clock.Stop()
	var err error
	for more := true; more && err == nil; {
		select {
		case line := <-lines:
			err = f.line(line)
		case <-clock.C:
			err = f.tick()
		case err = <-ended:
			more = false
		case <-f.ctx.Done():
			err = f.ctx.Err()
		}
	}
	err = errors.Join(err, f.close())
	switch {
	case f.sink.err != nil:
		return f.sink.err
	case err != nil:
		return err
	case len(f.order) == 0:
		return errors.New("the feed had no points")
	case f.bad > 0:
		return &exitError{exitPartly, fmt.Errorf("left out something of %d lines", f.bad)}
	}
	return nil
}

// mostLine is the greatest length of a line (bytes).
const mostLine = 1 << 20

// eachLine calls take with each line, until it returns false. The last one may lack its line
// end.
func eachLine(in io.Reader, take func(line string) bool) error {
	r := bufio.NewScanner(in)
	r.Buffer(nil, mostLine)
	for r.Scan() {
		if !take(r.Text()) {
			return nil
		}
	}
	if errors.Is(r.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a line has more than %d bytes: %w", mostLine, r.Err())
	}
	return r.Err()
}

// line takes the points of a line, and writes those that it decides.
func (f *liveFeed) line(line string) error {
	trips, err := f.lines.Line(f.ctx, line)
	if err != nil {
		if f.strict || f.ctx.Err() != nil {
			return err
		}
		f.bad++
		complain(f.errors, err)
		return nil
	}
	for _, t := range trips {
		lost := false
		for _, n := range t.Notes {
			if n.Kind.Loses() {
				lost = true
				complain(f.errors, errors.New(harmless(n.String())))
			}
		}
		if lost {
			f.bad++
		}
		if err := f.feed(t); err != nil {
			return err
		}
	}
	return nil
}

// feed adds the points of a line to their trip.
func (f *liveFeed) feed(t trace.Trip) error {
	trip := f.trips[t.ID]
	if trip == nil {
		stream, err := f.engine.Live(f.profile, f.lag)
		if err != nil {
			return err
		}
		trip = &liveTrip{id: strings.Clone(t.ID), stream: stream}
		f.trips[trip.id] = trip
		f.order = append(f.order, trip)
	}
	trip.heard = time.Now()
	for _, o := range t.Observations {
		trip.times = append(trip.times, o.Time)
		parts, err := trip.stream.Feed(f.ctx, o)
		if err := errors.Join(err, f.write(trip, parts...)); err != nil {
			return err
		}
	}
	return nil
}

// tick decides the points that are due although no later one has come. The clock of a trip
// goes on from the time of its last point.
func (f *liveFeed) tick() error {
	for _, trip := range f.order {
		n := len(trip.times)
		if n == 0 || trip.times[n-1].IsZero() {
			continue
		}
		parts, err := trip.stream.Tick(f.ctx, trip.times[n-1].Add(time.Since(trip.heard)))
		if err := errors.Join(err, f.write(trip, parts...)); err != nil {
			return err
		}
	}
	return nil
}

// close decides the rest of all trips, also after an interrupt.
func (f *liveFeed) close() error {
	var errs []error
	for _, trip := range f.order {
		part, err := trip.stream.Close(context.WithoutCancel(f.ctx))
		errs = append(errs, err, f.write(trip, part))
	}
	return errors.Join(errs...)
}

// write writes the points of parts.
func (f *liveFeed) write(trip *liveTrip, parts ...match.Part) error {
	for _, part := range parts {
		warnings := part.Warnings
		for i, p := range part.Points {
			out := livePoint{
				TripID: trip.id, JSONPoint: trace.EncodePoint(p, trip.times[i]), Along: round(part.Along[i], 2), Warnings: []string{},
			}
			for ; len(warnings) > 0 && warnings[0].Index == p.Index; warnings = warnings[1:] {
				out.Warnings = append(out.Warnings, string(warnings[0].Kind))
			}
			line, err := json.Marshal(out)
			if err != nil {
				return err
			}
			if _, err := f.sink.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		trip.times = append(trip.times[:0], trip.times[len(part.Points):]...)
	}
	return nil
}
