// SPDX-License-Identifier: MIT

package rows

import (
	"bytes"
	"math"
	"strconv"
	"time"
)

// kind is the type of an output column.
type kind uint8

const (
	keyKind kind = iota // as the trip in the input
	textKind
	wholeKind
	degreesKind // rounded to 1e-7
	metresKind  // rounded to 1e-3; also seconds
	shareKind   // rounded to 1e-4
	flagKind
	timeKind // rounded to milliseconds
)

// column is an output column. Only the slice of its kind is used.
type column struct {
	name   string
	label  []byte // the name as that of a JSON member, with its colon
	kind   kind
	texts  []string
	wholes []int64 // times: microseconds since 1970
	floats []float64
	known  []bool // false: null
}

// table holds output rows by column.
type table struct {
	columns []column
	rows    int
}

// newTable returns an empty table; names and kinds alternate.
func newTable(prefix string, columns ...any) *table {
	t := &table{}
	for i := 0; i < len(columns); i += 2 {
		name := prefix + columns[i].(string)
		t.columns = append(t.columns, column{name: name, label: append(appendJSONText(nil, name), ':'), kind: columns[i+1].(kind)})
	}
	return t
}

// reset removes all rows.
func (t *table) reset() {
	t.rows = 0
	for i := range t.columns {
		c := &t.columns[i]
		c.texts, c.wholes, c.floats, c.known = c.texts[:0], c.wholes[:0], c.floats[:0], c.known[:0]
	}
}

// add appends a row; nil is null. Columns without a value are null.
func (t *table) add(values ...any) {
	t.rows++
	for i := range t.columns {
		c := &t.columns[i]
		if i >= len(values) || values[i] == nil {
			c.null()
			continue
		}
		switch v := values[i].(type) {
		case string:
			c.text(v)
		case int:
			c.whole(int64(v))
		case int64:
			c.whole(v)
		case float64:
			c.float(v)
		case bool:
			c.flag(v)
		case time.Time:
			c.time(v)
		}
	}
}

func (c *column) null() {
	c.known = append(c.known, false)
	switch c.kind {
	case keyKind, textKind:
		c.texts = append(c.texts, "")
	case wholeKind, timeKind, flagKind:
		c.wholes = append(c.wholes, 0)
	default:
		c.floats = append(c.floats, 0)
	}
}

func (c *column) text(v string) {
	c.texts, c.known = append(c.texts, v), append(c.known, true)
}

// textOrNull appends a text, null if it is empty.
func (c *column) textOrNull(v string) {
	c.texts, c.known = append(c.texts, v), append(c.known, v != "")
}

func (c *column) whole(v int64) {
	c.wholes, c.known = append(c.wholes, v), append(c.known, true)
}

func (c *column) flag(v bool) {
	n := int64(0)
	if v {
		n = 1
	}
	c.whole(n)
}

func (c *column) time(v time.Time) {
	if v.IsZero() {
		c.null()
		return
	}
	c.whole(v.Round(time.Millisecond).UnixMicro())
}

// float appends a number, rounded as its kind has it. Adding zero turns −0 into 0.
func (c *column) float(v float64) {
	unit := c.kind.unit()
	c.floats, c.known = append(c.floats, math.Round(v*unit)/unit+0), append(c.known, true)
}

// unit returns what a value is multiplied with before it is rounded.
func (k kind) unit() float64 {
	switch k {
	case degreesKind:
		return 1e7
	case shareKind:
		return 1e4
	}
	return 1e3
}

// appendFixed appends a number that was rounded to a fraction of unit, as strconv does, but faster.
func appendFixed(b []byte, v, unit float64) []byte {
	n := math.Round(v * unit)
	if !(math.Abs(n) < 1e15) || n/unit != v { // beyond 15 digits, the shortest text is another one
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	}
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	per, parts := int64(unit), int64(n)
	b = strconv.AppendInt(b, parts/per, 10)
	if rest := parts % per; rest > 0 {
		point := len(b)
		b = strconv.AppendInt(b, per+rest, 10) // a 1 takes the place of the point
		b[point] = '.'
		b = bytes.TrimRight(b, "0")
	}
	return b
}
