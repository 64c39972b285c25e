package api

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
)

// spillAt is how much of an answer is held before it is sent on. An answer that
// stays below it is sent with its length.
const spillAt = 32 << 10

// gzipFrom is the size from which an answer is compressed: below, the packet is
// the same with or without.
const gzipFrom = 1 << 10

// compressors are recycled: each has some 800 kB of tables.
var compressors = sync.Pool{New: func() any {
	// The level is a constant that NewWriterLevel accepts.
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	return w
}}

// stream sends the body of an answer in pieces. Whoever writes appends to buf and
// calls spill now and then.
type stream struct {
	buf []byte

	w       http.ResponseWriter
	status  int
	gzip    bool // the client takes it
	head    bool // the body is not sent
	begun   bool // the header has gone out
	zip     *gzip.Writer
	sent    int // bytes handed to the system
	control *http.ResponseController
}

// spill sends on what has been gathered, if it is enough.
func (o *stream) spill() error {
	if len(o.buf) < spillAt {
		return nil
	}
	return o.flush()
}

// errHeadDone ends the work on a HEAD request whose answer would be long.
var errHeadDone = errors.New("the header has been sent")

// flush sends on what has been gathered.
func (o *stream) flush() error {
	if !o.begun {
		o.begin(false)
	}
	if o.head {
		return errHeadDone
	}
	defer func() { o.buf = o.buf[:0] }()
	// A large answer over a slow line takes longer than any one deadline: it is
	// enough that it goes on. A writer without deadlines has none to move.
	_ = o.control.SetWriteDeadline(time.Now().Add(writeTimeout))
	if o.zip != nil {
		_, err := o.zip.Write(o.buf)
		return err
	}
	_, err := o.Write(o.buf)
	return err
}

// Write hands bytes to the system; it is what the compressor writes to.
func (o *stream) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	o.sent += n
	return n, err
}

// begin sends the header; whole says that buf is the whole answer.
func (o *stream) begin(whole bool) {
	o.begun = true
	h := o.w.Header()
	h.Set("Content-Type", "application/json")
	switch {
	case o.gzip && (!whole || len(o.buf) >= gzipFrom):
		h.Set("Content-Encoding", "gzip")
		if z, ok := compressors.Get().(*gzip.Writer); ok {
			z.Reset(o)
			o.zip = z
		}
	case whole:
		h.Set("Content-Length", strconv.Itoa(len(o.buf)))
	}
	o.w.WriteHeader(o.status)
}

// end sends the rest.
func (o *stream) end() error {
	if !o.begun {
		o.begin(true)
	}
	err := o.flush()
	if o.zip != nil {
		if e := o.zip.Close(); err == nil {
			err = e
		}
		compressors.Put(o.zip)
		o.zip = nil
	}
	return err
}
