package trace

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// collector gathers what a reader finds, holds the limits, and at the end mends
// what shows only over a whole file.
type collector struct {
	ctx    context.Context
	file   string
	opt    Options
	clock  clock
	drafts []*draft
	byKey  map[string]*draft
	points int
	notes  []Note // about the whole file

	skipped  *Error // what is wrong with the first record that was left out
	nSkipped int
}

// place is a place in a file, counted from 1; 0 for unknown.
type place struct{ line, column int }

// draft is a trip in the making.
type draft struct {
	key, name string
	obs       []match.Observation
	notes     []Note
	single    bool  // made of single points, which count only if there are no lines
	outside   place // where the first point that is not on Earth stands
}

func newCollector(ctx context.Context, file string, o Options) *collector {
	return &collector{ctx: ctx, file: file, opt: o, clock: clock{location: o.Location}, byKey: map[string]*draft{}}
}

// fault returns an *Error about this file.
func (c *collector) fault(err error, line, column int, msg, remedy string) *Error {
	return &Error{File: c.file, Line: line, Column: column, Msg: msg, Remedy: remedy, Err: err}
}

// explain puts the file into an error that does not name it yet.
func (c *collector) explain(err error) error {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, errTooManyBytes):
		return c.fault(ErrTooLarge, 0, 0, fmt.Sprintf("the file is longer than %d MiB", c.opt.MaxBytes>>20), "split it, one vehicle or one day a file")
	case brokenOff(err):
		return c.fault(ErrFormat, 0, 0, "the compressed file breaks off", "copy it again from where it came")
	case badlyPacked(err):
		return c.fault(ErrFormat, 0, 0, "the compressed file is damaged", "copy it again from where it came")
	}
	return fmt.Errorf("read %s: %w", c.file, err)
}

// newTrip begins a trip that no key names.
func (c *collector) newTrip(name string) (*draft, error) {
	if len(c.drafts) >= c.opt.MaxTrips {
		return nil, c.fault(ErrTooLarge, 0, 0, fmt.Sprintf("the file has more than %d trips", c.opt.MaxTrips),
			"check which column names the trip, or split the file")
	}
	d := &draft{name: name}
	c.drafts = append(c.drafts, d)
	return d, nil
}

// trip returns the trip of that key, beginning it if it is new. Without a key
// there is one trip.
func (c *collector) trip(key string) (*draft, error) {
	if d, ok := c.byKey[key]; ok {
		return d, nil
	}
	d, err := c.newTrip("")
	if err != nil {
		return nil, err
	}
	d.key = strings.Clone(key) // it may be a piece of a whole line
	c.byKey[d.key] = d
	return d, nil
}

// add puts one observation at the end of d.
func (c *collector) add(d *draft, o match.Observation, at place) error {
	if o.Lat == 0 && o.Lon == 0 {
		// What receivers say before they know anything; nobody drives there.
		d.note(NoteNoFix, at.line, "")
		return nil
	}
	if c.points >= c.opt.MaxPoints {
		return c.fault(ErrTooLarge, at.line, 0, fmt.Sprintf("the file has more than %d points", c.opt.MaxPoints),
			"split it, one vehicle or one day a file")
	}
	if !o.Valid() && d.outside == (place{}) {
		d.outside = at
	}
	c.points++
	d.obs = append(d.obs, o)
	return nil
}

// skip leaves out a record that cannot be read, and returns nil, or the error
// itself where Options.Strict asks for it. Other errors are returned as they are.
func (c *collector) skip(err error) error {
	var bad *Error
	if c.opt.Strict || !errors.As(err, &bad) || !errors.Is(err, ErrValue) {
		return err
	}
	if c.skipped == nil {
		c.skipped = bad
	}
	c.nSkipped++
	c.note(NoteBadRecord, bad.Line, bad.Msg)
	return nil
}

// note remarks on the whole file.
func (c *collector) note(kind NoteKind, line int, detail string) {
	c.notes = addNote(c.notes, kind, line, detail)
}

// note remarks on d; the same kind again only counts.
func (d *draft) note(kind NoteKind, line int, detail string) {
	d.notes = addNote(d.notes, kind, line, detail)
}

// noteTruncated remarks that the file breaks off on a line, on the last trip that has
// points: those before it are whole.
func (c *collector) noteTruncated(line int) {
	for _, d := range slices.Backward(c.drafts) {
		if len(d.obs) > 0 && !d.single {
			d.note(NoteTruncated, line, "")
			return
		}
	}
	c.note(NoteTruncated, line, "")
}

