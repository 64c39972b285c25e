// SPDX-License-Identifier: MIT

package reportfile

import (
	"strings"
	"sync"
	"unicode/utf8"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is a face of Liberation Sans, which has all Vietnamese letters. It measures texts; it is
// safe for concurrent use.
type face struct {
	data []byte
	font *sfnt.Font

	mu       sync.Mutex
	buffer   sfnt.Buffer
	advances map[rune]float64 // of a size of 1
}

// fonts returns the regular and the bold face.
var fonts = sync.OnceValue(func() [2]*face {
	var list [2]*face
	for i, data := range [][]byte{liberationsansregular.TTF, liberationsansbold.TTF} {
		f, err := sfnt.Parse(data)
		if err != nil {
			panic(err) // the fonts are part of the program
		}
		list[i] = &face{data: data, font: f, advances: map[rune]float64{}}
	}
	return list
})

// faceOf returns a face.
func faceOf(bold bool) *face {
	if bold {
		return fonts()[1]
	}
	return fonts()[0]
}

// pointMM is the size of a point (millimetres).
const pointMM = 25.4 / 72

// width returns the width of a text (millimetres) at a size (points).
func (f *face) width(text string, size float64) (mm float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range text {
		a, ok := f.advances[r]
		if !ok {
			a = f.measure(r)
			f.advances[r] = a
		}
		mm += a
	}
	return mm * size * pointMM
}

// measure returns the advance of a letter at a size of 1. f.mu must be held.
func (f *face) measure(r rune) float64 {
	units := f.font.UnitsPerEm()
	index, err := f.font.GlyphIndex(&f.buffer, r)
	if err != nil {
		return 0
	}
	a, err := f.font.GlyphAdvance(&f.buffer, index, fixed.Int26_6(units)<<6, font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(a) / 64 / float64(units)
}

// outline calls fn with the segments of a letter at a size of 1, y downwards from the baseline.
func (f *face) outline(r rune, fn func(op sfnt.SegmentOp, points [3]Spot)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	const units = 2048 // precise enough for the size of a page
	index, err := f.font.GlyphIndex(&f.buffer, r)
	if err != nil {
		return
	}
	segments, err := f.font.LoadGlyph(&f.buffer, index, fixed.I(units), nil)
	if err != nil {
		return
	}
	for _, s := range segments {
		var points [3]Spot
		for i, p := range s.Args {
			points[i] = Spot{float64(p.X) / 64 / units, float64(p.Y) / 64 / units}
		}
		fn(s.Op, points)
	}
}

// wrap breaks a text into lines of at most a width (millimetres), at spaces, and inside words
// that are too long.
func (f *face) wrap(text string, size, width float64) (lines []string) {
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			next := word
			if line != "" {
				next = line + " " + word
			}
			if f.width(next, size) <= width {
				line = next
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			line = word
			for n := f.fitting(line, size, width); n < len(line); n = f.fitting(line, size, width) {
				lines = append(lines, line[:n])
				line = line[n:]
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// fitting returns how many bytes of a text fit into a width, at least those of one letter.
func (f *face) fitting(text string, size, width float64) int {
	n := 0
	for i := range text {
		_, letter := utf8.DecodeRuneInString(text[i:]) // 1 for a byte that is not UTF-8
		end := i + letter
		if n > 0 && f.width(text[:end], size) > width {
			return n
		}
		n = end
	}
	return n
}
