// SPDX-License-Identifier: MIT

package maps

import (
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/diagnostic"
	"roadsnap/ui/text"
)

// Report describes the content of a pack and the result of its import. It is immutable.
type Report struct {
	Info   engine.Info
	Failed bool // the import failed; Info has only diagnostics
}

// Described selects the pack that a report describes.
type Described int

// The packs that a report can describe.
const (
	DescribedMap     Described = iota // the installed map
	DescribedBorders                  // the overlay
	DescribedFailure                  // the last failed import
)

// reportOf returns the report of a pack, nil if there is none.
func (s *State) reportOf(which Described) *Report {
	switch {
	case which == DescribedMap && s.Installed:
		return &Report{Info: s.Info}
	case which == DescribedBorders && s.HasOverlay:
		return &Report{Info: s.Overlay}
	case which == DescribedFailure && len(s.Failed) > 0:
		return &Report{Failed: true, Info: engine.Info{Diagnostics: s.Failed, HasDiagnostics: true}}
	}
	return nil
}

// Summary returns one line with the main counts of a pack and the number of findings that
// need review.
func Summary(w text.Catalogue, i engine.Info) string {
	var parts []string
	for _, c := range []struct{ name, key string }{{"road_ways", "report.roads"}, {"wards", "report.wards"}} {
		if n := int(i.Meta.Counts[c.name]); n > 0 {
			parts = append(parts, w.T(c.key, "n", w.Count(n)))
		}
	}
	if i.HasDiagnostics {
		parts = append(parts, w.Doubts(i.Diagnostics))
	}
	return strings.Join(parts, " · ")
}

// FewWards says that a pack has few of the wards of its provinces, "" if it has enough.
func FewWards(w text.Catalogue, i engine.Info) string {
	have, of, few := engine.FewWards(i.Meta.Counts["wards"], i.Diagnostics)
	if !few {
		return ""
	}
	return w.T("maps.few_wards", "have", w.Count(have), "of", w.Count(of))
}

// Facts returns the names and values of the facts of a pack.
func (r *Report) Facts(w text.Catalogue) (rows [][2]string) {
	m := r.Info.Meta
	add := func(key, value string) {
		if value != "" {
			rows = append(rows, [2]string{w.T(key), value})
		}
	}
	add("maps.source", w.Source(m.Source))
	if !m.SourceTime.IsZero() {
		add("maps.date", w.Day(m.SourceTime))
	}
	// The keys of Counts are set by the imports.
	count := func(key string, n int64, unit string) {
		if n > 0 {
			add(key, w.Count(int(n))+unit)
		}
	}
	count("report.count.roads", m.Counts["road_ways"], "")
	count("report.count.length", m.Counts["road_length_km"], " km")
	count("maps.junctions", int64(r.Info.Nodes), "")
	count("maps.links", int64(r.Info.Links), "")
	count("report.count.turns", m.Counts["turn_restrictions"], "")
	count("report.count.features", m.Counts["map_features"], "")
	count("report.count.places", m.Counts["map_places"], "")
	count("report.count.buildings", m.Counts["map_buildings"], "")
	count("report.count.sites", m.Counts["map_pois"], "")
	count("report.count.houses", m.Counts["map_house_numbers"], "")
	count("report.count.sea", m.Counts["coast_sea_km2"], " km²")
	count("report.count.land", m.Counts["coast_land_km2"], " km²")
	if have, of, few := engine.FewWards(m.Counts["wards"], r.Info.Diagnostics); few && have > 0 {
		add("maps.wards", w.T("report.of", "n", w.Count(have), "of", w.Count(of)))
	} else {
		count("maps.wards", m.Counts["wards"], "")
	}
	count("report.count.provinces", m.Counts["provinces"], "")
	count("report.count.borders", m.Counts["borders"], "")
	return rows
}

// Split returns the diagnostics that need review, and the routine ones.
func (r *Report) Split() (doubts, routine diagnostic.List) {
	for _, f := range r.Info.Diagnostics {
		if f.Kind.Routine() {
			routine.Add(f)
		} else {
			doubts.Add(f)
		}
	}
	return doubts, routine
}

// Text returns the report as plain text.
func (r *Report) Text(w text.Catalogue) string {
	var b strings.Builder
	line := func(parts ...string) { b.WriteString(strings.Join(parts, "") + "\n") }
	if name := r.Info.Meta.Name; name != "" {
		line(name)
	}
	for _, row := range r.Facts(w) {
		line(row[0], ": ", row[1])
	}
	doubts, routine := r.Split()
	if len(doubts) == 0 && r.Info.HasDiagnostics {
		line("\n", w.T("report.fine.sentence"))
	}
	for _, part := range []struct {
		key  string
		list diagnostic.List
	}{{"report.look", doubts}, {"report.routine", routine}} {
		if len(part.list) > 0 {
			line("\n", w.T(part.key))
		}
		for _, f := range part.list {
			line(w.Count(f.Count), " × ", w.Diagnostic(f))
			for _, item := range f.Items {
				line("    ", w.ItemLine(f.Kind, item))
			}
			if rest := f.Count - len(f.Items); rest > 0 && len(f.Items) > 0 {
				line("    ", w.T("list.more", "n", w.Count(rest)))
			}
		}
	}
	if !r.Info.HasDiagnostics {
		line("\n", w.T("report.unknown"))
	}
	return b.String()
}
