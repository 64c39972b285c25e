// SPDX-License-Identifier: MIT

package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/regulation"
)

// Request says which report is made.
type Request struct {
	Kind     Kind
	Period   Period
	Language Language
	Company  string
	Logo     []byte
	// Vehicles are the plates that the report is about, empty for all; they only stand in the
	// head, because the facts are those of the chosen trips.
	Vehicles []string
	By       By   // of Fleet
	Each     Each // of Fleet
	Signers  []string
	Hide     []string // keys of columns to leave out
	Made     time.Time
	Version  string
}

// By is the subject of the rows of a fleet report.
type By string

// The subjects of rows.
const (
	ByPlate  By = "vehicle"
	ByPerson By = "driver"
	ByGroup  By = "group"
)

// Each says how long the rows of a fleet report are.
type Each string

// The lengths.
const (
	EachPeriod Each = "period"
	EachDay    Each = "day"
	EachWeek   Each = "week"
	EachMonth  Each = "month"
)

// Build makes a report of facts. For HourList and Continuous they should reach over
// Period.Around, for the others at least over the period; trips in any order. Journey and
// Speeds are made by BuildPoints.
func (w *World) Build(r Request, facts []*Facts) *Document {
	facts = slices.Clone(facts)
	slices.SortStableFunc(facts, func(a, b *Facts) int { return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.ID, b.ID)) })
	b := builder{world: w, request: r, facts: facts, l: r.Language, used: map[string]bool{}}
	for _, f := range facts {
		if f.First.IsZero() || f.Last.Before(r.Period.From) || !f.First.Before(r.Period.To) {
			continue
		}
		b.inside = append(b.inside, f)
	}
	b.begin()
	switch r.Kind {
	case OverLimit:
		b.overLimit()
	case Continuous:
		b.continuous()
	case StopList:
		b.stops()
	case ByVehicle:
		b.byVehicle()
	case ByDriver:
		b.byDriver()
	case HourList:
		b.hours()
	case Fleet:
		b.fleet()
	}
	b.end()
	return &b.doc
}

// builder makes a document.
type builder struct {
	world   *World
	request Request
	facts   []*Facts // by time
	inside  []*Facts // those that touch the period
	l       Language
	doc     Document
	used    map[string]bool // rules
	order   []string

	spellings map[string]string // of plates by their keys, nil until needed
}

// begin fills the head.
func (b *builder) begin() {
	r, l := b.request, b.l
	b.doc = Document{Kind: r.Kind, Language: l, Title: r.Kind.Title(l), Label: l.T("label.check"), Made: r.Made, Version: r.Version, Signers: r.Signers, Logo: r.Logo, Wide: r.Kind != Journey && r.Kind != Speeds}
	if form := r.Kind.form(); form != "" {
		b.doc.Label += ". " + l.T("label.form", "form", form)
	}
	head := func(key, value string) {
		if value != "" {
			b.doc.Head = append(b.doc.Head, Line{l.T(key), value})
		}
	}
	head("head.company", r.Company)
	plates, known := r.Vehicles, slices.DeleteFunc(b.plates(), func(p string) bool { return fleet.PlateKey(p) == "" })
	switch {
	case len(plates) > 0:
		head("head.vehicle", strings.Join(plates, ", "))
	case len(known) == 0 && len(b.inside) > 0:
		head("head.vehicle", l.T("no_vehicle"))
	default:
		head("head.vehicle", l.T("head.all", "n", l.Number(float64(len(known)), 0)))
	}
	if len(plates) == 1 {
		if v, ok := b.world.Register.Vehicle(plates[0]); ok {
			head("head.kind", l.T("transport."+string(v.Transport)))
		}
	}
	head("head.period", l.T("head.days", "from", l.Day(r.Period.From), "to", l.Day(r.Period.Last())))
}

// plates returns the vehicles of the trips in the period.
func (b *builder) plates() (list []string) {
	for _, f := range b.inside {
		if !slices.ContainsFunc(list, func(p string) bool { return fleet.PlateKey(p) == fleet.PlateKey(f.Vehicle) }) {
			list = append(list, f.Vehicle)
		}
	}
	slices.Sort(list)
	return list
}

