// SPDX-License-Identifier: MIT

package unitimport

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"roadsnap/engine/boundary"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// The values of admin_level of the units in force in OpenStreetMap. Before July 2025,
// level 6 was that of districts, and wards had level 8 or 10. On 13 September 2026 an
// Overpass query of Khánh Hòa found its 65 units at level 6, all under their names in
// force, and quarters at level 9.
const (
	levelProvince = "4"
	levelWard     = "6"
)

// Levels returns the values of admin_level whose outlines PrepareRelations uses.
func Levels() []string { return []string{levelProvince, levelWard} }

// Relation is the boundary relation of a unit in an extract of OpenStreetMap.
type Relation struct {
	ID     int64
	Level  string            // its admin_level
	Tags   map[string]string // those that name or number the unit
	Parts  []boundary.Part   // as far as they close; complete only if Missing is 0
	Inside geo.Fixed         // a point within Parts
	Bounds geo.Bounds        // of what is there of the outline

	Missing int // ways that are not in the extract, so that a ward is left out
	Open    int // ways that are in no ring
	Closed  int // gaps that were closed
}

// PrepareRelations is Prepare for the boundaries of an extract. Wards are those of
// admin_level 6; provinces, of level 4, tell which province a ward is in. A relation of
// level 6 is left out if it may be a former district: if its kind or its
// end_date says so, or if it has neither a code nor a kind and is named like one.
// Relations of other levels are listed as abolished if their name has the kind of a unit
// from before July 2025. Units of other countries are ignored.
//
// The error is ErrNothing if no relation is a ward in force.
func PrepareRelations(ctx context.Context, list []Relation, table *units.Table, o Options) *Prepared {
	p := &Prepared{report: Report{Bounds: geo.NoBounds}, options: o}
	t := newTeller(table)
	for i := range list {
		t.province(&list[i])
	}
	for i := range list {
		t.ward(&list[i], &p.report)
	}
	p.report.Features = t.found.count
	p.content = content{files: []File{}, found: []found{t.found}}
	p.err = p.divide(ctx, table)
	return p
}

// teller finds the wards among relations.
type teller struct {
	*joiner
	former    map[string]string // folded name of a province from before July 2025 → code of its successor
	districts map[string]bool   // folded names of districts
	homes     []home
	found     found
}

// home is the outline of a province.
type home struct {
	code  string
	parts []boundary.Part
}

func newTeller(table *units.Table) *teller {
	t := &teller{joiner: newJoiner(table, nil), former: make(map[string]string), districts: make(map[string]bool)}
	for _, p := range table.Provinces() {
		for _, name := range table.FormerProvincesOf(p.Code) {
			for _, s := range spellings(name) {
				if other, again := t.former[s.fold]; again && other != p.Code {
					t.former[s.fold] = "" // it was divided
				} else {
					t.former[s.fold] = p.Code
				}
			}
		}
	}
	for _, name := range table.FormerDistrictNames() {
		t.districts[units.Fold(name)] = true
	}
	return t
}

// province keeps a province. The parts of one that is not whole do, too, for the wards in
// them: those far out at sea may be beyond the extract.
func (t *teller) province(o *Relation) {
	if o.Level != levelProvince || foreign(o) {
		return
	}
	given := o.given()
	given.provinceCode, given.provinceName = given.code, given.name
	code := t.provinces.of(given)
	for _, s := range spellings(given.name) {
		code = cmp.Or(code, t.former[s.fold])
	}
	if code == "" {
		return
	}
	t.found.count++
	t.found.features = append(t.found.features, feature{place: o.place(), given: given}) // to be counted
	if len(o.Parts) > 0 {
		t.homes = append(t.homes, home{code, o.Parts})
	}
}

// homeOf returns the code of the province around a point, "" if there is none or more
// than one.
func (t *teller) homeOf(p geo.Fixed) (code string) {
	for _, h := range t.homes {
		if h.code != code && holds(h.parts, p) {
			if code != "" {
				return ""
			}
			code = h.code
		}
	}
	return code
}

// ward records a relation that is a ward, or was a unit below the provinces.
func (t *teller) ward(o *Relation, r *Report) {
	if o.Level == levelProvince || foreign(o) {
		return
	}
	f := feature{place: o.place(), given: o.given(), parts: o.Parts}
	not := func(reason Reason, format string, args ...any) {
		t.found.count++
		r.NotJoined = append(r.NotJoined, NotJoined{f.place, f.given.report(), reason, fmt.Sprintf(format, args...), o.Bounds})
	}
	if o.Level != levelWard {
		if k := t.said(f.given); k == abolished || k.level() != "" {
			not(ReasonAbolished, "its admin_level is %s, which no ward in force has", o.Level)
		}
		return
	}
	if f.given.name == "" && f.given.code == "" {
		return
	}
	if len(o.Parts) > 0 {
		f.given.provinceCode = t.homeOf(o.Inside)
	}
	v := t.judge(&f)
	switch ended := o.Tags["end_date"]; {
	case ended != "":
		not(ReasonAbolished, "it ended on %s", ended)
	case v.how == byName && t.said(f.given) == unsaid && !o.saysKind() && t.districts[units.Fold(f.given.name)]:
		not(ReasonAmbiguous, "it has neither code nor kind, and may be the district from before July 2025")
	case v.how == notAtAll:
		not(v.reason, "%s", v.detail)
	case len(o.Parts) == 0 || o.Missing > 0:
		t.found.count++
		t.found.invalid = append(t.found.invalid, Invalid{Place: f.place, Given: f.given.report(), Kind: diagnostic.BrokenUnits, Reason: o.fault(), Bounds: o.Bounds})
	default:
		t.found.count++
		t.found.features = append(t.found.features, f)
		t.repaired(o, &f)
	}
}

