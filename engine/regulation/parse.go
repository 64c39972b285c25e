// SPDX-License-Identifier: MIT

package regulation

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// header are the columns of the table.
var header = []string{"id", "topic", "transport", "vehicle", "place", "road", "value", "document", "article", "from", "until", "checked", "vi", "en"}

// Parse reads a table of rules in CSV. The columns are those of data/rules/rules.csv. The error
// wraps ErrTable and names the row.
func Parse(table []byte) (*Book, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(table, []byte("\ufeff"))))
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTable, err)
	}
	if len(rows) == 0 || !slices.Equal(rows[0], header) {
		return nil, fmt.Errorf("%w: the first row must be %s", ErrTable, strings.Join(header, ","))
	}
	b := new(Book)
	seen := map[string]bool{}
	for i, cells := range rows[1:] {
		rule, err := parseRule(cells)
		switch {
		case err != nil:
		case seen[rule.ID]:
			err = fmt.Errorf("%q stands twice", rule.ID)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: row %d: %w", ErrTable, i+2, err)
		}
		seen[rule.ID] = true
		b.rules = append(b.rules, rule)
	}
	return b, nil
}

func parseRule(c []string) (r Rule, err error) {
	r = Rule{ID: c[0], Topic: Topic(c[1]), Category: Category(c[3]), Area: Area(c[4]), Road: Carriageway(c[5]), Document: c[7], Article: c[8], VI: c[12], EN: c[13]}
	unit, known := unitOf[r.Topic]
	switch {
	case r.ID == "":
		return r, fmt.Errorf("no id")
	case !known:
		return r, fmt.Errorf("%q is no topic", r.Topic)
	case !slices.Contains([]Category{UnknownCategory, Light, Heavy, Bus, Towing, Moped}, r.Category):
		return r, fmt.Errorf("%q is no category of vehicles", r.Category)
	case !slices.Contains([]Area{UnknownArea, Urban, Rural, Expressway}, r.Area):
		return r, fmt.Errorf("%q is no place", r.Area)
	case !slices.Contains([]Carriageway{UnknownCarriageway, Dual, Single}, r.Road):
		return r, fmt.Errorf("%q is no form of a road", r.Road)
	case r.VI == "" || r.EN == "":
		return r, fmt.Errorf("no text in one of the languages")
	}
	if c[2] != "" {
		for name := range strings.SplitSeq(c[2], ";") {
			t := Transport(name)
			if t == UnknownTransport || !t.Valid() {
				return r, fmt.Errorf("%q is no kind of transport", name)
			}
			r.Transports = append(r.Transports, t)
		}
	}
	for i, day := range []*time.Time{&r.From, &r.Until, &r.Checked} {
		if text := c[9+i]; text != "" {
			if *day, err = time.Parse(time.DateOnly, text); err != nil {
				return r, fmt.Errorf("%q is no day; write it as 2025-01-01", text)
			}
		}
	}
	if !r.From.IsZero() && !r.Until.IsZero() && r.Until.Before(r.From) {
		return r, fmt.Errorf("it ends before it begins")
	}
	value, found := strings.CutSuffix(c[6], " "+unit)
	if !found {
		return r, fmt.Errorf("the value %q is not in %s", c[6], unit)
	}
	if r.Topic == Excess {
		r.Band, err = parseBand(value)
		return r, err
	}
	r.Value, err = strconv.ParseFloat(value, 64)
	if err != nil || !(r.Value > 0) || math.IsInf(r.Value, 0) {
		return r, fmt.Errorf("%q is no positive number", value)
	}
	return r, nil
}

// parseBand reads a range such as "[5, 10)". Without a second number it has no end.
func parseBand(text string) (b Band, err error) {
	bad := fmt.Errorf("%q is no range; write it as [5, 10)", text)
	if len(text) < 2 || !strings.ContainsAny(text[:1], "[(") || !strings.ContainsAny(text[len(text)-1:], "])") {
		return b, bad
	}
	b.OpenFrom, b.OpenEnd = text[0] == '(', text[len(text)-1] == ')'
	from, above, found := strings.Cut(text[1:len(text)-1], ",")
	if b.From, err = strconv.ParseFloat(strings.TrimSpace(from), 64); err != nil || !found {
		return b, bad
	}
	b.Above = math.Inf(1)
	if above = strings.TrimSpace(above); above != "" {
		if b.Above, err = strconv.ParseFloat(above, 64); err != nil {
			return b, bad
		}
	}
	if !(b.From >= 0 && b.From < b.Above) {
		return b, bad
	}
	return b, nil
}
