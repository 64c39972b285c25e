package style

import (
	"cmp"
	"fmt"
	"slices"

	"golang.org/x/image/font/sfnt"
)

// Face is one of the faces of Fonts.
type Face uint8

// The faces.
const (
	Regular Face = iota
	Bold
	Italic
	numFaces // how many there are
)

// parseFace reads the name of a face; no name is the regular one.
func parseFace(name string) (f Face, found bool) {
	i := slices.Index([]string{"regular", "bold", "italic"}, cmp.Or(name, "regular"))
	return Face(max(i, 0)), i >= 0
}

// Fonts are the faces that labels are set in. They are safe for concurrent use.
type Fonts struct{ Faces [numFaces]*sfnt.Font }

// ParseFonts reads TrueType or OpenType faces. bold and italic may be nil: the
// regular face stands in for them. The bytes are kept and must not change.
func ParseFonts(regular, bold, italic []byte) (*Fonts, error) {
	fonts := new(Fonts)
	for i, data := range [numFaces][]byte{regular, bold, italic} {
		if data == nil && i > 0 {
			fonts.Faces[i] = fonts.Faces[0]
			continue
		}
		f, err := sfnt.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("mapdraw: font %d of regular, bold, italic: %w", i+1, err)
		}
		fonts.Faces[i] = f
	}
	return fonts, nil
}
