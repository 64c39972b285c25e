// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/match"
)

// maxBelow is the largest number of short rows after the last point that count as a total or
// a remark. More are damaged rows.
const maxBelow = 5

// rowReader reads the rows of one table.
type rowReader struct {
	table
	c     *collector
	rows  rowSource
	csv   *textRows // rows, if the table is a text
	shape rowShape
	row   []string
	names []string  // the column names, nil if there are none
	short []*Error  // of the latest rows, which are too short for a position; at most maxBelow
	above tripCells // as the lines above the column names, or the name of the sheet, give them

	merged bool   // a vehicle may be written once for several rows
	own    bool   // rows without a trip and a vehicle are a trip of this table
	sheet  string // name of that trip

	last struct {
		cells tripCells
		d     *draft
	}
	ignition struct { // the last text and its meaning
		text  string
		state Ignition
	}
	address string // the last one
	report  report // of the current row
}

// rowSource gives the rows of a table. Blank rows are left out.
type rowSource interface {
	// Read returns the cells of the next row, at least one, and io.EOF after the last row. The
	// slice is valid until the next call, its strings remain valid.
	Read() ([]string, error)
	// FieldPos returns the place of cell i of that row, counted from 1.
	FieldPos(i int) (line, column int)
}

// tripCells are the cells of a row that say to which trip it belongs.
type tripCells struct{ trip, vehicle, device, driver string }

func newRowReader(c *collector, found table, rows rowSource) *rowReader {
	if found.columns.utc {
		c.clock.location = time.UTC
	}
	c.odometer = found.columns.odometer
	if !found.named && c.opt.Recipe == nil {
		detail := fmt.Sprintf("latitude in column %d, longitude in column %d", found.columns.at[roleLat].index+1, found.columns.at[roleLon].index+1)
		if both := found.columns.at[rolePosition]; both.found {
			detail = fmt.Sprintf("latitude and longitude in column %d", both.index+1)
		}
		c.note(NoteColumns, 0, detail)
	} else if found.columns.foundTime {
		c.note(NoteTimeColumn, 0, fmt.Sprintf("column %d", found.columns.at[roleTime].index+1))
	}
	return &rowReader{table: found, c: c, rows: rows}
}

// run reads all rows.
func (t *rowReader) run() (err error) {
	for i := 0; ; i++ {
		t.row, err = t.rows.Read()
		if errors.Is(err, io.EOF) {
			return t.end()
		}
		if err != nil {
			return t.parseFault(err)
		}
		if t.broken() {
			return t.breakOff()
		}
		switch {
		case t.named && i < t.table.names:
			if !t.comment() && !isSeparatorLine(t.row) {
				t.c.note(NoteLinesAbove, t.line(), "")
				t.title()
			}
			continue
		case t.named && i == t.table.names:
			t.names = append([]string(nil), t.row...)
			continue
		}
		if err := t.observation(); err != nil {
			return err
		}
	}
}

// end notes what concerns the whole table.
func (t *rowReader) end() error {
	for _, e := range t.short {
		t.c.note(NoteNoFix, e.Line, "")
	}
	return t.noteQuotes()
}

// cell returns the cell of a role, or "" if there is none.
func (t *rowReader) cell(r role) string {
	c := t.columns.at[r]
	if !c.found || c.index >= len(t.row) {
		return ""
	}
	return withoutFormula(t.row[c.index])
}

// at returns the place of the cell of a role.
func (t *rowReader) at(r role) place {
	c := t.columns.at[r]
	if !c.found || c.index >= len(t.row) {
		return place{line: t.line()}
	}
	line, column := t.rows.FieldPos(c.index)
	return place{line, column}
}

func (t *rowReader) line() int {
	line, _ := t.rows.FieldPos(0)
	return line
}

