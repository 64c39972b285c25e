// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"strings"
	"testing"

	"roadsnap/engine/geo"
)

// A picture gives vertices letters, by their position in a drawing.
type picture map[rune]geo.Fixed

// drawing reads a picture whose rows and columns are the given metres apart.
func drawing(rows string, metres float64) picture {
	p := picture{}
	for row, text := range strings.Split(rows, "\n") {
		for col, letter := range text {
			if letter != ' ' {
				step := int(metres / metresPerUnit) // whole, so that equal distances remain equal
				p[letter] = geo.Fixed{Lat: -int32(row * step), Lon: int32(col * step)}
			}
		}
	}
	return p
}

// line returns the points that a word spells.
func (p picture) line(word string) []geo.Fixed {
	var line []geo.Fixed
	for _, letter := range word {
		line = append(line, p[letter])
	}
	return line
}

// word spells a line.
func (p picture) word(line []geo.Fixed) string {
	names := map[geo.Fixed]rune{}
	for letter, at := range p {
		names[at] = letter
	}
	var word []rune
	for _, at := range line {
		word = append(word, names[at])
	}
	return string(word)
}

// An edgeCase is a line of a test: a word, the areas to its left and right, and the
// word that remains of it at level Country.
type edgeCase struct {
	word        string
	left, right owner
	want        string
}

