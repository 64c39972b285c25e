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
	"time"

	"roadsnap/app/live"
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
	case len(c.Track) > 0 || c.Routes || c.ListTracks:
		return lag, errors.New("--live reads no tracks; leave --track, --routes and --list-tracks out")
	case c.Recipe != "":
		return lag, errors.New("--live reads rows one by one; leave --recipe out")
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
			ctx: ctx, strict: c.Strict, errors: s.err,
			lines: trace.NewFeed(name, trace.Options{Bounds: info.Meta.Bounds, Strict: c.Strict}),
			sink:  &sink{to: s.out, name: "standard output"},
		}
		feed.fleet = live.New(live.Options{Engine: e, Profile: p, Lag: lag, Decided: feed.write})
		return feed.run(in)
	})
}

// liveFeed snaps the points of a feed.
type liveFeed struct {
	ctx    context.Context
	strict bool
	errors io.Writer
	lines  *trace.Feed
	sink   *sink
	fleet  *live.Fleet

	bad int // lines with something that cannot be read
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
			err = f.fleet.Tick(f.ctx)
		case err = <-ended:
			more = false
		case <-f.ctx.Done():
			err = f.ctx.Err()
		}
	}
	points := f.fleet.Len() > 0
	err = errors.Join(err, f.fleet.Close(context.WithoutCancel(f.ctx))) // also after an interrupt
	switch {
	case f.sink.err != nil:
		return f.sink.err
	case err != nil:
		return err
	case !points:
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
	n := 1
	for ; r.Scan(); n++ {
		if !take(r.Text()) {
			return nil
		}
	}
	if errors.Is(r.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d has more than %d bytes; write each point as a line of its own, a row of CSV or an object", n, mostLine)
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
		if err := f.fleet.Add(f.ctx, t.ID, t.Observations...); err != nil {
			return err
		}
	}
	return nil
}

// write writes a decided point.
func (f *liveFeed) write(p *live.Point) error {
	line, err := json.Marshal(p)
	if err == nil {
		_, err = f.sink.Write(append(line, '\n'))
	}
	return err
}
