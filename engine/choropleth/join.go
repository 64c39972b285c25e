// SPDX-License-Identifier: MIT

package choropleth

import (
	"context"
	"slices"
	"strings"

	"roadsnap/engine/address"
	"roadsnap/engine/errclass"
	"roadsnap/engine/units"
)

// ErrKeys means that a table has no column by which it can be joined.
var ErrKeys = errclass.New(errclass.TraceColumns, "no column that names units")

// By says what names the unit of a row.
type By int

// The keys.
const (
	ByCode By = iota
	ByName
)

// Keys are the values that name the unit of each row. Province and District are nil if the
// table has no such columns.
type Keys struct {
	Unit, Province, District []string
}

// Reason says how the unit of a row was found, or why not. The values are stable.
type Reason string

// The reasons. A row is matched for one of the first six.
const (
	Exact      Reason = "exact"       // the code or the name of the unit
	Padded     Reason = "padded"      // the code without its leading zeros
	Unkind     Reason = "other_kind"  // the name with another kind, as Xã instead of Phường
	OtherCode  Reason = "former_code" // a former code that leads to the unit alone
	OtherName  Reason = "former_name" // a former name that leads to the unit alone
	Typo       Reason = "typo"        // the name with one typing error
	Ambiguous  Reason = "ambiguous"   // several units have the name or come from the code
	NotFound   Reason = "not_found"
	NoKey      Reason = "no_key"      // the cell is empty
	NoProvince Reason = "no_province" // the name of the province is not known
)

// Match is the unit of a row.
type Match struct {
	Code       string // "" without a unit
	Reason     Reason
	Candidates []string // codes, if Reason is Ambiguous
}

// Joined is a table that is joined to units.
type Joined struct {
	Kind    units.Kind
	Matches []Match          // of each row
	Rows    map[string][]int // of each unit that has some, by code, in the order of the table
}

// Join joins the rows of a table to units of a kind.
func Join(ctx context.Context, table *units.Table, kind units.Kind, by By, k Keys) (*Joined, error) {
	j := joiner{table: table, kind: kind, by: by, known: map[[3]string]Match{}, provinces: map[string]Match{}}
	out := &Joined{Kind: kind, Matches: make([]Match, len(k.Unit)), Rows: map[string][]int{}}
	for i, unit := range k.Unit {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		key := [3]string{strings.TrimSpace(unit)}
		if k.Province != nil {
			key[1] = strings.TrimSpace(k.Province[i])
		}
		if k.District != nil {
			key[2] = strings.TrimSpace(k.District[i])
		}
		m, seen := j.known[key]
		if !seen {
			m = j.match(key[0], key[1], key[2])
			j.known[key] = m
		}
		out.Matches[i] = m
		if m.Code != "" {
			out.Rows[m.Code] = append(out.Rows[m.Code], i)
		}
	}
	return out, nil
}

// Count returns the numbers of rows with and without a unit, and of units with several rows.
func (j *Joined) Count() (matched, unmatched, repeated int) {
	for _, m := range j.Matches {
		if m.Code != "" {
			matched++
		} else {
			unmatched++
		}
	}
	for _, rows := range j.Rows {
		if len(rows) > 1 {
			repeated++
		}
	}
	return matched, unmatched, repeated
}

// joiner finds units.
type joiner struct {
	table     *units.Table
	kind      units.Kind
	by        By
	known     map[[3]string]Match
	provinces map[string]Match // by text
	names     map[string][]int // wards by the folded name, with and without the kind; indexes
	converter *address.Converter
}

func (j *joiner) match(unit, province, district string) Match {
	switch {
	case unit == "":
		return Match{Reason: NoKey}
	case j.by == ByCode:
		return j.code(unit)
	case j.kind == units.KindProvince:
		return j.province(unit)
	}
	return j.ward(unit, province, district)
}

// code finds the unit with a code.
func (j *joiner) code(text string) Match {
	digits := units.WardDigits
	if j.kind == units.KindProvince {
		digits = units.ProvinceDigits
	}
	code, reason := strings.TrimSuffix(text, ".0"), Exact // as spreadsheets write numbers
	if strings.Trim(code, "0123456789") != "" || len(code) > digits {
		return Match{Reason: NotFound}
	}
	if len(code) < digits {
		code, reason = strings.Repeat("0", digits-len(code))+code, Padded
	}
	if j.kind == units.KindProvince {
		if p, ok := j.table.Province(code); ok {
			return Match{Code: p.Code, Reason: reason}
		}
		return Match{Reason: NotFound}
	}
	if w, ok := j.table.Ward(code); ok {
		return Match{Code: w.Code, Reason: reason}
	}
	former, ok := j.table.Legacy(code)
	if !ok {
		return Match{Reason: NotFound}
	}
	return decide(codesOf(former.Old.Successors), OtherCode)
}

