// SPDX-License-Identifier: MIT

package vector

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/internal/tcvn3"
)

// Encoding is the encoding of the texts in a table. The zero value is UTF-8.
type Encoding struct {
	name    string
	charmap encoding.Encoding
	tcvn3   bool
}

// The encodings with names of their own; others are in encodings.
var (
	UTF8        = Encoding{name: "utf-8"}
	Windows1258 = Encoding{name: "windows-1258", charmap: charmap.Windows1258}
	TCVN3       = Encoding{name: "tcvn3", tcvn3: true}
	latin1      = Encoding{name: "windows-1252", charmap: charmap.Windows1252}
)

// encodings are the encodings by the names that programs use, in lower case and without
// signs.
var encodings = map[string]Encoding{
	"utf8": UTF8, "65001": UTF8, "cp65001": UTF8,
	"windows1258": Windows1258, "1258": Windows1258, "cp1258": Windows1258, "ansi1258": Windows1258,
	"tcvn3": TCVN3, "tcvn57123": TCVN3, "abc": TCVN3, "tcvn": TCVN3,
	// Many programs write these whatever the text is. Text that is none is refused later.
	"windows1252": latin1, "1252": latin1, "cp1252": latin1, "ansi1252": latin1,
	"iso88591": latin1, "88591": latin1, "latin1": latin1, "ascii": latin1, "usascii": latin1,
}

// EncodingByName returns the encoding with a name as in a .cpg or of the user.
func EncodingByName(name string) (Encoding, error) {
	e, known := encodings[strings.NewReplacer("-", "", "_", "", " ", "", ".", "").Replace(strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))))]
	if !known {
		return Encoding{}, formatf("the encoding %q of its texts is not known; known are UTF-8, Windows-1258 and TCVN3", name)
	}
	return e, nil
}

// String returns the name of the encoding.
func (e Encoding) String() string {
	if e.name == "" {
		return UTF8.name
	}
	return e.name
}

// whole returns a text that fills its column without a letter that the column cuts.
func (e Encoding) whole(raw string) string {
	if e.tcvn3 || e.charmap != nil {
		return raw
	}
	for n := 1; n < utf8.UTFMax && n <= len(raw); n++ {
		if tail := raw[len(raw)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRuneInString(tail) {
				return raw[:len(raw)-n]
			}
			break
		}
	}
	return raw
}

var errMojibake = errors.New("not in the encoding")

// TextError is the error for a text that is not Vietnamese in the encoding of its table.
type TextError struct {
	Column   string
	Feature  int // counted from 0
	Encoding string
	Text     string // as decoded
}

// Error names the place of the text.
func (e *TextError) Error() string {
	return fmt.Sprintf("feature %d, column %q: %q is no Vietnamese text in the encoding %s", e.Feature, e.Column, e.Text, e.Encoding)
}

// text decodes a text. If it has characters that no Vietnamese text has, it returns an
// error and what came out.
func (e Encoding) text(raw string) (string, error) {
	var out string
	single := true // one byte a letter
	switch {
	case e.tcvn3:
		out = tcvn3.Decode(raw)
	case e.charmap != nil:
		out, _ = e.charmap.NewDecoder().String(raw) // unknown bytes become U+FFFD
		out = norm.NFC.String(out)
	default:
		out, single = strings.ToValidUTF8(raw, "\ufffd"), false
	}
	// Letters of one byte are hardly ever valid UTF-8 by chance.
	if single && out != raw && utf8.ValidString(raw) || strings.ContainsFunc(out, isMojibake) {
		return out, errMojibake
	}
	return out, nil
}

// western are the letters of U+00C0 to U+00FF that Vietnamese has, and those that occur in
// names of minorities and of other languages next to it.
const western = "ÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÝàáâãèéêìíòóôõùúýÑñÇçÖöÜüÄäËëÏï"

// isMojibake reports whether a character comes from text read in a wrong encoding: signs
// and letters that have the bytes of Vietnamese letters in another one.
func isMojibake(r rune) bool {
	switch {
	case r == utf8.RuneError:
		return true
	case r < ' ' && r != '\t' && r != '\n' && r != '\r':
		return true
	case r == '\u00a0' || r == '·' || r == '°' || r == '²':
		return false // signs that texts have
	case r >= 0x7f && r < 0xc0:
		return true
	case r >= 0xc0 && r <= 0xff:
		return !strings.ContainsRune(western, r)
	}
	return false
}
