// SPDX-License-Identifier: MIT

package search

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"roadsnap/engine/geo"
)

// maxPointText is the length of the longest text that ParsePoint reads (bytes).
const maxPointText = 4096

// ParsePoint reads a point from coordinates, or from the link of a map service, which is
// never fetched. Coordinates may be decimal degrees, with a point or a comma, degrees and
// minutes, or degrees, minutes and seconds, with or without the letters N, S, E, W, B
// (bắc) and Đ (đông). Without letters the latitude comes first, unless only the other
// order is on Earth or in the region of Vietnam.
func ParsePoint(text string) (p geo.Point, found bool) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxPointText {
		return geo.Point{}, false
	}
	if p, found = parseLink(text); found {
		return p, true
	}
	return parseCoordinates(text)
}

// number is a number in coordinates with what surrounds it.
type number struct {
	value    float64
	negative bool
	fraction bool
	before   rune // letter of a hemisphere directly before it: N, S, E, W or 0
	after    rune // the same after it
	unit     rune // °, ' or " after it, or 0
}

// parseCoordinates reads two coordinates that are the whole text.
func parseCoordinates(text string) (p geo.Point, found bool) {
	list, ok := scanNumbers(decimalPoints(text))
	if !ok || len(list) < 2 || len(list) > 6 || len(list)%2 != 0 {
		return geo.Point{}, false
	}
	half := len(list) / 2
	a, axisA, okA := angle(list[:half])
	b, axisB, okB := angle(list[half:])
	if !okA || !okB {
		return geo.Point{}, false
	}
	switch {
	case axisA == 0 && axisB == 0:
		p = geo.Point{Lat: a, Lon: b}
		if swapped := (geo.Point{Lat: b, Lon: a}); !p.Valid() || nearVietnam(swapped) && !nearVietnam(p) {
			p = swapped
		}
	case axisA == 'E' && axisB != 'E':
		p = geo.Point{Lat: b, Lon: a}
	case axisB != 'N' && axisA != 'E':
		p = geo.Point{Lat: a, Lon: b}
	default:
		return geo.Point{}, false // two latitudes or two longitudes
	}
	plain := func(n number) bool { return !n.fraction && n.unit == 0 && n.before == 0 && n.after == 0 }
	if half == 1 && plain(list[0]) && plain(list[1]) && !nearVietnam(p) {
		return geo.Point{}, false // two numbers, such as the day and the month that a street is named after
	}
	return p, p.Valid()
}

// nearVietnam reports whether p lies in the country, its seas or its neighbours.
func nearVietnam(p geo.Point) bool {
	return p.Lat >= 6 && p.Lat <= 24 && p.Lon >= 101 && p.Lon <= 118
}

// decimalPoints writes decimal commas as points. A comma is one if the text has no
// point, and a digit on both sides; "10,77 106,70" has two, "10,106" none.
func decimalPoints(text string) string {
	if strings.Contains(text, ".") {
		return text
	}
	isDigit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	var commas []int
	for i := range len(text) {
		if text[i] == ',' && isDigit(i-1) && isDigit(i+1) {
			commas = append(commas, i)
		}
	}
	if len(commas) == 3 { // 10,77,106,70
		commas = []int{commas[0], commas[2]}
	}
	if len(commas) != 2 {
		return text
	}
	out := []byte(text)
	for _, i := range commas {
		out[i] = '.'
	}
	return string(out)
}

// scanNumbers reads the numbers of text. ok is false if the text has anything else than
// numbers, letters of hemispheres, units and separators.
func scanNumbers(text string) (list []number, ok bool) {
	pending, negative := rune(0), false
	runes := []rune(text)
	for i := 0; i < len(runes); {
		r := unicode.ToUpper(runes[i])
		switch {
		case r >= '0' && r <= '9':
			end := i
			for end < len(runes) && (runes[end] >= '0' && runes[end] <= '9' || runes[end] == '.' && end+1 < len(runes) && runes[end+1] >= '0' && runes[end+1] <= '9') {
				end++
			}
			digits := string(runes[i:end])
			v, err := strconv.ParseFloat(digits, 64)
			if err != nil || len(list) == 6 {
				return nil, false
			}
			list = append(list, number{value: v, negative: negative, before: pending, fraction: strings.Contains(digits, ".")})
			pending, negative = 0, false
			i = end
			continue
		case hemisphere(r) != 0:
			if i+1 < len(runes) && unicode.IsLetter(runes[i+1]) || i > 0 && unicode.IsLetter(runes[i-1]) {
				return nil, false // a word
			}
			last := len(list) - 1
			if last >= 0 && list[last].after == 0 && !startsCoordinate(list, pending) {
				list[last].after = hemisphere(r)
			} else if pending == 0 {
				pending = hemisphere(r)
			} else {
				return nil, false
			}
		case r == '-' || r == '−':
			negative = true
		case r == '+':
		case strings.ContainsRune("°º˚", r):
			setUnit(list, '°')
		case strings.ContainsRune("'′’‘ʹ", r):
			if len(list) > 0 && list[len(list)-1].unit == '\'' {
				list[len(list)-1].unit = '"' // two single ones
			} else {
				setUnit(list, '\'')
			}
		case strings.ContainsRune("\"″”“ʺ", r):
			setUnit(list, '"')
		case unicode.IsSpace(r), strings.ContainsRune(",;|()[]:", r):
		default:
			return nil, false
		}
		i++
	}
	return list, pending == 0
}

// startsCoordinate reports whether a letter after the numbers belongs to the next one:
// if letters stand before their numbers.
func startsCoordinate(list []number, pending rune) bool {
	if pending != 0 {
		return true
	}
	for _, n := range list {
		if n.before != 0 {
			return true
		}
	}
	return false
}

func setUnit(list []number, unit rune) {
	if n := len(list); n > 0 && list[n-1].unit == 0 {
		list[n-1].unit = unit
	}
}

// hemisphere returns N, S, E or W for a letter of a hemisphere in English or
// Vietnamese, 0 for others. T (tây) is left out, because no place here is in the west,
// and N stands for north only.
func hemisphere(r rune) rune {
	switch r {
	case 'N', 'B':
		return 'N'
	case 'S':
		return 'S'
	case 'E', 'Đ':
		return 'E'
	case 'W':
		return 'W'
	}
	return 0
}

// angle joins degrees, minutes and seconds to degrees. axis is N for a latitude, E for a
// longitude, 0 if that is open.
func angle(parts []number) (degrees float64, axis rune, ok bool) {
	sign := 1.0
	for i, n := range parts {
		if i > 0 && (n.negative || n.before != 0) || i < len(parts)-1 && (n.after != 0 || n.fraction) {
			return 0, 0, false
		}
		for _, letter := range [2]rune{n.before, n.after} {
			switch letter {
			case 'N', 'E':
				axis = letter
			case 'S':
				axis, sign = 'N', -1
			case 'W':
				axis, sign = 'E', -1
			}
		}
		if n.unit != 0 && n.unit != [3]rune{'°', '\'', '"'}[i] || i > 0 && n.value >= 60 {
			return 0, 0, false
		}
		degrees += n.value / math.Pow(60, float64(i))
	}
	if parts[0].negative {
		sign = -sign
	}
	return sign * degrees, axis, true
}
