// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// maxSnapBody is the greatest size of the body of a snap request: 1 MiB, as the
// contract requires. 100 points need about 5 KB.
const maxSnapBody = 1 << 20

// checkMedia refuses a body that is not JSON, or whose declared length is too
// large, before reading it.
func checkMedia(r *http.Request) error {
	if !isJSON(r.Header["Content-Type"]) {
		return &failure{status: http.StatusUnsupportedMediaType, message: "the body must be JSON: Content-Type: application/json"}
	}
	for _, encoding := range r.Header["Content-Encoding"] {
		if !strings.EqualFold(encoding, "identity") {
			return &failure{status: http.StatusUnsupportedMediaType, message: "the body must not be compressed"}
		}
	}
	if r.ContentLength > maxSnapBody {
		return errTooLarge()
	}
	return nil
}

func errTooLarge() error {
	return &failure{status: http.StatusRequestEntityTooLarge, message: fmt.Sprintf("the body must not be larger than %d bytes", maxSnapBody)}
}

// isJSON reports whether a Content-Type is JSON in UTF-8, its only encoding (RFC
// 8259, section 8.1).
func isJSON(contentType []string) bool {
	if len(contentType) != 1 {
		return false
	}
	media, params, err := mime.ParseMediaType(contentType[0])
	if err != nil || media != "application/json" {
		return false
	}
	charset, given := params["charset"]
	return !given || strings.EqualFold(charset, "utf-8")
}

// readBody appends the body to dst. It stops at the limit even if Content-Length
// was smaller.
func readBody(dst []byte, r *http.Request) ([]byte, error) {
	limited := http.MaxBytesReader(nil, r.Body, maxSnapBody)
	for {
		if len(dst) == cap(dst) {
			dst = append(dst, 0)[:len(dst)]
		}
		n, err := limited.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		var tooLarge *http.MaxBytesError
		switch {
		case errors.Is(err, io.EOF):
			return dst, nil
		case errors.As(err, &tooLarge):
			return dst, errTooLarge()
		case err != nil:
			return dst, &failure{
				status: http.StatusBadRequest, message: "the body could not be read to its end",
				fields: []fieldError{{"body", "ended early or came too slowly"}}, cause: err,
			}
		}
	}
}

// checkJSON adds a fault unless text is exactly one JSON value. The walker below
// relies on it. encoding/json refuses more than 10,000 levels.
func checkJSON(text []byte, f *faults) bool {
	if json.Valid(text) {
		return true
	}
	if len(text) == 0 {
		f.add("body", "is empty")
		return false
	}
	var raw json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, &raw); errors.As(err, &syntax) {
		f.add("body", fmt.Sprintf("is not JSON: %v (byte %d)", syntax, syntax.Offset))
	} else {
		f.add("body", "is not JSON")
	}
	return false
}

// walker walks over the text of a valid JSON value. It copies nothing and does
// not recurse, so that deep or large input costs no more than reading it.
type walker struct {
	text []byte
	at   int
}

// kind returns the first byte of the next value: one of { [ " t f n, or the minus
// sign or digit of a number.
func (w *walker) kind() byte {
	w.space()
	return w.text[w.at]
}

func (w *walker) space() {
	for w.text[w.at] == ' ' || w.text[w.at] == '\t' || w.text[w.at] == '\n' || w.text[w.at] == '\r' {
		w.at++
	}
}

// object calls member with each name of the next object. member must consume the
// value with value, array or object.
func (w *walker) object(member func(name []byte)) {
	w.each('}', func() {
		name := w.value()
		w.space()
		w.at++ // the colon
		member(unquote(name))
	})
}

// array calls element before each element of the next array. element must consume
// it with value, array or object.
func (w *walker) array(element func(i int)) {
	i := 0
	w.each(']', func() {
		element(i)
		i++
	})
}

func (w *walker) each(end byte, item func()) {
	w.space()
	w.at++ // the opening bracket
	if w.kind() == end {
		w.at++
		return
	}
	for {
		item()
		w.space()
		w.at++ // a comma, or the end
		if w.text[w.at-1] == end {
			return
		}
	}
}

// value consumes the next value and returns its text.
func (w *walker) value() []byte {
	w.space()
	start, depth := w.at, 0
	for {
		switch w.text[w.at] {
		case '{', '[':
			depth++
			w.at++
		case '}', ']':
			depth--
			w.at++
		case '"':
			w.skipString()
		case ',', ':', ' ', '\t', '\n', '\r':
			w.at++
		default:
			w.skipPlain()
		}
		if depth == 0 {
			return w.text[start:w.at]
		}
	}
}

func (w *walker) skipString() {
	for w.at++; w.text[w.at] != '"'; w.at++ {
		if w.text[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
}

// skipPlain skips a number or a literal, which may be at the end of the text.
func (w *walker) skipPlain() {
	for w.at < len(w.text) {
		switch w.text[w.at] {
		case ',', ':', '}', ']', ' ', '\t', '\n', '\r':
			return
		}
		w.at++
	}
}

// unquote decodes the text of a JSON string. Without escapes the result is a part
// of the text itself.
func unquote(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	var s string
	// Cannot fail, because the text is a valid string.
	_ = json.Unmarshal(quoted, &s)
	return []byte(s)
}
