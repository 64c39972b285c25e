// SPDX-License-Identifier: MIT

package workbook

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/internal/xmllimit"
)

// sharedTexts are the texts that cells refer to by number. They are read as far as needed.
type sharedTexts struct {
	part  string
	from  io.Closer
	xml   *xmllimit.Decoder
	bytes []byte
	ends  []uint32 // in bytes
	err   error    // io.EOF after the last one
}

// text returns text i. It is valid until the next call.
func (b *Book) text(ctx context.Context, i int) ([]byte, error) {
	s := b.shared
	if s == nil {
		return nil, fmt.Errorf("there is no text %d", i)
	}
	for i >= len(s.ends) && s.err == nil {
		s.err = s.next(ctx, b)
	}
	switch {
	case i < len(s.ends):
		start := uint32(0)
		if i > 0 {
			start = s.ends[i-1]
		}
		return s.bytes[start:s.ends[i]], nil
	case errors.Is(s.err, io.EOF):
		return nil, fmt.Errorf("there is no text %d", i)
	}
	return nil, s.err
}

// next reads one more text.
func (s *sharedTexts) next(ctx context.Context, b *Book) error {
	if s.xml == nil {
		r, err := b.open(ctx, s.part)
		if err != nil {
			return err
		}
		s.from, s.xml = r, xmllimit.NewDecoder(r)
	}
	start := len(s.bytes)
	inText, phonetic, depth := false, 0, 0
	for {
		token, err := s.xml.RawToken()
		if err != nil {
			return errors.Join(err, s.from.Close())
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "si":
				depth++
			case "t":
				inText = depth > 0 && phonetic == 0
			case "rPh": // how the text is pronounced
				phonetic++
			}
		case xml.CharData:
			if inText {
				s.bytes = append(s.bytes, t...)
			}
			// Decoding makes a text at most three times as long.
			if int64(len(s.bytes)) > b.limits.Texts/4 || int64(len(s.ends)) > b.limits.Texts/4 {
				return fmt.Errorf("%w: more than %d MiB of texts", ErrTooLarge, b.limits.Texts>>20)
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "t":
				inText = false
			case "rPh":
				phonetic--
			case "si":
				s.bytes = plain(s.bytes, start)
				s.ends = append(s.ends, uint32(len(s.bytes))) //nolint:gosec // Texts bounds it
				return nil
			}
		}
	}
}

// escaped is a character that XML cannot hold, by its number.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// plain puts text[start:] into NFC and replaces the marks of characters that XML cannot hold.
func plain(text []byte, start int) []byte {
	added := text[start:]
	if bytes.Contains(added, []byte("_x")) {
		added = escaped.ReplaceAllFunc(added, func(mark []byte) []byte {
			n, _ := strconv.ParseUint(string(mark[2:6]), 16, 16) // four digits
			return []byte(string(rune(n)))
		})
		text = append(text[:start], added...)
	}
	if added := text[start:]; !norm.NFC.IsNormal(added) {
		text = append(text[:start], norm.NFC.Bytes(added)...)
	}
	return text
}
