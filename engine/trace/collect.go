// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
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

// collector gathers the observations of one file, enforces the limits, and
// finally makes the repairs that need the whole file.
type collector struct {
	ctx    context.Context
	file   string
	opt    Options
	clock  clock
	drafts []*draft
	byKey  map[string]*draft
	points int
	notes  []Note // about the whole file

	preview  *previewer // nil if the whole file is read
	sheet    string     // the one that is read, if the file has several
	odometer float64    // metres per unit of the odometer, 0 if the file does not say

	skipped  *Error // error of the first record left out
	nSkipped int
	lost     *Error // error of the first trip left out
}

// place is a position in a file, counted from 1; 0 means unknown.
type place struct{ line, column int }

// draft is a trip being read.
type draft struct {
	key, name       string
	vehicle, device string // "" if the file does not name them
	drivers         drivers
	obs             []match.Observation
	channels        Channels // shorter than obs, or nil, until padChannels
	notes           []Note
	single          bool    // made of single points, kept only if the file has no lines
	route           bool    // planned, not driven: kept only if the file has no tracks
	plainSpeed      float64 // m/s per unit of speeds whose name has no unit, 0 if it has one
	outside         place   // the first point that is not on Earth
	undated         place   // the first time that cannot be right
}

func newCollector(ctx context.Context, file string, o Options) *collector {
	return &collector{ctx: ctx, file: file, opt: o, clock: clock{location: o.Location}, byKey: map[string]*draft{}}
}

// fault returns an *Error about this file.
func (c *collector) fault(err error, line, column int, msg, remedy string) *Error {
	if c.sheet != "" {
		msg = fmt.Sprintf("sheet %s: %s", quote(c.sheet), msg)
	}
	return &Error{File: c.file, Line: line, Column: column, Msg: msg, Remedy: remedy, Err: err}
}

// explain adds the file name to err, unless err is an *Error already.
func (c *collector) explain(err error) error {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, errTooManyBytes):
		return c.fault(ErrTooLarge, 0, 0, fmt.Sprintf("the file is longer than %d MiB", c.opt.MaxBytes>>20), "split it, one vehicle or one day a file")
	case errors.Is(err, ErrOldExcel):
		return c.fault(ErrOldExcel, 0, 0, "the file is an old Excel workbook (.xls), or has a password", "save it as XLSX without a password")
	case errors.Is(err, errDamagedZip):
		return c.fault(ErrFormat, 0, 0, "the archive is damaged at this file", "copy it again from where it came")
	case errors.Is(err, ErrPacked):
		return c.fault(ErrPacked, 0, 0, "the file is compressed", "decompress it")
	case truncated(err):
		return c.fault(ErrFormat, 0, 0, "the compressed file is truncated", "copy it again from where it came")
	case badlyPacked(err):
		return c.fault(ErrFormat, 0, 0, "the compressed file is damaged", "copy it again from where it came")
	}
	return fmt.Errorf("read %s: %w", c.file, err)
}

// newTrip starts a trip without a key.
func (c *collector) newTrip(name string) (*draft, error) {
	if len(c.drafts) >= c.opt.MaxTrips {
		return nil, c.fault(ErrTooLarge, 0, 0, fmt.Sprintf("the file has more than %d trips", c.opt.MaxTrips),
			"check which column names the trip, or split the file")
	}
	d := &draft{name: name}
	c.drafts = append(c.drafts, d)
	return d, nil
}

// trip returns the trip with the given key, and starts it if it is new. The
// empty key is a key like any other.
func (c *collector) trip(key string) (*draft, error) {
	if d, ok := c.byKey[key]; ok {
		return d, nil
	}
	d, err := c.newTrip("")
	if err != nil {
		return nil, err
	}
	d.key = strings.Clone(key) // key may be a substring of a whole line
	c.byKey[d.key] = d
	return d, nil
}

// add appends one observation to d.
func (c *collector) add(d *draft, o match.Observation, at place) error {
	if o.Lat == 0 && o.Lon == 0 {
		// Receivers report 0°, 0° before they have a fix.
		d.note(NoteNoFix, at.line, "")
		return nil
	}
	if c.points >= c.opt.MaxPoints {
		return c.fault(ErrTooLarge, at.line, 0, fmt.Sprintf("the file has more than %d points", c.opt.MaxPoints),
			"split it, one vehicle or one day a file")
	}
	if c.preview != nil && projected(o.Point) {
		c.preview.metres, c.preview.x, c.preview.y = true, o.Lon, o.Lat
	}
	if !o.Valid() && d.outside == (place{}) {
		d.outside = at
	}
	if !o.Time.IsZero() && !plausibleDate(o.Time) && d.undated == (place{}) {
		d.undated = at
	}
	c.points++
	d.obs = append(d.obs, o)
	return nil
}

// skip counts an unreadable record as left out and returns nil. It returns err
// itself if Options.Strict is set or err does not wrap ErrValue.
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

// emitted leaves out one of several trips that has an error, and returns nil. It returns err
// itself if Options.Strict is set or a limit is exceeded.
func (c *collector) emitted(err error) error {
	var bad *Error
	if c.opt.Strict || !errors.As(err, &bad) || errors.Is(err, ErrTooLarge) {
		return err
	}
	if c.lost == nil {
		c.lost = bad
	}
	c.note(NoteBadRecord, bad.Line, bad.Msg)
	return nil
}

// note adds a note about the whole file.
func (c *collector) note(kind NoteKind, line int, detail string) {
	c.notes = addNote(c.notes, newNote(kind, line, detail))
}

// note adds a note about d, or increments the count of an earlier note of the
// same kind.
func (d *draft) note(kind NoteKind, line int, detail string) {
	d.notes = addNote(d.notes, newNote(kind, line, detail))
}

// noteTruncated notes that the file is truncated at line. The note goes to the
// last trip with points, because the trips before it are complete.
func (c *collector) noteTruncated(line int) {
	for _, d := range slices.Backward(c.drafts) {
		if len(d.obs) > 0 && !d.single {
			if d.route {
				break // it may be left out
			}
			d.note(NoteTruncated, line, "")
			return
		}
	}
	c.note(NoteTruncated, line, "")
}

func newNote(kind NoteKind, line int, detail string) Note {
	return Note{Kind: kind, Line: line, Count: oneIf(line > 0), Detail: detail}
}

func addNote(notes []Note, n Note) []Note {
	for i := range notes {
		if notes[i].Kind == n.Kind {
			notes[i].Count += n.Count
			return notes
		}
	}
	return append(notes, n)
}

// finish makes the repairs that need the whole file and returns the trips.
func (c *collector) finish() ([]found, error) {
	c.dropSingles()
	c.dropRoutes()
	if float64(c.nSkipped) > mostBad*float64(c.points+c.nSkipped) {
		return nil, c.tooManySkipped()
	}
	if c.points == 0 {
		return nil, c.empty()
	}
	for _, d := range c.drafts {
		d.padChannels()
	}
	if err := c.repairCoordinates(); err != nil {
		return nil, err
	}
	c.repairSheetDays()
	if c.clock.mangled() {
		c.flipDates()
		c.note(NoteMonthFirst, 0, "")
	}
	if c.clock.relative {
		c.note(NoteRelativeTime, 0, "")
	}
	if c.clock.monthFirst {
		c.note(NoteMonthFirst, 0, "")
	}
	c.repairSpeeds(c.drafts)
	kept := slices.DeleteFunc(c.drafts, func(d *draft) bool {
		if len(d.obs) == 0 { // its notes are all that is left of it
			for _, n := range d.notes {
				c.notes = addNote(c.notes, n)
			}
		}
		return len(d.obs) == 0
	})
	if len(kept) == 0 { // the points that were left are not on Earth
		return nil, c.empty()
	}
	ids := c.ids(kept)
	trips := make([]found, len(kept))
	for i, d := range kept {
		reversed := d.repairOrder()
		trips[i].kind = d.kind()
		trips[i].Trip = Trip{
			ID: ids[i], Vehicle: cmp.Or(d.vehicle, d.key), Device: d.device, Driver: d.drivers.names(reversed), Name: d.name,
			Observations: d.obs, Channels: d.channels, Notes: append(d.notes, c.notes...),
		}
	}
	c.repairOdometers(kept)
	for i, d := range kept {
		trips[i].takePlate(c.file)
		trips[i].noteDoubts(d.undated.line)
	}
	return trips, nil
}

// takePlate sets the vehicle of a trip without one to the plate in its name, or in that of its file.
func (t *Trip) takePlate(file string) {
	if t.Vehicle != "" {
		return
	}
	if t.Vehicle = cmp.Or(plateOfName(t.Name), plateOfName(baseName(file))); t.Vehicle != "" {
		t.Notes = append(t.Notes, Note{Kind: NoteNamePlate, Detail: t.Vehicle})
	}
}

