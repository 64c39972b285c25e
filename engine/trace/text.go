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

// decode sets s.text to raw as UTF-8. A byte order mark decides; then the zero
// bytes of UTF-16 without one; then what XML declares, unless the text is
// plainly UTF-8; everything else is UTF-8 with a guard.
func (s *source) decode(raw *bufio.Reader) {
	head, _ := raw.Peek(headBytes)
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = raw.Discard(3) // they were peeked, so they are there
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

func (s *source) through(raw *bufio.Reader, t transform.Transformer) {
	s.text = bufio.NewReaderSize(transform.NewReader(raw, t), headBytes)
}

func (s *source) guarded(raw *bufio.Reader) {
	s.guard = &utf8Guard{}
	s.through(raw, s.guard)
}

// isUTF16 reports whether head is UTF-16 whose low byte stands at place low of
// each pair: by its mark, or because the first characters are ASCII.
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

// declaredEncoding returns the encoding that an XML declaration names, if it
// is one to decode by. Programs that turn a text into UTF-8 often forget to
// change the declaration, so valid UTF-8 beyond ASCII beats the declaration:
// text in a one-byte or two-byte encoding is hardly ever valid UTF-8.
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
		// The declaration itself was read one byte a letter: it is wrong.
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

// validUTF8Head reports whether head is UTF-8 but for a last character that may
// have been cut.
func validUTF8Head(head []byte) bool {
	for cut := 0; cut < utf8.UTFMax && cut <= len(head); cut++ {
		if utf8.Valid(head[:len(head)-cut]) {
			return true
		}
	}
	return false
}

// utf8Guard passes UTF-8 on and takes every byte that is not for Windows-1258,
// the code page of Vietnamese Windows, which differs from the western one in a
// few letters only.
type utf8Guard struct{ repaired bool }

// Reset does nothing: what was repaired stays repaired.
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

// withLineFeeds returns text and its beginning with LF for CR if head has CR
// only, as old Macintosh programs ended their lines.
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

// badlyPacked reports whether err says that the input is no proper gzip file.
func badlyPacked(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt)
}

// brokenOff reports whether err says that the input ended in the middle.
func brokenOff(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }
