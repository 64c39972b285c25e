// SPDX-License-Identifier: MIT

package style

import (
	"cmp"
	"fmt"
	"slices"

	"golang.org/x/image/font/sfnt"
)

// Face is a font face.
type Face uint8

// The faces of Fonts.
const (
	Regular Face = iota
	Bold
	Italic
	numFaces // number of faces
)

// parseFace parses the name of a face; an empty name is the regular face.
func parseFace(name string) (f Face, found bool) {
	i := slices.Index([]string{"regular", "bold", "italic"}, cmp.Or(name, "regular"))
	return Face(max(i, 0)), i >= 0
}

// Fonts holds the faces of the labels. It is safe for concurrent use.
type Fonts struct{ Faces [numFaces]*sfnt.Font }

// ParseFonts parses TrueType or OpenType faces. bold and italic may be nil, in
// which case the regular face replaces them. The bytes are kept and must not
// change.
func ParseFonts(regular, bold, italic []byte) (*Fonts, error) {
	fonts := new(Fonts)
	for i, data := range [numFaces][]byte{regular, bold, italic} {
		if data == nil && i > 0 {
			fonts.Faces[i] = fonts.Faces[0]
			continue
		}
		f, err := sfnt.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("read the %s font: %w", [numFaces]string{"regular", "bold", "italic"}[i], err)
		}
		fonts.Faces[i] = f
	}
	return fonts, nil
}
