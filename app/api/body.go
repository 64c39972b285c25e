// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"roadsnap/app/fairqueue"
)

// maxSnapBody is the greatest size of the body of a snap request: 1 MiB, as the
// contract requires. 100 points need about 5 KB.
const maxSnapBody = 1 << 20

// checkMedia refuses a body of another media type than the operation reads, or whose declared
// length is too large, before reading it. It sets r.media.
func checkMedia(r *request) error {
	media, ok := mediaOf(r.Header["Content-Type"])
	if !ok || !slices.Contains(r.op.mediaTypes(), media) {
		message := "the body must be JSON: Content-Type: application/json"
		if r.op.media != nil {
			message = "the Content-Type of the body must be one of " + strings.Join(r.op.media, ", ")
		}
		return &failure{status: http.StatusUnsupportedMediaType, message: message}
	}
	r.media = media
	for _, encoding := range r.Header["Content-Encoding"] {
		if !strings.EqualFold(encoding, "identity") {
			return errPackedBody()
		}
	}
	if r.ContentLength > r.op.maxBody() {
		return errTooLarge(r.op.maxBody())
	}
	return nil
}

func errPackedBody() error {
	return &failure{status: http.StatusUnsupportedMediaType, message: "the body must not be compressed"}
}

func errTooLarge(limit int64) error {
	return &failure{status: http.StatusRequestEntityTooLarge, message: fmt.Sprintf("the body must not be larger than %d bytes", limit)}
}

// mediaOf returns the media type of a Content-Type, without parameters. Texts must be in
// UTF-8, the only encoding of JSON (RFC 8259, section 8.1).
func mediaOf(contentType []string) (media string, ok bool) {
	if len(contentType) != 1 {
		return "", false
	}
	media, params, err := mime.ParseMediaType(contentType[0])
	charset, given := params["charset"]
	return media, err == nil && (!given || strings.EqualFold(charset, "utf-8"))
}

// smallBody is the greatest length of a body that is decoded without a turn. It takes
// less than a millisecond.
const smallBody = 16 << 10

// withBody reads the body of r, of at most limit bytes, and calls decode with it. The
// body is valid until decode returns. A large body is read and decoded inside a turn; it
// counts against the memory for bodies.
func (s *Server) withBody(r *request, limit int64, decode func(ctx context.Context, body []byte) error) error {
	if r.ContentLength >= 0 && r.ContentLength <= smallBody {
		buffer := buffers.Get().(*[]byte)
		body, err := readBody((*buffer)[:0], r.Request, limit)
		defer func() { recycle(buffer, body) }()
		if err != nil {
			return err
		}
		return decode(r.Context(), body)
	}
	return s.turn(r, func(ctx context.Context) error {
		size := limit
		if r.ContentLength >= 0 {
			size = min(r.ContentLength, limit)
		}
		if !s.bodies.take(r.clientID(), size) {
			return errTooBusy
		}
		defer s.bodies.give(r.clientID(), size)
		var body []byte
		var err error
		gone := await(ctx, func() { body, err = readBody(make([]byte, 0, bodyRoom(r.ContentLength, limit)), r.Request, limit) })
		if err = cmp.Or(err, gone); err != nil {
			return err
		}
		ctx.Value(jobKey{}).(*fairqueue.Job).Charge(time.Duration(len(body)) * readCost)
		return decode(ctx, body)
	})
}

// readCost is the processor time of reading a byte of a body: two copies, and a system
// call for every few thousand.
const readCost = time.Nanosecond

// bodyRoom returns the memory to reserve for a body with the declared length, which is
// negative if unknown. One more byte lets readBody notice the end.
func bodyRoom(declared, limit int64) int64 {
	if declared < 0 {
		return smallBody
	}
	return min(declared, limit) + 1
}

// readBody appends the body to dst. It stops at the limit even if Content-Length
// was smaller.
func readBody(dst []byte, r *http.Request, limit int64) ([]byte, error) {
	limited := http.MaxBytesReader(nil, r.Body, limit)
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
			return dst, errTooLarge(tooLarge.Limit)
		case err != nil:
			return dst, &failure{
				status: http.StatusBadRequest, message: "the body could not be read to its end",
				fields: []fieldError{{"body", "ended early or came too slowly"}}, cause: err,
			}
		}
	}
}

// The greatest memory of large bodies being read and decoded (bytes): in total, and of
// each client.
const (
	maxBodies          = 128 << 20
	maxBodiesPerClient = 48 << 20
)

// bodyBudget counts the memory of large bodies.
type bodyBudget struct {
	mu      sync.Mutex
	total   int64
	clients map[string]int64
}

func newBodyBudget() *bodyBudget { return &bodyBudget{clients: make(map[string]int64)} }

// take reserves size bytes for client and reports whether there was room.
func (b *bodyBudget) take(client string, size int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.total+size > maxBodies || b.clients[client]+size > maxBodiesPerClient {
		return false
	}
	b.total += size
	b.clients[client] += size
	return true
}

// give returns what take reserved.
func (b *bodyBudget) give(client string, size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total -= size
	if b.clients[client] -= size; b.clients[client] == 0 {
		delete(b.clients, client)
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
