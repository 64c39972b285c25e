// SPDX-License-Identifier: MIT

package trace

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"
)

// kmlCoord is one position of a document.
type kmlCoord struct {
	lat, lon float64
	height   float32 // metres, NaN if unknown
	line     int32
}

// elevation returns the height of c, to the millimetre.
func (c kmlCoord) elevation() optional { return known64(math.Round(float64(c.height)*1e3) / 1e3) }

// coordinates calls add with each tuple of the element just begun. A tuple that
// cannot be read is left out.
func (k *kmlReader) coordinates(add func(kmlCoord) error) error {
	line := k.start.line
	outside := k.depth() - 1
	var text []byte // of a tuple that another token may continue
	for k.depth() > outside {
		tok, err := k.token()
		if err != nil {
			return err
		}
		chars, ok := tok.(xml.CharData)
		if !ok && k.depth() > outside {
			continue
		}
		rest := []byte(chars)
		if len(text) > 0 {
			rest = append(text, rest...)
		}
		for {
			var tuple []byte
			tuple, rest, line = nextTuple(rest, line)
			if len(tuple) == 0 || len(rest) == 0 && len(tuple) < longestTuple && k.depth() > outside {
				text = append(text[:0], tuple...)
				break
			}
			c, ok := parseTuple(tuple)
			c.line = int32(min(line, math.MaxInt32))
			if !ok {
				err = k.c.skip(k.c.fault(ErrValue, line, 0, fmt.Sprintf("coordinates %s are not numbers", quote(string(tuple))), "write them as longitude,latitude"))
			} else {
				err = add(c)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// longestTuple is the length of the longest tuple (bytes), with room for many
// digits.
const longestTuple = 256

// nextTuple cuts the first tuple from text, in which blanks surround commas at
// most. line is that of the tuple.
func nextTuple(text []byte, at int) (tuple, rest []byte, line int) {
	blank := func(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }
	i := 0
	for i < len(text) && blank(text[i]) {
		at += oneIf(text[i] == '\n')
		i++
	}
	end := i
	for j := i; j < len(text); j++ {
		if b := text[j]; blank(b) {
			continue
		} else if j > end && b != ',' && text[end-1] != ',' {
			break // a blank between two numbers
		}
		end = j + 1
	}
	return text[i:end], text[end:], at
}

// parseTuple parses longitude, latitude and an optional height.
func parseTuple(tuple []byte) (c kmlCoord, ok bool) {
	lon, rest, two := strings.Cut(string(tuple), ",")
	lat, height, three := strings.Cut(rest, ",")
	var okLon, okLat bool
	c.lon, okLon = parseNumber(lon)
	c.lat, okLat = parseNumber(lat)
	c.height = float32(math.NaN())
	if x, ok := parseNumber(height); three && ok {
		c.height = float32(x)
	}
	return c, two && okLon && okLat
}