// observation parses the current row and adds it to its trip.
func (t *rowReader) observation() error {
	lat, lon, latRole, lonRole := t.positionCells()
	if missing(lat) && missing(lon) && t.hasPositionCells() {
		return t.noFix()
	}
	if missing(lat) || missing(lon) {
		return t.halfPosition(latRole)
	}
	var o match.Observation
	var ok bool
	if o.Lat, ok = parseAngle(t.numeral(lat)); !ok {
		return t.unreadable(latRole, lat, "latitude")
	}
	if o.Lon, ok = parseAngle(t.numeral(lon)); !ok {
		return t.unreadable(lonRole, lon, "longitude")
	}
	o.Lat, o.Lon = t.signed(o.Lat, roleNS, 'S'), t.signed(o.Lon, roleEW, 'W')
	o.Point = t.place(o.Point)
	if err := t.time(&o); err != nil {
		return t.skip(err)
	}
	if o.Time.IsZero() && t.columns.at[roleTime].found && t.summary() {
		return t.noFix()
	}
	d, err := t.trip()
	if err != nil {
		return err
	}
	t.motion(&o, d)
	if len(t.short) > 0 {
		if err := t.skipShort(); err != nil {
			return err
		}
	}
	t.shape.add(t.row)
	if !t.columns.reports && t.above == (tripCells{}) {
		return t.c.add(d, o, t.at(latRole))
	}
	t.readReport(d)
	return t.c.addReport(d, o, &t.report, t.at(latRole))
}

// summaries are the first cells, folded, of rows that sum up the others.
var summaries = []string{"tong", "tong cong", "cong", "trung binh", "tb", "total", "sum", "average", "avg", "mean"}

func (t *rowReader) summary() bool {
	i := slices.IndexFunc(t.row, func(cell string) bool { return strings.TrimSpace(cell) != "" })
	return i >= 0 && slices.Contains(summaries, foldName(t.row[i]))
}

// signed gives a coordinate the sign of the hemisphere in the cell of r.
func (t *rowReader) signed(x float64, r role, negative byte) float64 {
	if s := strings.TrimSpace(t.cell(r)); s != "" && s[0]&^0x20 == negative { // in capitals
		return -math.Abs(x)
	}
	return x
}

// title reads a line above the column names or between the rows, such as "Biển số xe:
// 51C-123.45" or "Hành trình xe 51C-123.45".
func (t *rowReader) title() {
	for i, cell := range t.row {
		if p := plateIn(cell); p != "" {
			t.above.vehicle = p
		}
		name, value, ok := strings.Cut(cell, ":")
		if value = strings.TrimSpace(value); value == "" && i+1 < len(t.row) {
			value = strings.TrimSpace(t.row[i+1])
		}
		if !ok || missing(value) {
			continue
		}
		switch r, _, _ := roleOfColumn(name); r {
		case roleVehicle:
			t.above.vehicle = strings.Clone(value)
		case roleDevice:
			t.above.device = strings.Clone(value)
		case roleDriver:
			t.above.driver = strings.Clone(value)
		}
	}
}

// positionCells returns the texts of latitude and longitude, which may share a
// cell, and the roles of their cells.
func (t *rowReader) positionCells() (lat, lon string, latRole, lonRole role) {
	if t.columns.at[roleLat].found && t.columns.at[roleLon].found {
		return t.cell(roleLat), t.cell(roleLon), roleLat, roleLon
	}
	if lat, lon = cutPosition(t.cell(rolePosition)); t.columns.lonFirst {
		lat, lon = lon, lat
	}
	return lat, lon, rolePosition, rolePosition
}

// noFix notes a row without a position. Comments and blank rows are ignored.
func (t *rowReader) noFix() error {
	if t.comment() || t.blank() || t.between() {
		return nil
	}
	if p := plateIn(t.text(roleVehicle)); p != "" && filled(t.row) == 1 && !t.merged {
		t.above.vehicle = p // of the rows below, which leave it blank
		return nil
	}
	d, err := t.trip()
	if err != nil {
		return err
	}
	d.note(NoteNoFix, t.line(), "")
	return nil
}

// hasPositionCells reports whether the row is long enough for a position.
func (t *rowReader) hasPositionCells() bool {
	if t.columns.at[roleLat].found && t.columns.at[roleLon].found {
		return max(t.columns.at[roleLat].index, t.columns.at[roleLon].index) < len(t.row)
	}
	return t.columns.at[rolePosition].index < len(t.row)
}

// halfPosition handles a row that lacks latitude or longitude, or the cells of both. Above the
// first point it is ignored if the table has no names.
func (t *rowReader) halfPosition(r role) error {
	if t.comment() || t.blank() || t.between() || !t.named && t.c.points == 0 {
		return nil
	}
	at := t.at(r)
	e := t.c.fault(ErrValue, at.line, at.column, "the row has no whole position", "write latitude and longitude, or leave both cells empty")
	if !t.hasPositionCells() && len(t.short) < maxBelow && !t.garbage() {
		t.short = append(t.short, e)
		return nil
	}
	return errors.Join(t.skipShort(), t.skip(e))
}

