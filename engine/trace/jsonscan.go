// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// recordSeparator precedes every text of a JSON text sequence (RFC 7464), which
// may hold GeoJSON (RFC 8142).
const recordSeparator = 0x1e

// jsonSyntaxError says what is no JSON.
type jsonSyntaxError string

func (e jsonSyntaxError) Error() string { return string(e) }

// jsonScanner reads the tokens of JSON texts, as json.Decoder.Token does with UseNumber.
type jsonScanner struct {
	in     *bufio.Reader
	offset int64 // bytes read
	line   int   // line feeds read
	start  int64 // offset of the current line
	end    place // of the last token, comma or colon

	open []byte // the brackets that are open
	want wanted
	text []byte // of the current token
}

// wanted is what may follow.
type wanted uint8

const (
	wantValue      wanted = iota
	wantFirstValue        // or the end of the array
	wantFirstName         // or the end of the object
	wantName
	wantColon
	wantComma // or the end of the array or object
)

// place returns where the bytes that were read end.
func (s *jsonScanner) place() place {
	return place{line: s.line + 1, column: int(max(s.offset-s.start, 1))}
}

// next returns the next token. The error is io.EOF at the end of the file, io.ErrUnexpectedEOF if
// that is in a token, or a jsonSyntaxError at the place.
func (s *jsonScanner) next() (json.Token, error) {
	for {
		b, err := s.byte()
		if err != nil {
			return nil, err
		}
		switch b {
		case ' ', '\t', '\r', recordSeparator:
			continue
		case '\n':
			s.line, s.start = s.line+1, s.offset
			continue
		case ',':
			if s.want != wantComma || len(s.open) == 0 {
				return nil, s.unexpected(b)
			}
			if s.want = wantValue; s.inObject() {
				s.want = wantName
			}
			s.end = s.place()
			continue
		case ':':
			if s.want != wantColon {
				return nil, s.unexpected(b)
			}
			s.want, s.end = wantValue, s.place()
			continue
		case '{', '[':
			if s.want != wantValue && s.want != wantFirstValue {
				return nil, s.unexpected(b)
			}
			s.open = append(s.open, b)
			if s.want = wantFirstValue; b == '{' {
				s.want = wantFirstName
			}
			return json.Delim(b), nil
		case '}', ']':
			empty := wantFirstValue
			if b == '}' {
				empty = wantFirstName
			}
			if s.want != empty && (s.want != wantComma || len(s.open) == 0 || s.inObject() != (b == '}')) {
				return nil, s.unexpected(b)
			}
			s.open = s.open[:len(s.open)-1]
			s.valueEnds()
			return json.Delim(b), nil
		case '"':
			isName := s.want == wantName || s.want == wantFirstName
			if !isName && s.want != wantValue && s.want != wantFirstValue {
				return nil, s.unexpected(b)
			}
			text, err := s.string()
			if s.want = wantColon; !isName {
				s.valueEnds()
			}
			return text, err
		}
		if s.want != wantValue && s.want != wantFirstValue {
			return nil, s.unexpected(b)
		}
		tok, err := s.literal(b)
		s.valueEnds()
		return tok, err
	}
}

func (s *jsonScanner) inObject() bool { return s.open[len(s.open)-1] == '{' }

func (s *jsonScanner) valueEnds() {
	if s.want = wantComma; len(s.open) == 0 {
		s.want = wantValue
	}
}

func (s *jsonScanner) byte() (byte, error) {
	b, err := s.in.ReadByte()
	if err == nil {
		s.offset++
	}
	return b, err
}

// unexpected returns the error for a byte that may not follow.
func (s *jsonScanner) unexpected(b byte) error {
	where := "looking for beginning of value"
	switch {
	case s.want == wantFirstName, s.want == wantName:
		where = "looking for beginning of object key string"
	case s.want == wantColon:
		where = "after object key"
	case s.want == wantComma && s.inObject():
		where = "after object key:value pair"
	case s.want == wantComma:
		where = "after array element"
	}
	s.offset-- // the place is that before b
	return invalid(b, where)
}

func invalid(b byte, where string) error {
	return jsonSyntaxError(fmt.Sprintf("invalid character %q %s", rune(b), where))
}

// string reads a string whose quotation mark was read.
func (s *jsonScanner) string() (string, error) {
	s.text = append(s.text[:0], '"')
	for {
		part, err := s.in.ReadSlice('"')
		if i := slices.IndexFunc(part, func(b byte) bool { return b < ' ' }); i >= 0 {
			s.offset += int64(i) + 1
			return "", invalid(part[i], "in string literal")
		}
		s.text = append(s.text, part...)
		s.offset += int64(len(part))
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if errors.Is(err, io.EOF) {
			return "", io.ErrUnexpectedEOF
		}
		if err != nil {
			return "", err
		}
		content := s.text[1 : len(s.text)-1]
		if escapes := len(content) - len(bytes.TrimRight(content, `\`)); escapes%2 == 0 {
			break
		}
	}
	content := s.text[1 : len(s.text)-1]
	if bytes.IndexByte(content, '\\') < 0 && utf8.Valid(content) {
		return string(content), nil
	}
	var text string
	if err := json.Unmarshal(s.text, &text); err != nil {
		return "", jsonSyntaxError(err.Error())
	}
	return text, nil
}

// literal reads a number, true, false or null that begins with b.
func (s *jsonScanner) literal(b byte) (json.Token, error) {
	isNumber := b == '-' || '0' <= b && b <= '9'
	if !isNumber && (b < 'a' || b > 'z') {
		return nil, s.unexpected(b)
	}
	s.text = append(s.text[:0], b)
	var err error
	for {
		if b, err = s.in.ReadByte(); err != nil {
			break
		}
		if isNumber && !('0' <= b && b <= '9' || b == '.' || b == '-' || b == '+' || b == 'e' || b == 'E') || !isNumber && (b < 'a' || b > 'z') {
			err = s.in.UnreadByte()
			break
		}
		s.text, s.offset = append(s.text, b), s.offset+1
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case isNumber && json.Valid(s.text):
		return json.Number(s.text), nil
	case string(s.text) == "true":
		return true, nil
	case string(s.text) == "false":
		return false, nil
	case string(s.text) == "null":
		return nil, nil
	case err != nil:
		return nil, io.ErrUnexpectedEOF
	}
	return nil, jsonSyntaxError(quote(string(s.text)) + " is no value")
}
