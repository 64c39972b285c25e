// SPDX-License-Identifier: MIT

package unitimport

import (
	"cmp"
	"slices"
	"strings"

	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
)

// reasonKinds maps the reason why a feature was not joined to its diagnostic.
var reasonKinds = map[Reason]diagnostic.Kind{
	ReasonUnknown:   diagnostic.UnknownUnits,
	ReasonAbolished: diagnostic.AbolishedUnits,
	ReasonAmbiguous: diagnostic.AmbiguousUnits,
	ReasonUnnamed:   diagnostic.UnnamedUnits,
	ReasonConflict:  diagnostic.ConflictUnits,
}

// Diagnostics lists everything that was left out, repaired or is in doubt, the most
// serious first.
func (r *Report) Diagnostics() diagnostic.List {
	all := byKind{}
	for _, u := range r.Missing {
		if !slices.Contains(r.Absent, u.ProvinceCode) {
			all.add(diagnostic.MissingUnits, diagnostic.Item{Name: u.called(), Bounds: geo.NoBounds})
		}
	}
	for _, u := range r.Borders.vanished {
		all.add(diagnostic.VanishedUnits, diagnostic.Item{Name: u.called(), Bounds: geo.NoBounds})
	}
	for _, f := range r.Borders.Overlaps {
		all.add(diagnostic.Overlaps, f.item())
	}
	for _, f := range r.Borders.Gaps {
		all.add(diagnostic.Gaps, f.item())
	}
	for _, n := range r.NotJoined {
		all.add(reasonKinds[n.Reason], n.Place.item(n.Given.called(), n.Bounds))
	}
	for _, n := range r.Invalid {
		all.add(n.Kind, n.Place.item(n.Given.called(), n.Bounds))
	}
	for _, d := range r.Doubled {
		kind := diagnostic.DoubledUnits
		if d.Same {
			kind = diagnostic.RepeatedUnits
		}
		all.add(kind, d.Place.item(d.Unit.called(), d.Bounds))
	}
	for _, j := range r.JoinedByName {
		all.add(diagnostic.NamedUnits, j.item())
	}
	for _, j := range r.JoinedByAlias {
		all.add(diagnostic.AliasedUnits, j.item())
	}
	for i, n := range r.Repairs {
		if !n.isAgain(r.Repairs[:i]) {
			all.add(n.Kind, n.Place.item(n.Given.called(), n.Bounds))
		}
	}
	r.borderFindings(all)
	if r.Joined > 0 { // otherwise all are absent, which is no news
		all.count(diagnostic.AbsentProvinces, len(r.Absent))
	}
	all.count(diagnostic.ProvinceOutlines, r.Provinces)
	return all.list()
}

// borderFindings adds the differences between borders and outlines, the largest
// first.
func (r *Report) borderFindings(all byKind) {
	moves := slices.Concat(r.Borders.Moved, r.Borders.Bent)
	slices.SortStableFunc(moves, func(a, b Moved) int { return cmp.Compare(b.Metres, a.Metres) })
	for _, m := range moves {
		all.add(diagnostic.MovedVertices, diagnostic.Item{Size: m.Metres, Bounds: geo.BoundsOf(m.From.point(), m.To.point())})
	}
	for _, p := range r.Borders.Cuts {
		all.add(diagnostic.CutOutlines, diagnostic.Item{Bounds: geo.BoundsOf(p.point())})
	}
	for _, p := range r.Borders.Lost {
		all.add(diagnostic.LostVertices, diagnostic.Item{Bounds: geo.BoundsOf(p.point())})
	}
}

// byKind collects diagnostics in any order.
type byKind map[diagnostic.Kind]*diagnostic.Diagnostic

func (b byKind) add(kind diagnostic.Kind, item diagnostic.Item) {
	if b[kind] == nil {
		b[kind] = &diagnostic.Diagnostic{Kind: kind}
	}
	b[kind].Add(item)
}

func (b byKind) count(kind diagnostic.Kind, n int) {
	if n > 0 {
		b[kind] = &diagnostic.Diagnostic{Kind: kind, Count: n}
	}
}

// list returns the diagnostics in the order of the kinds.
func (b byKind) list() (list diagnostic.List) {
	for _, kind := range diagnostic.Kinds() {
		if f := b[kind]; f != nil {
			list.Add(*f)
		}
	}
	return list
}

func (p Place) item(name string, where geo.Bounds) diagnostic.Item {
	return diagnostic.Item{Name: name, File: p.File, Feature: p.Feature, Relation: p.Relation, Bounds: where}
}

func (j Joined) item() diagnostic.Item {
	name := j.Unit.called()
	if given := j.Given.called(); given != name {
		name = given + " = " + name
	}
	return j.Place.item(name, j.Bounds)
}

// isAgain reports whether the feature already had a repair of the same kind. A line
// and a point that were left out are two repairs of one feature, which counts once.
func (n Repair) isAgain(before []Repair) bool {
	for _, b := range slices.Backward(before) {
		if b.Place != n.Place {
			break // repairs of one feature are consecutive
		}
		if b.Kind == n.Kind {
			return true
		}
	}
	return false
}

// item names the wards round a gap, or those that claim an overlap, beginning with
// the one that got it.
func (f Fault) item() diagnostic.Item {
	wards := slices.Clone(f.Wards)
	slices.SortStableFunc(wards, func(a, b Unit) int {
		switch f.GivenTo {
		case a.Code:
			return -1
		case b.Code:
			return 1
		}
		return 0
	})
	names := make([]string, len(wards))
	for i, w := range wards {
		names[i] = w.FullName
	}
	box := geo.Bounds{South: f.South, West: f.West, North: f.North, East: f.East}
	return diagnostic.Item{Name: strings.Join(names, ", "), Size: f.AreaM2, Bounds: box.Extend(f.At.point())}
}

func (u Unit) called() string { return u.Code + " " + u.FullName }

func (g Given) called() string { return strings.TrimSpace(g.Code + " " + g.Name) }

func (p Position) point() geo.Point { return geo.Point{Lat: p.Lat, Lon: p.Lon} }
