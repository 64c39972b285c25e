// SPDX-License-Identifier: MIT

package tripfile

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// kind is the type of a value.
type kind uint8

const (
	blank kind = iota // unknown
	text
	integer
	number
	moment
	boolean
)

// cell is a value of a row, rounded.
type cell struct {
	kind     kind
	text     string
	integer  int64
	number   float64
	decimals int // of number; as many as needed if negative
	time     time.Time
	truth    bool
}

// textCell returns a cell of a text that comes from a file. Characters that XML does not
// allow become U+FFFD.
func textCell(s string) cell {
	if s == "" {
		return cell{}
	}
	return cell{kind: text, text: strings.Map(allowed, s)}
}

// allowed returns a character that XML allows: r or U+FFFD.
func allowed(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f || r == 0xfffe || r == 0xffff {
		return utf8.RuneError
	}
	return r
}

func countCell(n int) cell        { return cell{kind: integer, integer: int64(n)} }
func integerCell(n int64) cell    { return cell{kind: integer, integer: n} }
func booleanCell(truth bool) cell { return cell{kind: boolean, truth: truth} }

// exactCell returns a cell with all decimals of x.
func exactCell(x float64, known bool) cell {
	if !known || !finite(x) {
		return cell{}
	}
	return cell{kind: number, number: x, decimals: -1}
}

// numberCell returns a cell with so many decimals. The text of its number is that with the
// decimals, and its value in binary formats is the nearest one to that text.
func numberCell(x float64, decimals int) cell {
	if !finite(x) {
		return cell{}
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	if err != nil {
		return cell{}
	}
	return cell{kind: number, number: rounded + 0, decimals: decimals} // +0 turns −0 into 0
}

// The decimals of the project: 1e-6° on roads, 1e-7° of a recording, centimetres, 0.1 s.
func degreesCell(x float64) cell    { return numberCell(x, 6) }
func rawDegreesCell(x float64) cell { return numberCell(x, 7) }
func metresCell(x float64) cell     { return numberCell(x, 2) }
func shareCell(x float64) cell      { return numberCell(x, 4) }
func secondsCell(d time.Duration) cell {
	return numberCell(d.Seconds(), 1)
}

func timeCell(t time.Time) cell {
	if t.IsZero() {
		return cell{}
	}
	return cell{kind: moment, time: t}
}

// spanCell returns the seconds from a time to another, blank if one is unknown.
func spanCell(from, to time.Time) cell {
	if from.IsZero() || to.IsZero() {
		return cell{}
	}
	return secondsCell(to.Sub(from))
}

// speedCell returns a mean speed in km/h, blank without a time.
func speedCell(metres float64, from, to time.Time) cell {
	if from.IsZero() || !to.After(from) {
		return cell{}
	}
	return numberCell(metres/to.Sub(from).Seconds()*kmhPerMPS, 1)
}

// kmhPerMPS is one m/s in km/h.
const kmhPerMPS = 3.6

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// appendNumber appends the digits of a number or an integer.
func (c cell) appendNumber(dst []byte) []byte {
	if c.kind == integer {
		return strconv.AppendInt(dst, c.integer, 10)
	}
	return strconv.AppendFloat(dst, c.number, 'f', c.decimals, 64)
}