func codesOf(wards []units.Ward) (codes []string) {
	for _, w := range wards {
		codes = append(codes, w.Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// decide returns the match of the only code for a reason, or an ambiguous one.
func decide(codes []string, reason Reason) Match {
	switch len(codes) {
	case 0:
		return Match{Reason: NotFound}
	case 1:
		return Match{Code: codes[0], Reason: reason}
	}
	return Match{Reason: Ambiguous, Candidates: codes}
}

// province finds the province with a name.
func (j *joiner) province(text string) Match {
	if m, ok := j.provinces[text]; ok {
		return m
	}
	m := j.findProvince(text)
	j.provinces[text] = m
	return m
}

func (j *joiner) findProvince(text string) Match {
	folded := withoutKind(units.Fold(text))
	var codes []string
	for _, p := range j.table.Provinces() {
		if folded == units.Fold(p.Name) || units.Fold(text) == units.Fold(p.FullNameEN) {
			codes = append(codes, p.Code)
		}
	}
	if len(codes) > 0 {
		return decide(codes, Exact)
	}
	const enough = 3
	hits := j.table.Search(text, units.Filter{Kind: units.KindProvince, Limit: enough})
	for _, h := range hits {
		if h.Former && strings.HasSuffix(" "+units.Fold(h.FormerName), " "+folded) {
			codes = append(codes, h.Province.Code)
		}
	}
	switch {
	case len(codes) > 0:
		return decide(slices.Compact(codes), OtherName)
	case len(hits) == 0:
		return Match{Reason: NotFound}
	}
	const whole, typing = 0.9, 0.1 // scores of whole names are above, those with a typing error below
	if best := hits[0]; !best.Former && best.Score >= whole {
		return Match{Code: best.Province.Code, Reason: Exact}
	} else if !best.Former && best.Score < typing && len(hits) == 1 {
		return Match{Code: best.Province.Code, Reason: Typo}
	}
	return Match{Reason: NotFound}
}

// withoutKind removes the kind of a province from a folded name.
func withoutKind(folded string) string {
	for _, kind := range []string{"thanh pho ", "tinh ", "tp ", "t "} {
		if rest, ok := strings.CutPrefix(folded, kind); ok {
			return rest
		}
	}
	for _, kind := range []string{" province", " city"} {
		if rest, ok := strings.CutSuffix(folded, kind); ok {
			return rest
		}
	}
	return folded
}

// ward finds the ward with a name.
func (j *joiner) ward(text, province, district string) Match {
	scope := ""
	if province != "" {
		if scope = j.code2(province); scope == "" {
			m := j.province(province)
			if m.Code == "" {
				return Match{Reason: NoProvince}
			}
			scope = m.Code
		}
	}
	if !strings.Contains(text, ",") {
		if m := j.present(text, scope); m.Reason != NotFound {
			return m
		}
	}
	if j.converter == nil {
		j.converter = address.New(j.table)
	}
	q := address.Query{Ward: text, District: district, Province: province}
	if strings.Contains(text, ",") && province == "" && district == "" {
		q = address.Query{Address: text}
	} else if p, ok := j.table.Province(scope); ok && j.code2(province) != "" {
		q.Province = p.FullName
	}
	a := j.converter.ToNew(q)
	if a.Decided {
		reason := OtherName
		switch {
		case a.Typo:
			reason = Typo
		case a.Reason == address.AlreadyNew:
			reason = Exact
		}
		return Match{Code: a.Ward.Code, Reason: reason}
	}
	var wards []units.Ward
	for _, c := range a.Candidates {
		wards = append(wards, c.Ward)
	}
	m := decide(codesOf(wards), OtherName)
	if a.Reason == address.NoWard {
		m = Match{Reason: NotFound}
	}
	return m
}

// code2 returns a text that is the code of a province, or "".
func (j *joiner) code2(text string) string {
	if len(text) == 1 && text >= "1" && text <= "9" {
		text = "0" + text
	}
	if _, ok := j.table.Province(text); ok {
		return text
	}
	return ""
}

// present finds a ward in force by its name, within a province if scope is its code.
func (j *joiner) present(text, scope string) Match {
	wards := j.table.Wards()
	if j.names == nil {
		j.names = map[string][]int{}
		for i, w := range wards {
			for _, name := range []string{units.Fold(w.Name), units.Fold(w.FullName), units.Fold(w.FullNameEN)} {
				if !slices.Contains(j.names[name], i) {
					j.names[name] = append(j.names[name], i)
				}
			}
		}
	}
	folded, reason := spelledOut(units.Fold(text)), Exact
	inScope := func(name string) (found []units.Ward) {
		for _, i := range j.names[name] {
			if scope == "" || wards[i].ProvinceCode == scope {
				found = append(found, wards[i])
			}
		}
		return found
	}
	found := inScope(folded)
	if len(found) == 0 {
		found, reason = inScope(withoutWardKind(folded)), Unkind
	}
	if len(found) > 1 { // marks distinguish some
		key := units.Key(text)
		same := slices.DeleteFunc(slices.Clone(found), func(w units.Ward) bool { return key != units.Key(w.Name) && key != units.Key(w.FullName) })
		if len(same) > 0 && units.Fold(text) != key {
			found = same
		}
	}
	return decide(codesOf(found), reason)
}

// wardKinds are the kinds of wards before a folded name, the short ones with their long ones.
var wardKinds = [][2]string{{"phuong ", ""}, {"xa ", ""}, {"dac khu ", ""}, {"thi tran ", ""}, {"p ", "phuong "}, {"x ", "xa "}, {"dk ", "dac khu "}, {"tt ", "thi tran "}}

// spelledOut replaces a short kind by its long form.
func spelledOut(folded string) string {
	for _, k := range wardKinds {
		if rest, ok := strings.CutPrefix(folded, k[0]); ok && k[1] != "" {
			return k[1] + rest
		}
	}
	return folded
}

func withoutWardKind(folded string) string {
	for _, k := range wardKinds {
		if rest, ok := strings.CutPrefix(folded, k[0]); ok && rest != "" {
			return rest
		}
	}
	return folded
}