// noteDoubts notes times that cannot be right, the first of them on a line, and a second
// vehicle.
func (t *Trip) noteDoubts(line int) {
	var doubts []Note
	if n := t.WrongDates(); n > 0 {
		doubts = append(doubts, Note{Kind: NoteWrongDate, Count: n, Line: line})
	}
	if n := t.OtherVehicle(); n > 0 {
		doubts = append(doubts, Note{Kind: NoteMixed, Count: n})
	}
	if len(doubts) > 0 {
		t.Notes = append(doubts, t.Notes...)
	}
}

// tooManySkipped returns the error of the first record left out, with the number of
// all if there are others.
func (c *collector) tooManySkipped() error {
	e := *c.skipped
	if c.nSkipped > 1 {
		e.Msg = fmt.Sprintf("%d of %d records cannot be read, more than a tenth; the first: %s", c.nSkipped, c.points+c.nSkipped, e.Msg)
	}
	return &e
}

// empty returns the error for a file without points.
func (c *collector) empty() error {
	if c.lost != nil {
		return c.lost
	}
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

// dropSingles removes single points if the file also has lines, because they
// mark places or repeat the lines.
func (c *collector) dropSingles() {
	lines := slices.ContainsFunc(c.drafts, func(d *draft) bool { return !d.single && len(d.obs) > 0 })
	if !lines {
		return
	}
	c.takeTimes()
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

// dropRoutes removes routes if the file also has tracks, unless they are wanted.
func (c *collector) dropRoutes() {
	tracks := slices.ContainsFunc(c.drafts, func(d *draft) bool { return !d.route && len(d.obs) > 0 })
	if !tracks || c.opt.Routes {
		return
	}
	var names []string
	dropped := 0
	c.drafts = slices.DeleteFunc(c.drafts, func(d *draft) bool {
		if d.route && len(d.obs) > 0 {
			dropped++
			c.points -= len(d.obs)
			if d.name != "" && len(names) < namedRoutes {
				names = append(names, d.name)
			}
		}
		return d.route
	})
	if dropped > 0 {
		c.notes = append(c.notes, Note{Kind: NoteRoutes, Count: dropped, Detail: strings.Join(names, ", ")})
	}
}

// namedRoutes is the largest number of routes that a note names.
const namedRoutes = 5

// ids returns a distinct ID for each trip.
func (c *collector) ids(drafts []*draft) []string {
	base := baseName(c.file)
	ids := make([]string, len(drafts))
	distinct := make(distinctIDs, len(drafts))
	for i, d := range drafts {
		id := cmp.Or(d.key, d.vehicle)
		switch {
		case id != "":
		case len(drafts) == 1:
			id = base
		default:
			id = base + "-" + strconv.Itoa(i+1)
		}
		ids[i] = distinct.of(id)
	}
	return ids
}

// distinctIDs makes IDs distinct. It has the latest number behind each that was given.
type distinctIDs map[string]int

// of returns id, with a number behind it if it was given before.
func (d distinctIDs) of(id string) string {
	for first := id; d[id] > 0; {
		d[first]++
		id = first + "-" + strconv.Itoa(d[first])
	}
	d[id] = 1
	return id
}

// baseName returns the last element of a file name without its extensions.
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

// repairOrder reverses a trip that has its newest record first, as lists on
// screens do. It reports whether it did.
func (d *draft) repairOrder() bool {
	n := len(d.obs)
	if n < 2 || !d.obs[n-1].Time.Before(d.obs[0].Time) {
		return false
	}
	for i, o := range d.obs {
		if o.Time.IsZero() || i > 0 && o.Time.After(d.obs[i-1].Time) {
			return false
		}
	}
	slices.Reverse(d.obs)
	d.channels.reverse()
	d.note(NoteReversed, 0, "")
	return true
}

// flipDates exchanges day and month in every time so far whose day can be a month. Those are the
// ambiguous ones: clock.read refuses to flip with others.
func (c *collector) flipDates() {
	for _, d := range c.drafts {
		for i := range d.obs {
			if t := &d.obs[i].Time; t.Day() <= 12 {
				*t = swapDayMonth(*t)
			}
		}
	}
}

// swap returns p with latitude and longitude exchanged.
func swap(p geo.Point) geo.Point { return geo.Point{Lat: p.Lon, Lon: p.Lat} }