func addNote(notes []Note, kind NoteKind, line int, detail string) []Note {
	for i := range notes {
		if notes[i].Kind == kind {
			notes[i].Count++
			return notes
		}
	}
	n := Note{Kind: kind, Line: line, Detail: detail}
	if line > 0 {
		n.Count = 1
	}
	return append(notes, n)
}

// finish returns the trips, mended.
func (c *collector) finish() ([]Trip, error) {
	c.dropSingles()
	if float64(c.nSkipped) > mostBad*float64(c.points+c.nSkipped) {
		return nil, c.skipped
	}
	if c.points == 0 {
		return nil, c.empty()
	}
	if err := c.mendCoordinates(); err != nil {
		return nil, err
	}
	if c.clock.relative {
		c.note(NoteRelativeTime, 0, "")
	}
	if c.clock.monthFirst {
		c.note(NoteMonthFirst, 0, "")
	}
	kept := slices.DeleteFunc(c.drafts, func(d *draft) bool { return len(d.obs) == 0 })
	ids := c.ids(kept)
	trips := make([]Trip, len(kept))
	for i, d := range kept {
		d.mendOrder()
		trips[i] = Trip{ID: ids[i], Name: d.name, Observations: d.obs, Notes: append(d.notes, c.notes...)}
	}
	return trips, nil
}

// empty says why there is nothing.
func (c *collector) empty() error {
	for _, d := range c.drafts {
		for _, n := range d.notes {
			if n.Kind == NoteNoFix {
				return c.fault(ErrEmpty, n.Line, 0, "no record of the file has a position",
					"the receiver had no fix; check its antenna, or choose another file")
			}
		}
	}
	return c.fault(ErrEmpty, 0, 0, "the file has no positions", "choose another file")
}

// dropSingles leaves out single points if there are lines beside them: they
// mark places, or repeat what the lines say.
func (c *collector) dropSingles() {
	lines := slices.ContainsFunc(c.drafts, func(d *draft) bool { return !d.single && len(d.obs) > 0 })
	if !lines {
		return
	}
	dropped := 0
	c.drafts = slices.DeleteFunc(c.drafts, func(d *draft) bool {
		if d.single {
			dropped += len(d.obs)
		}
		return d.single
	})
	if dropped > 0 {
		c.notes = append(c.notes, Note{Kind: NoteIgnoredPoints, Count: dropped})
	}
}

// ids gives every trip an ID that no other trip of the file has.
func (c *collector) ids(drafts []*draft) []string {
	base := baseName(c.file)
	ids := make([]string, len(drafts))
	next := make(map[string]int, len(drafts)) // the number to try for an ID that is taken
	for i, d := range drafts {
		id := d.key
		switch {
		case id != "":
		case len(drafts) == 1:
			id = base
		default:
			id = base + "-" + strconv.Itoa(i+1)
		}
		for first := id; next[id] > 0; {
			next[first]++
			id = first + "-" + strconv.Itoa(next[first])
		}
		next[id] = 1
		ids[i] = id
	}
	return ids
}

// baseName returns the last part of a name without its endings.
func baseName(file string) string {
	base := filepath.Base(file)
	if ext := filepath.Ext(base); strings.EqualFold(ext, ".gz") {
		base = strings.TrimSuffix(base, ext)
	}
	if base = strings.TrimSuffix(base, filepath.Ext(base)); base == "" {
		return "trip"
	}
	return base
}

// mendOrder turns a trip round that has its newest record first, as lists on
// screens have.
func (d *draft) mendOrder() {
	n := len(d.obs)
	if n < 2 || !d.obs[n-1].Time.Before(d.obs[0].Time) {
		return
	}
	for i, o := range d.obs {
		if o.Time.IsZero() || i > 0 && o.Time.After(d.obs[i-1].Time) {
			return
		}
	}
	slices.Reverse(d.obs)
	d.note(NoteReversed, 0, "")
}

// flipDates reads every date again with the month first; all of them were
// ambiguous so far, which clock has made sure of.
func (c *collector) flipDates() {
	for _, d := range c.drafts {
		for i := range d.obs {
			d.obs[i].Time = swapDayMonth(d.obs[i].Time)
		}
	}
}

// swap returns p with its coordinates in each other's place.
func swap(p geo.Point) geo.Point { return geo.Point{Lat: p.Lon, Lon: p.Lat} }