// repaired records what was repaired in an outline.
func (t *teller) repaired(o *Relation, f *feature) {
	note := func(kind diagnostic.Kind, what string, times int) {
		if times > 0 {
			t.found.repairs = append(t.found.repairs, Repair{f.place, f.given.report(), kind, what, times, o.Bounds})
		}
	}
	note(diagnostic.OpenRings, "an open ring closed", o.Closed)
	note(diagnostic.DroppedGeometries, "a way that is in no ring left out", o.Open)
}

func (o *Relation) place() Place { return Place{Relation: o.ID} }

// fault says why there is no outline.
func (o *Relation) fault() string {
	switch {
	case o.Missing > 0:
		return fmt.Sprintf("%d ways of its border are not in the extract", o.Missing)
	case o.Open > 0:
		return fmt.Sprintf("its border is open: %d ways are in no ring", o.Open)
	}
	return "it has no border"
}

// given returns the description of a unit by its tags.
func (o *Relation) given() given {
	g := given{name: cmp.Or(o.Tags["name"], o.Tags["name:vi"]), fullName: cmp.Or(o.Tags["official_name"], o.Tags["official_name:vi"]), kind: o.Level}
	g.provinceName = cmp.Or(o.Tags["is_in:province"], o.Tags["is_in:state"], o.Tags["addr:province"])
	keys := slices.Sorted(maps.Keys(o.Tags))
	// The more a key says that its value is the official code, the earlier.
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(codeKeyRank(a), codeKeyRank(b)) })
	for _, key := range keys {
		code := strings.TrimSpace(o.Tags[key])
		if codeKeyRank(key) < notACode && code != "" && len(code) <= 5 && strings.Trim(code, "0123456789") == "" {
			g.weak = len(code) < 4
			if g.code = padded(code); o.Level == levelProvince {
				g.code = paddedTo(code, 2)
			}
			break
		}
	}
	return g
}

// notACode is the rank of keys whose value is no official code.
const notACode = 4

// codeKeyRank returns the rank of a tag among those with the official code of a unit.
func codeKeyRank(key string) int {
	key = strings.ToLower(key)
	switch {
	case strings.Contains(key, "gso"):
		return 0
	case strings.HasPrefix(key, "ref:"):
		return 1
	case key == "ref":
		return 2
	case strings.HasSuffix(key, "code") && !strings.Contains(key, "post"):
		return 3
	}
	return notACode
}

// saysKind reports whether tags other than the Vietnamese names say that the unit is of a
// kind in force.
func (o *Relation) saysKind() bool {
	for _, key := range [2]string{"designation", "border_type"} {
		if k := kindTag(o.Tags[key]); k == anyWard || k.level() != "" {
			return true
		}
	}
	return slices.ContainsFunc(spellings(o.Tags["name:en"]), func(s spelling) bool { return s.kind.level() != "" })
}

// foreign reports whether a unit lies beyond Vietnam, or has a name in another script.
func foreign(o *Relation) bool {
	if !o.Bounds.Empty() {
		b := frame{west: o.Bounds.West, south: o.Bounds.South, east: o.Bounds.East, north: o.Bounds.North}
		if !b.within(vietnam) {
			return true
		}
	}
	return strings.ContainsFunc(o.Tags["name"], func(c rune) bool {
		return unicode.IsLetter(c) && !unicode.Is(unicode.Latin, c)
	})
}

// holds reports whether a point lies in one of the parts, and in none of its holes.
func holds(parts []boundary.Part, p geo.Fixed) bool {
	inside := false
	for _, part := range parts {
		for _, ring := range part {
			for i, b := range ring {
				a := ring[(i+len(ring)-1)%len(ring)]
				if a.Lat < p.Lat == (b.Lat < p.Lat) {
					continue
				}
				// The edge crosses the parallel of p; is it east of p?
				x := float64(a.Lon) + float64(b.Lon-a.Lon)*float64(p.Lat-a.Lat)/float64(b.Lat-a.Lat)
				if x > float64(p.Lon) {
					inside = !inside
				}
			}
		}
	}
	return inside
}