// end adds what all reports say: notes about their data, and the rules that were applied.
func (b *builder) end() {
	l := b.l
	drivers := map[string]int{}
	noPlate := 0
	ofTrips := tripNotes{builder: b}
	for _, f := range b.inside {
		for _, n := range f.Notes {
			ofTrips.add(n.Key, f, n.Count)
		}
		if f.manyDrivers {
			ofTrips.add("many_drivers", f, 0)
		}
		if f.Corrected {
			ofTrips.add("corrected", f, 0)
		}
		unknown := func(d DayFacts) bool { return b.world.driverOf(f, d.From) == "" }
		if slices.ContainsFunc(f.Days, unknown) || len(f.Days) == 0 && b.world.driverOf(f, f.First) == "" {
			drivers[f.Vehicle]++
		}
		if fleet.PlateKey(f.Vehicle) == "" {
			noPlate++
		}
	}
	for _, f := range b.facts {
		if f.First.IsZero() {
			for _, n := range f.Notes {
				ofTrips.add(n.Key, f, n.Count)
			}
		}
	}
	ofTrips.say()
	var without []string
	undriven := 0
	for _, plate := range b.plates() {
		if n := drivers[plate]; n > 0 {
			without = append(without, b.plate(plate)+" ("+l.Number(float64(n), 0)+")")
			undriven += n
		}
	}
	b.sayOfVehicles("no_driver", without, undriven)
	if noPlate > 0 {
		b.note(Note{Key: "no_plate", Count: noPlate})
	}
	for _, n := range b.world.conflicts(b.inside, b.request.Period) {
		b.note(n)
	}
	if b.request.Kind.form() != "" && !b.request.Period.To.Before(time.Date(2025, 1, 1, 0, 0, 0, 0, vietnam)) {
		b.say("note.new_standard")
	}
	for _, id := range b.order {
		rule := b.world.Rules.Rule(id)
		if rule == nil {
			continue
		}
		b.doc.Sources = append(b.doc.Sources, Line{b.ruleText(rule), b.sourceText(rule)})
	}
	for i := range b.doc.Tables {
		b.hide(&b.doc.Tables[i])
		if t := &b.doc.Tables[i]; len(t.Rows) == 0 && t.Empty == "" {
			t.Empty = l.T("empty")
		}
	}
}

// hide leaves out the columns that the user does not want.
func (b *builder) hide(t *Table) {
	for i := len(t.Columns) - 1; i >= 0; i-- {
		if !slices.Contains(b.request.Hide, t.Columns[i].Key) {
			continue
		}
		t.Columns = slices.Delete(slices.Clone(t.Columns), i, i+1)
		for k := range t.Rows {
			t.Rows[k] = slices.Delete(t.Rows[k], i, i+1)
		}
		if t.Total != nil {
			t.Total = slices.Delete(t.Total, i, i+1)
		}
	}
}

// apply remembers that a rule was applied.
func (b *builder) apply(id string) {
	if id != "" && !b.used[id] {
		b.used[id] = true
		b.order = append(b.order, id)
	}
}

// applyHours remembers rules of driving hours.
func (b *builder) applyHours(rules ...*regulation.Rule) {
	for _, r := range rules {
		if r != nil {
			b.apply(r.ID)
		}
	}
}

func (b *builder) ruleText(r *regulation.Rule) string {
	if b.l == English {
		return r.EN
	}
	return r.VI
}

// sourceText returns where a rule is from, when it is in force and whether it was checked.
func (b *builder) sourceText(r *regulation.Rule) string {
	l := b.l
	parts := []string{}
	if r.Document != "" {
		parts = append(parts, strings.TrimSuffix(r.Document+", "+r.Article, ", "))
	}
	switch {
	case !r.From.IsZero() && !r.Until.IsZero():
		parts = append(parts, l.T("source.between", "from", l.Day(r.From), "to", l.Day(r.Until)))
	case !r.From.IsZero():
		parts = append(parts, l.T("source.since", "from", l.Day(r.From)))
	}
	if r.Checked.IsZero() {
		parts = append(parts, l.T("source.unchecked"))
	} else {
		parts = append(parts, l.T("source.checked", "day", l.Day(r.Checked)))
	}
	return strings.Join(parts, "; ")
}

// say adds a sentence to the notes, once.
func (b *builder) say(key string, args ...any) {
	if s := b.l.T(key, args...); !slices.Contains(b.doc.Notes, s) {
		b.doc.Notes = append(b.doc.Notes, s)
	}
}

// tripNotes collects what is said of single trips, so that each sentence stands once and lists
// them.
type tripNotes struct {
	builder *builder
	keys    []string
	trips   map[string][]string
	count   map[string]int
}

// sayOfVehicles adds a note on n trips of vehicles, unless there are none.
func (b *builder) sayOfVehicles(key string, vehicles []string, n int) {
	if len(vehicles) == 0 {
		return
	}
	l := b.l
	names := strings.Join(vehicles[:min(len(vehicles), mostNamed)], ", ")
	if more := len(vehicles) - mostNamed; more > 0 {
		names += ", " + l.T("note.more_vehicles", "n", l.Number(float64(more), 0))
	}
	b.say("note."+key, "all", l.Number(float64(len(vehicles)), 0), "vehicles", names, "n", l.Number(float64(n), 0))
}

