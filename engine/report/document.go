// SPDX-License-Identifier: MIT

package report

import (
	"math"
	"time"
)

// Document is a report before it has a file format. It is immutable.
type Document struct {
	Kind     Kind
	Language Language
	Title    string
	Label    string // that it is no official submission, or what it is
	Head     []Line // company, vehicle, period and so on
	Tables   []Table
	Charts   []Chart
	Notes    []string
	Sources  []Line // the rules that were applied, with their source
	Signers  []string
	Wide     bool // wants landscape pages
	Made     time.Time
	Version  string // of the program
	Logo     []byte // PNG or JPEG, empty for none
}

// Line is a name and a value.
type Line struct{ Name, Value string }

// Table is a table of a document.
type Table struct {
	Title   string // "" for the only one
	Columns []Column
	Rows    [][]Cell
	Total   []Cell // nil for none
	Empty   string // said instead of rows
}

// Align says where a cell stands in its column.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Right
	Center
)

// Column is a column of a table.
type Column struct {
	Key   string // stable, the same in both languages
	Group string // title over several columns with the same group, "" for none
	Title string
	Width float64 // relative to that of the others
	Align Align
}

// CellKind is the type of a cell.
type CellKind uint8

// The types. A Blank cell is unknown, which differs from 0.
const (
	Blank CellKind = iota
	Text
	Number
	Moment  // a time of day on a day
	DayOnly // a day
	Length  // a duration
	Clock   // a time of day on no day
	Percent // Number in [0, 1]
)

// Cell is a value of a table.
type Cell struct {
	Kind     CellKind
	Text     string
	Number   float64 // of a Length in seconds, of a Clock in seconds since midnight, a day or more on a later day
	Decimals int
	Time     time.Time
	Strong   bool    // stands out, such as a breach
	Trips    []int64 // those that the value comes from
}

// DaysLater returns how many days a Clock is after the day that it belongs to.
func (c Cell) DaysLater() int { return int(c.Number) / (24 * 60 * 60) }

func textCell(s string) Cell {
	if s == "" {
		return Cell{}
	}
	return Cell{Kind: Text, Text: s}
}

func numberCell(x float64, decimals int) Cell {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Cell{}
	}
	scale := math.Pow10(decimals)
	return Cell{Kind: Number, Number: math.Round(x*scale)/scale + 0, Decimals: decimals}
}

func countCell(n int) Cell       { return Cell{Kind: Number, Number: float64(n)} }
func kmCell(metres float64) Cell { return numberCell(metres/1000, 1) }
func speedCell(kmh float64) Cell { return numberCell(kmh, 1) }
func degreesCell(x float64) Cell { return numberCell(x, 6) }
func lengthCell(d time.Duration) Cell {
	return Cell{Kind: Length, Number: d.Round(time.Second).Seconds()}
}
func clockCell(d time.Duration) Cell {
	return Cell{Kind: Clock, Number: d.Truncate(time.Minute).Seconds()}
}
func minutesCell(d time.Duration) Cell { return numberCell(d.Minutes(), 0) }

// shareCell returns a share with one decimal of a percent, blank without a whole.
func shareCell(part, whole float64) Cell {
	if whole <= 0 {
		return Cell{}
	}
	return Cell{Kind: Percent, Number: math.Round(part/whole*1000) / 1000, Decimals: 1}
}

func timeCell(kind CellKind, at time.Time) Cell {
	if at.IsZero() {
		return Cell{}
	}
	return Cell{Kind: kind, Time: at.In(vietnam)}
}

func momentCell(at time.Time) Cell { return timeCell(Moment, at) }
func dayCell(at time.Time) Cell    { return timeCell(DayOnly, at) }

// of returns the cell with the trips that it comes from.
func (c Cell) of(trips ...int64) Cell {
	c.Trips = trips
	return c
}

// strong returns the cell, standing out if it shall.
func (c Cell) strong(shall bool) Cell {
	c.Strong = shall
	return c
}

// Chart is a small bar chart.
type Chart struct {
	Title string
	Unit  string
	Bars  []Bar
}

// Bar is a bar of a chart.
type Bar struct {
	Name  string
	Value float64
	Label string // the value as the language writes it
	Trips []int64
}
