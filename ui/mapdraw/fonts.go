package mapdraw

import (
	"fmt"

	"golang.org/x/image/font/sfnt"
)

// face is one of the faces of Fonts.
type face uint8

const (
	regular face = iota
	bold
	italic
	numFaces
)

// parseFace reads the name of a face; no name is the regular one.
func parseFace(name string) (f face, found bool) {
	switch name {
	case "", "regular":
		return regular, true
	case "bold":
		return bold, true
	case "italic":
		return italic, true
	}
	return regular, false
}

// Fonts are the faces that labels are set in. They are safe for concurrent use.
type Fonts struct{ faces [numFaces]*sfnt.Font }

// ParseFonts reads TrueType or OpenType faces. bold and italic may be nil: the
// regular face stands in for them. The bytes are kept and must not change.
func ParseFonts(regular, bold, italic []byte) (*Fonts, error) {
	fonts := new(Fonts)
	for i, data := range [numFaces][]byte{regular, bold, italic} {
		if data == nil && i > 0 {
			fonts.faces[i] = fonts.faces[0]
			continue
		}
		f, err := sfnt.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("mapdraw: font %d of regular, bold, italic: %w", i+1, err)
		}
		fonts.faces[i] = f
	}
	return fonts, nil
}