// mostNamed is the number of trips or vehicles that a note names.
const mostNamed = 12

// add adds a trip of which something is said.
func (t *tripNotes) add(key string, f *Facts, count int) {
	if t.trips == nil {
		t.trips, t.count = map[string][]string{}, map[string]int{}
	}
	if t.trips[key] == nil {
		t.keys = append(t.keys, key)
	}
	l := t.builder.l
	name := l.T("note.trip", "n", f.ID, "vehicle", t.builder.plate(f.Vehicle))
	if !f.First.IsZero() {
		name = l.T("note.trip_at", "n", f.ID, "vehicle", t.builder.plate(f.Vehicle), "from", l.Moment(f.First))
	}
	t.trips[key] = append(t.trips[key], name)
	t.count[key] += count
}

// say says all of it.
func (t *tripNotes) say() {
	b := t.builder
	for _, key := range t.keys {
		list := t.trips[key]
		names := strings.Join(list[:min(len(list), mostNamed)], "; ")
		if more := len(list) - mostNamed; more > 0 {
			names += "; " + b.l.T("note.more", "n", b.l.Number(float64(more), 0))
		}
		b.say("note."+key, "all", b.l.Number(float64(len(list)), 0), "trips", names, "n", b.l.Number(float64(t.count[key]), 0))
	}
}

// note adds a note.
func (b *builder) note(n Note) {
	l := b.l
	var ids []string
	for _, id := range n.Trips {
		ids = append(ids, strconv.FormatInt(id, 10))
	}
	vehicle := n.Vehicle
	if vehicle == "" {
		vehicle = l.T("no_vehicle")
	}
	b.say("note."+n.Key, "vehicle", vehicle, "driver", n.Driver, "n", n.Count, "trips", strings.Join(ids, ", "), "from", l.Moment(n.At), "to", l.Moment(n.To))
}

// column returns a column. Its title is the text of its key.
func (b *builder) column(key string, width float64, align Align) Column {
	return Column{Key: key, Title: b.l.T(key), Width: width, Align: align}
}

// coordinates returns the columns of a place.
func (b *builder) coordinates() []Column {
	lat, lon := b.column("lat", 7, Right), b.column("lon", 7, Right)
	lat.Group, lon.Group = b.l.T("coordinates"), b.l.T("coordinates")
	return []Column{lat, lon}
}

// person returns the cells of a driver: name and licence.
func (b *builder) person(name string) []Cell {
	if name == "" {
		return []Cell{textCell(b.l.T("no_driver")), {}}
	}
	for _, d := range b.world.Register.Drivers {
		if strings.EqualFold(d.Name, name) {
			return []Cell{textCell(d.Name), textCell(d.Licence)}
		}
	}
	return []Cell{textCell(name), {}}
}

// plate returns the plate of a vehicle, or that it has none.
func (b *builder) plate(plate string) string {
	if plate == "" {
		return b.l.T("no_vehicle")
	}
	if v, ok := b.world.Register.Vehicle(plate); ok {
		return v.Plate
	}
	return plate
}

// transport returns the kind of transport of a vehicle.
func (b *builder) transport(plate string) string {
	v, _ := b.world.Register.Vehicle(plate)
	return b.l.T("transport." + string(v.Transport))
}

// rangeText returns a time of which only the bounds are known.
func (b *builder) rangeText(r Range) string {
	if r.Sure() {
		return b.l.Length(r.Most.Round(time.Minute))
	}
	return b.l.T("word.range", "least", b.l.Length(r.Least.Round(time.Minute)), "most", b.l.Length(r.Most.Round(time.Minute)))
}

// rangeCell returns the cell of such a time: a length if it is certain, else a text.
func (b *builder) rangeCell(r Range) Cell {
	if r.Sure() {
		return lengthCell(r.Most.Round(time.Minute))
	}
	return textCell(b.rangeText(r))
}

// bandName returns a band of excess in words, "from 5 to below 10".
func (b *builder) bandName(x regulation.Band) string {
	begin, end := "band.from", "band.to"
	if x.OpenFrom {
		begin = "band.above"
	}
	if x.OpenEnd {
		end = "band.below"
	}
	name := b.l.T(begin, "n", b.l.Number(x.From, 0))
	if math.IsInf(x.Above, 1) {
		return name
	}
	return name + " " + b.l.T(end, "n", b.l.Number(x.Above, 0))
}