// skip leaves out the current row. Garbage is damage of the disk or the transfer, which says
// nothing against the other rows, so it does not count among the rows that cannot be read.
func (t *rowReader) skip(err error) error {
	var bad *Error
	if t.c.opt.Strict || t.c.points < 2 || !errors.As(err, &bad) || !t.garbage() {
		return t.c.skip(err)
	}
	t.c.note(NoteBadRecord, bad.Line, bad.Msg)
	return nil
}

// garbage reports whether the row has control characters that do not occur in text.
func (t *rowReader) garbage() bool {
	return slices.ContainsFunc(t.row, func(cell string) bool { return isBinary([]byte(cell)) })
}

// skipShort leaves out the short rows read so far as damaged, because others follow.
func (t *rowReader) skipShort() error {
	for _, e := range t.short {
		if err := t.c.skip(e); err != nil {
			return err
		}
	}
	t.short = t.short[:0]
	return nil
}

// blank reports whether all cells of the row are blank.
func (t *rowReader) blank() bool {
	return !slices.ContainsFunc(t.row, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

// comment reports whether the row is a comment, as some programs write between
// the others.
func (t *rowReader) comment() bool { return strings.HasPrefix(t.row[0], "#") }

// unreadable handles a coordinate that is not a number. It ignores repeated
// column names, comments, and lines above the first point of a table without
// names. Anything else is an error.
func (t *rowReader) unreadable(r role, text, what string) error {
	if t.named && t.repeatsNames() {
		t.c.note(NoteRepeatedTitle, t.line(), "")
		return nil
	}
	if t.comment() || t.between() || !t.named && t.c.points == 0 {
		return nil
	}
	at := t.at(r)
	return t.skip(t.c.fault(ErrValue, at.line, at.column, fmt.Sprintf("%s %s is not a number", what, quote(text)),
		"write degrees as 10.776530, or leave the cell empty"))
}

// between reports whether the row is a title between the rows of a table without a column of
// vehicles, and reads it.
func (t *rowReader) between() bool {
	if t.columns.at[roleVehicle].found || !t.named || filled(t.row) > 2 {
		return false
	}
	before := t.above
	t.title()
	if t.above == before {
		return false
	}
	t.c.note(NoteLinesAbove, t.line(), "")
	return true
}

func (t *rowReader) repeatsNames() bool {
	for _, r := range []role{roleLat, roleLon, rolePosition} {
		if c := t.columns.at[r]; c.found && (c.index >= len(t.names) || t.cell(r) != t.names[c.index]) {
			return false
		}
	}
	return true
}

// quote returns s quoted, cut to 40 characters.
func quote(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return fmt.Sprintf("%q", s)
}

// trip returns the trip of the row, by its trip column, vehicle column or both. A vehicle
// without a plate is named by its device.
func (t *rowReader) trip() (*draft, error) {
	cells := tripCells{
		trip:    strings.TrimSpace(t.cell(roleTrip)),
		vehicle: cmp.Or(strings.TrimSpace(t.cell(roleVehicle)), t.above.vehicle),
	}
	if cells.vehicle == "" {
		cells.vehicle = cmp.Or(strings.TrimSpace(t.cell(roleDevice)), t.above.device)
	}
	if t.merged && cells.vehicle == "" && cells.trip == "" {
		cells = t.last.cells
	}
	// Rows of a trip are usually consecutive.
	if t.last.d != nil && t.last.cells == cells {
		return t.last.d, nil
	}
	trip, vehicle := Unguarded(cells.trip), Unguarded(cells.vehicle)
	d, err := t.draft(tripKey(trip, vehicle))
	if err != nil {
		return nil, err
	}
	if d.vehicle == "" {
		d.vehicle = strings.Clone(vehicle)
	}
	t.last.cells, t.last.d = tripCells{trip: strings.Clone(cells.trip), vehicle: strings.Clone(cells.vehicle)}, d
	return d, nil
}

// draft returns the trip with a key.
func (t *rowReader) draft(key string) (*draft, error) {
	if key == "" && t.own {
		return t.c.newTrip(t.sheet)
	}
	return t.c.trip(key)
}

// tripKey returns the key of a trip of a vehicle. Either may be "". A trip that has the
// vehicle in its name, as this package writes it, keeps that name.
func tripKey(trip, vehicle string) string {
	switch rest, ok := strings.CutPrefix(trip, vehicle); {
	case trip == "":
		return vehicle
	case vehicle == "", ok && (rest == "" || rest[0] == '/'):
		return trip
	}
	return vehicle + "/" + trip
}

// motion parses speed, heading and accuracy. Values that are not numbers are
// noted and left out.
func (t *rowReader) motion(o *match.Observation, d *draft) {
	if x, u, ok := t.measure(roleSpeed, d); ok && x >= 0 {
		o.Speed, o.HasSpeed = x*cmp.Or(u.speed, t.columns.speed), true
		if t.columns.plainSpeed && u.speed == 0 {
			d.plainSpeed = t.columns.speed
		}
	}
	if x, ok := t.optional(roleHeading, d); ok {
		o.Heading, o.HasHeading = normalHeading(x)
	}
	if x, ok := t.optional(roleAccuracy, d); ok && x > 0 {
		o.Accuracy = x
	} else if x, ok := t.optional(roleHDOP, d); ok && x > 0 {
		o.Accuracy = x * metresPerHDOP
	}
}

func (t *rowReader) optional(r role, d *draft) (float64, bool) {
	x, _, ok := t.measure(r, d)
	return x, ok
}

// measure parses a number with or without a unit after it.
func (t *rowReader) measure(r role, d *draft) (x float64, u unit, ok bool) {
	text := t.cell(r)
	if text == "" || missing(text) {
		return 0, u, false
	}
	if x, u, ok = parseMeasure(t.numeral(text)); !ok {
		d.note(NoteIgnoredValue, t.line(), quote(text))
	}
	return x, u, ok
}

// numeral returns a number without the mark that groups thousands, if a recipe says which.
func (t *rowReader) numeral(s string) string {
	switch t.decimal {
	case ',':
		return strings.ReplaceAll(s, ".", "")
	case '.':
		return strings.ReplaceAll(s, ",", "")
	}
	return s
}

// readReport reads the other cells of the row into t.report.
func (t *rowReader) readReport(d *draft) {
	r := &t.report
	*r = report{
		driver: cmp.Or(Unguarded(t.text(roleDriver)), t.above.driver),
		device: cmp.Or(Unguarded(t.text(roleDevice)), t.above.device),
	}
	if t.columns.at[roleIgnition].found || t.columns.at[roleStatus].found {
		r.ignition = t.ignitionState()
	}
	if x, ok := t.optional(roleOdometer, d); ok {
		r.odometer = optional{x, true}
	}
	if x, u, ok := t.measure(roleElevation, d); ok {
		r.elevation = optional{x * cmp.Or(u.length, t.columns.elevation), true}
	}
	if s := Unguarded(t.text(roleAddress)); s != "" {
		if s != t.address {
			t.address = strings.Clone(s) // s is a substring of a whole row
		}
		r.address = t.address
	}
}

// text returns the cell of a role without blanks around it, "" if it is missing.
func (t *rowReader) text(r role) string {
	s := strings.TrimSpace(t.cell(r))
	if missing(s) {
		return ""
	}
	return s
}

func (t *rowReader) ignitionState() Ignition {
	s, parse := t.cell(roleIgnition), parseIgnition
	if s == "" {
		s, parse = t.cell(roleStatus), func(s string) Ignition { return ignitionInText(foldName(s)) }
	}
	if s != t.ignition.text {
		t.ignition.text, t.ignition.state = strings.Clone(s), parse(s)
	}
	return t.ignition.state
}

// normalHeading returns x normalised to [0, 360) degrees. ok is false for values
// out of range and for −1, which receivers report, like 65535, for an unknown
// heading.
func normalHeading(x float64) (heading float64, ok bool) {
	if x <= -360 || x > 360 || x == -1 {
		return 0, false
	}
	if x = math.Mod(x, 360); x < 0 {
		x += 360
	}
	return x, true
}

// metresPerHDOP is the standard deviation of a position per unit of HDOP, the
// horizontal dilution of precision (metres). It is the user equivalent range
// error, about 5 m for a civil single-frequency receiver (Kaplan and Hegarty,
// Understanding GPS, chapter 7).
const metresPerHDOP = 5.0
