// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// decode sets s.text to raw as UTF-8. The encoding comes from the byte order
// mark, else from the zero bytes of UTF-16, else from the XML declaration unless
// the text is plainly UTF-8. Any other text is read through a utf8Guard.
func (s *source) decode(raw *bufio.Reader, o Options) {
	head, _ := raw.Peek(headBytes)
	if e := o.encoding(); e != nil && !bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		s.through(raw, e.NewDecoder())
		return
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = raw.Discard(3) // Peek has read them
		s.guarded(raw)
	case isUTF16(head, 0):
		s.through(raw, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder())
	case isUTF16(head, 1):
		s.through(raw, unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder())
	default:
		if e, ok := s.declaredEncoding(head); ok {
			s.through(raw, e.NewDecoder())
			return
		}
		s.guarded(raw)
	}
}

// encoding returns the encoding that the recipe names, nil if it names none or UTF-8.
func (o Options) encoding() encoding.Encoding {
	if o.Recipe == nil {
		return nil
	}
	switch o.Recipe.Encoding {
	case "utf-16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case "utf-16be":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case "windows-1258":
		return charmap.Windows1258
	}
	return nil
}

func (s *source) through(raw *bufio.Reader, t transform.Transformer) {
	s.text = bufio.NewReaderSize(transform.NewReader(raw, t), headBytes)
}

func (s *source) guarded(raw *bufio.Reader) {
	s.guard = &utf8Guard{}
	s.through(raw, s.guard)
}

// isUTF16 reports whether head is UTF-16 with the low byte at index low of each
// pair. It must have a byte order mark or begin with two ASCII characters.
func isUTF16(head []byte, low int) bool {
	if len(head) < 4 {
		return false
	}
	if head[low] == 0xff && head[1-low] == 0xfe {
		return true
	}
	return head[low] != 0 && head[1-low] == 0 && head[2+low] != 0 && head[3-low] == 0
}

var xmlDeclaration = regexp.MustCompile(`^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']`)

// declaredEncoding returns the encoding in the XML declaration; ok is false if
// there is none, or if it is UTF-8 or wrong. Programs that convert a text to UTF-8
// often do not update the declaration. So valid UTF-8 beyond ASCII overrides it,
// because text in another encoding is hardly ever valid UTF-8.
func (s *source) declaredEncoding(head []byte) (encoding.Encoding, bool) {
	m := xmlDeclaration.FindSubmatch(head)
	if m == nil {
		return nil, false
	}
	s.declared = string(m[1])
	e, err := htmlindex.Get(s.declared)
	if err != nil {
		return nil, false
	}
	name, err := htmlindex.Name(e)
	if err != nil || name == "utf-8" {
		return nil, false
	}
	if strings.HasPrefix(name, "utf-16") {
		// The declaration is not itself in UTF-16, so it is wrong.
		s.misdeclared = true
		return nil, false
	}
	if !isASCII(head) && validUTF8Head(head) {
		s.misdeclared = true
		return nil, false
	}
	return e, true
}

func isASCII(b []byte) bool {
	for _, x := range b {
		if x >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// validUTF8Head reports whether head is UTF-8, apart from an incomplete last
// character.
func validUTF8Head(head []byte) bool {
	for cut := 0; cut < utf8.UTFMax && cut <= len(head); cut++ {
		if utf8.Valid(head[:len(head)-cut]) {
			return true
		}
	}
	return false
}

// utf8Guard passes UTF-8 through and decodes every other byte as Windows-1258,
// the code page of Vietnamese Windows. It differs from the western code page in
// only a few letters.
type utf8Guard struct{ repaired bool }

// Reset implements transform.Transformer. It keeps repaired.
func (*utf8Guard) Reset() {}

// Transform implements transform.Transformer.
func (g *utf8Guard) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	if n := min(len(dst), len(src)); utf8.Valid(src[:n]) {
		copy(dst, src[:n])
		if n < len(src) {
			return n, n, transform.ErrShortDst
		}
		return n, n, nil
	}
	for nSrc < len(src) {
		r, size := utf8.DecodeRune(src[nSrc:])
		if r == utf8.RuneError && size == 1 {
			if !atEOF && !utf8.FullRune(src[nSrc:]) {
				return nDst, nSrc, transform.ErrShortSrc
			}
			r = charmap.Windows1258.DecodeByte(src[nSrc])
			g.repaired = true
		}
		if nDst+utf8.RuneLen(r) > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += size
	}
	return nDst, nSrc, nil
}

// withLineFeeds returns text and head with CR replaced by LF if head has only CR
// line ends, as old Macintosh programs wrote.
func withLineFeeds(text io.Reader, head []byte) (io.Reader, []byte) {
	if bytes.IndexByte(head, '\n') >= 0 || bytes.IndexByte(head, '\r') < 0 {
		return text, head
	}
	return crReader{text}, bytes.ReplaceAll(head, []byte{'\r'}, []byte{'\n'})
}

type crReader struct{ r io.Reader }

func (c crReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	for i, b := range p[:n] {
		if b == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// badlyPacked reports whether err means that the input is not a valid gzip file.
func badlyPacked(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt)
}

// truncated reports whether err means that the input ended early.
func truncated(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }
