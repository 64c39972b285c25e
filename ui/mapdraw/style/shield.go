// SPDX-License-Identifier: MIT

package style

import (
	"fmt"
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Shield is the plate under the numbers of one kind of road. Vietnamese signs
// distinguish the kinds by the letters before the number and by colour.
// Expressways (CT) are black on yellow, the others on white. Here the white
// plates have a frame in the colour of the caps of their kilometre stones, which
// drivers know from the roadside.
type Shield struct {
	Prefixes     []string // letters before the number; none: all numbers that no other style takes
	Text         Text
	Plate, Frame color.RGBA
}

type shieldFile struct {
	Text  textFile         `json:"text"`
	Plate string           `json:"plate"`
	Frame string           `json:"frame"`
	Kinds []shieldKindFile `json:"kinds"`
}

type shieldKindFile struct {
	Prefixes []string `json:"prefixes"`
	Ink      string   `json:"ink"`
	Plate    string   `json:"plate"`
	Frame    string   `json:"frame"`
}

// shields returns the styles of the kinds, followed by the one for all others.
func (b *themeBuilder) shields(f shieldFile) []Shield {
	text := b.text("shields.text", f.Text)
	out := make([]Shield, 0, len(f.Kinds)+1)
	for i, k := range f.Kinds {
		place := fmt.Sprintf("shields.kinds[%d]", i)
		if len(k.Prefixes) == 0 {
			b.fault("%s.prefixes: none given", place)
		}
		s := Shield{
			Prefixes: k.Prefixes, Text: text,
			Plate: b.color(place+".plate", k.Plate), Frame: b.color(place+".frame", k.Frame),
		}
		s.Text.Fill = b.color(place+".ink", k.Ink)
		out = append(out, s)
	}
	return append(out, Shield{
		Text: text, Plate: b.color("shields.plate", f.Plate), Frame: b.color("shields.frame", f.Frame),
	})
}

// longestNumber is the greatest number of letters of a road number. Longer texts
// are names in the wrong tag.
const longestNumber = 9

// ShieldOf returns the text and the style of a road's plate. ok is false if ref
// is not a road number. Of several numbers ("QL1;QL50") the first is used.
// Numbers of known kinds are written as on signs: letters, a full stop, digits.
func (t *Theme) ShieldOf(ref string) (text string, s *Shield, ok bool) {
	ref, _, _ = strings.Cut(ref, ";")
	ref = norm.NFC.String(strings.TrimSpace(ref))
	for i := range t.Shields {
		s = &t.Shields[i]
		for _, prefix := range s.Prefixes {
			if number, found := cutPrefix(ref, prefix); found {
				return prefix + "." + number, s, utf8.RuneCountInString(number) <= longestNumber-len(prefix)
			}
		}
	}
	return strings.Clone(ref), s, s != nil && ref != "" && utf8.RuneCountInString(ref) <= longestNumber
}

// cutPrefix removes the letters before a road number, in upper or lower case, and
// any separator after them.
func cutPrefix(ref, prefix string) (number string, found bool) {
	if len(ref) <= len(prefix) || !strings.EqualFold(ref[:len(prefix)], prefix) {
		return "", false
	}
	number = strings.TrimLeft(ref[len(prefix):], ".- ")
	first, _ := utf8.DecodeRuneInString(number)
	return number, unicode.IsDigit(first)
}
