// SPDX-License-Identifier: MIT

package trace

import "slices"

// takeNames gives the roles of a row of names above the first position to the columns of a table
// whose positions were found by their values.
func (c *columns) takeNames(rows [][]string) {
	t := table{columns: *c}
	i := t.above(rows)
	if i < 0 {
		return
	}
	named := namedColumns(heading(rows, i))
	for r, col := range named.at {
		switch role(r) {
		case roleLat, roleLon, rolePosition, roleZone, roleBand:
		default:
			if col.found && !c.taken(col.index) {
				c.at[r] = col
			}
		}
	}
	c.speed, c.plainSpeed, c.odometer, c.elevation, c.utc = named.speed, named.plainSpeed, named.odometer, named.elevation, named.utc
	c.setReports()
}

// taken reports whether column i has a role.
func (c *columns) taken(i int) bool {
	return slices.Contains(c.at[:], column{index: i, found: true})
}

// timeKind is what the cells of a column say of the time.
type timeKind uint8

const (
	noTime timeKind = iota
	wholeTime
	dayOnly
	clockOnly
)

// guessTime finds the column of times by its values if no name says it: the first with whole
// times, or else the first days and the first times of day.
func (c *columns) guessTime(rows [][]string, k *clock) {
	if c.at[roleTime].found {
		return
	}
	var first [clockOnly + 1]column
	for i := range widest(rows) {
		if kind := timesIn(rows, i, k); !c.taken(i) && !first[kind].found {
			first[kind] = column{i, true}
		}
	}
	day, of := &c.at[roleDate], first[clockOnly]
	switch {
	case !day.found && first[wholeTime].found:
		c.at[roleTime] = first[wholeTime]
	case !of.found || !day.found && !first[dayOnly].found:
		return
	default:
		if c.at[roleTime] = of; !day.found {
			*day = first[dayOnly]
		}
	}
	c.foundTime = true
}

// timesIn returns what most of the cells in column i say of the time. The same number in all
// rows is that of a device.
func timesIn(rows [][]string, i int, k *clock) timeKind {
	var kinds [clockOnly + 1]int
	numbers := map[string]bool{}
	for _, row := range rows {
		if i >= len(row) {
			continue
		}
		kind := timeIn(row[i], k)
		kinds[kind]++
		if kind == wholeTime && plainNumber(row[i]) {
			numbers[row[i]] = true
		}
	}
	for kind := wholeTime; kind <= clockOnly; kind++ {
		if n := kinds[kind]; n > 0 && 2*n >= len(rows) && (len(numbers) != 1 || n == 1) {
			return kind
		}
	}
	return noTime
}

func timeIn(cell string, k *clock) timeKind {
	probe := clock{location: k.location}
	st, err := probe.parseStamp(cell)
	switch {
	case err == nil && (st.relative || !plausibleDate(st.time)):
		return noTime
	case err == nil && st.day:
		return dayOnly
	case err == nil:
		return wholeTime
	case !isTimeOfDay(cell):
		return noTime
	}
	if _, err = probe.parseStamp("2000-01-01 " + cell); err != nil {
		return noTime
	}
	return clockOnly
}