// TestTraps covers errors that simplifying each line by itself would make. All areas
// are in one group unless stated.
func TestTraps(t *testing.T) {
	tests := []struct {
		name    string
		metres  float64
		drawing string
		edges   []edgeCase
		group   []uint32
	}{
		{"a straight line", 100, `
a b c d e`, []edgeCase{{"abcde", 0, nobody, "ae"}}, nil},

		{"two points", 100, `
a
    b`, []edgeCase{{"ab", 0, nobody, "ab"}}, nil},

		{"a triangle is as little as there can be", 1, `
 a
b c`, []edgeCase{{"abca", 0, nobody, "abca"}}, nil},

		{"a square that is nothing at this scale", 1, `
ad
bc`, []edgeCase{{"abcda", 0, nobody, "bcdb"}}, nil},

		// The chord a–c would leave the islet on land.
		{"an islet behind a chord", 10, `
a            c


      x
     y z

      b`, []edgeCase{{"abc", 0, nobody, "abc"}, {"xyzx", 1, nobody, "xyzx"}}, nil},

		// As above, but the islet is outside the triangle.
		{"an islet beyond the bend", 10, `
a            c
      b

      x
     y z`, []edgeCase{{"abc", 0, nobody, "ac"}, {"xyzx", 1, nobody, "xyzx"}}, nil},

		{"a node of others on the chord", 10, `
      x
a     m     c
      b`, []edgeCase{{"abc", 0, 1, "abc"}, {"xm", 2, 3, "xm"}}, nil},

		// Both would become a–c.
		{"two arcs between the same nodes", 10, `
      b
a           c
      d`, []edgeCase{{"abc", 1, 0, "ac"}, {"adc", 0, 2, "adc"}, {"ae", 1, 2, "ae"}, {"cf", 1, 2, "cf"}}, nil},

		{"three arcs between the same nodes", 10, `
     b e
 a       c
     d f`, []edgeCase{{"abec", nobody, 0, "aec"}, {"ac", 0, 1, "ac"}, {"adfc", 1, nobody, "afc"}}, nil},

		{"a loop at a node", 10, `
    p q
a n     r
    t s`, []edgeCase{{"npqrstn", 0, 1, "nrtn"}, {"an", 1, 2, "an"}}, nil},

		{"an enclave", 10, `
a                 h
     p  q
     s  r
b                 g`, []edgeCase{{"abgha", 0, nobody, "abgha"}, {"psrqp", 1, 0, "srqs"}}, nil},

		// b is a spike that reaches between x and y; without it, a–c is free.
		{"a spike between others", 10, `
        x
a                b
c
        y`, []edgeCase{{"abc", 0, nobody, "ac"}, {"xu", 1, 2, "xu"}, {"yv", 1, 2, "yv"}}, nil},

		// b makes a smaller error than x, but has to wait for it.
		{"what was in the way has gone", 10, `
    u        w

 a              c
        x
        b`, []edgeCase{{"abc", 0, 1, "ac"}, {"uxw", 1, 2, "uw"}}, nil},

		{"land too large to lose a corner", 3000, `
a  d

b  c`, []edgeCase{{"abcda", 0, nobody, "abcda"}}, nil},

		// The larger of two islands of one area represents the other.
		{"two islands of one area", 100, `
a   d
        p s
b   c   q r`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"pqrsp", 0, nobody, ""}}, nil},

		{"two islands of two areas", 100, `
a   d
        p s
b   c   q r`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"pqrsp", 1, nobody, "qrsq"}}, nil},

		{"an island too far away", 1000, `
a   d
        p s
b   c   q r`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"pqrsp", 0, nobody, "qrsq"}}, nil},

		{"a lake near the shore", 100, `
a          d
   p s
   q r
b          c`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"psrqp", nobody, 0, ""}}, nil},

		// The islet in the lake is the only land of area 1.
		{"a lake with somebody in it", 100, `
a             d
    p     s
      x z
       y
    q     r
b             c`, []edgeCase{{"abcda", 0, nobody, "abcda"}, {"psrqp", nobody, 0, "psrqp"}, {"xyzx", 1, nobody, "xyzx"}}, nil},

		// The islet in the lake belongs to the land round it.
		{"a lake with nobody of its own in it", 100, `
a             d
    p     s
      x z
       y
    q     r
b             c`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"psrqp", nobody, 0, ""}, {"xyzx", 0, nobody, ""}}, nil},

		// Area 2 has no other land; its group has.
		{"an island that is all of an area, though not of a group", 100, `
a   d
        p s
b   c   q r`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"pqrsp", 2, nobody, "qrsq"}}, []uint32{0, 0, 0}},

		// Group 1 has no other land.
		{"an island of two areas", 100, `
a   d
        p m s
b   c   q n r`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"mpqn", 1, nobody, "mqn"}, {"nrsm", 2, nobody, "nsm"}, {"mn", 1, 2, "mn"}}, []uint32{0, 1, 1}},

		{"an island of two areas, both with land elsewhere", 100, `
a h  d
           p m s
b g  c     q n r`, []edgeCase{{"habg", 1, nobody, "hbg"}, {"gcdh", 2, nobody, "gdh"}, {"hg", 1, 2, "hg"},
			{"mpqn", 1, nobody, ""}, {"nrsm", 2, nobody, ""}, {"mn", 1, 2, ""}}, nil},

		{"an island in the next cell", 100, `
a  d                p
b  c                qr`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"pqrp", 0, nobody, ""}}, nil},

		// The islet is outside the other, though in its box.
		{"an islet between the arms of another", 100, `
a         d   p q xz
                  y
                w   v
b         c   s     r`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"psrvwqp", 0, nobody, ""}, {"xyzx", 1, nobody, "xyzx"}}, nil},

		// At level Province prs represents xyz, which is too far from abcd.
		{"an island that stands for another", 50, `
a   d                                     s
                                        p   xz
b   c                                     r y`, []edgeCase{{"abcda", 0, nobody, "bcdb"}, {"prsp", 0, nobody, "prsp"}, {"xyzx", 0, nobody, ""}}, nil},

		// The border inland is no border of the group, because both areas are in it.
		{"a lake at a border inland", 900, `
a         h         d



           p
           qr

b         g         c`, []edgeCase{{"habg", 0, nobody, "habg"}, {"gcdh", 1, nobody, "gcdh"}, {"hg", 0, 1, "hg"},
			{"prqp", nobody, 1, "prqp"}}, []uint32{0, 0}},

		{"a lake at a border of groups", 900, `
a         h         d



           p
           qr

b         g         c`, []edgeCase{{"habg", 0, nobody, "habg"}, {"gcdh", 1, nobody, "gcdh"}, {"hg", 0, 1, "hg"},
			{"prqp", nobody, 1, ""}}, []uint32{0, 1}},

		// Without b the shore would be near its old line, but not near the islet that
		// it represents.
		{"a shore that stands for an islet", 80, `
a                                                                                                 c























                                                 b
                                                 xz
                                                 y`, []edgeCase{{"abc", 0, nobody, "abc"}, {"xyzx", 0, nobody, ""}}, nil},

		{"the same shore without the islet", 80, `
a                                                                                                 c























                                                 b
                                                 xz
                                                 y`, []edgeCase{{"abc", 0, nobody, "ac"}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// Metres are those of a map on which the tolerance is 2 km.
			p := drawing(tt.drawing, tt.metres*Country.Tolerance()/2000)
			// Ends outside the drawing are not drawn.
			for i, letter := range "uvwef" {
				if _, ok := p[letter]; !ok {
					p[letter] = geo.Fixed{Lat: int32(i+1) * 1000000, Lon: int32(i) * 1000000}
				}
			}
			var a arcs
			for _, e := range tt.edges {
				a.add(p.line(e.word), e.left, e.right)
			}
			group := tt.group
			if group == nil {
				group = make([]uint32, 4)
			}
			drawn, err := generalise(context.Background(), &a, group, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, e := range tt.edges {
				if got := p.word(drawn[Country].line(i)); got != e.want {
					t.Errorf("%s became %q, want %q", e.word, got, e.want)
				}
			}
			if fault := planar(&drawn[Country], a.len()); fault != "" {
				t.Error(fault)
			}
			if t.Failed() {
				t.Log(tt.drawing)
			}
		})
	}
}
