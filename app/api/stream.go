package api

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// spillAt is how much of an answer is held before it is sent on. An answer that
// stays below it is sent with its length.
const spillAt = 32 << 10

// stream sends the body of an answer in pieces. Whoever writes appends to buf and
// calls spill now and then.
type stream struct {
	buf []byte

	w        http.ResponseWriter
	control  *http.ResponseController
	patience time.Duration // how long the client may take none of what is sent
	status   int
	gzip     bool // the client takes it
	held     bool // the client holds whatever there is: it gets 304 once there is something
	head     bool // the body is not sent
	begun    bool // the header has gone out
	zip      *compressor
	sent     int // bytes handed to the system
}

// spill sends on what has been gathered, if it is enough.
func (o *stream) spill() error {
	if len(o.buf) < spillAt {
		return nil
	}
	return o.flush()
}

// errHeadDone ends the work on an answer of which no more than the header is sent.
var errHeadDone = errors.New("the header has been sent")

// flush sends on what has been gathered. What is compressed is gathered once
// more, so that answers that become short have a length, too.
func (o *stream) flush() error {
	text := o.buf
	o.buf = o.buf[:0]
	if o.gzip && o.zip == nil && !o.begun {
		o.zip = takeCompressor()
	}
	if o.zip != nil {
		o.zip.add(text)
		if len(o.zip.packed) < spillAt {
			return nil
		}
		text = o.zip.take()
	}
	if !o.begun {
		o.begin(-1)
	}
	return o.send(text)
}

// end sends the rest.
func (o *stream) end() error {
	if o.gzip && o.zip == nil && !o.begun && len(o.buf) >= gzipFrom {
		o.zip = takeCompressor()
	}
	rest := o.buf
	if o.zip != nil {
		rest = o.zip.finish(rest)
	}
	if !o.begun {
		o.begin(len(rest))
	}
	return o.send(rest)
}

// begin sends the header. The length of the body is negative where it is not
// known yet.
func (o *stream) begin(length int) {
	o.begun = true
	if o.held {
		o.notModified()
		return
	}
	h := o.w.Header()
	h.Set("Content-Type", "application/json")
	if o.zip != nil {
		h.Set("Content-Encoding", "gzip")
	}
	if length >= 0 {
		h.Set("Content-Length", strconv.Itoa(length))
	}
	o.w.WriteHeader(o.status)
}

// notModified answers that what the client holds is still the same.
func (o *stream) notModified() {
	o.status, o.begun, o.head = http.StatusNotModified, true, true
	o.w.WriteHeader(o.status)
}

// send hands bytes to the system, if the client is to have any.
func (o *stream) send(b []byte) error {
	if o.head {
		return errHeadDone
	}
	// A large answer over a slow line takes longer than any one deadline: it is
	// enough that it goes on. A writer without deadlines has none to move.
	_ = o.control.SetWriteDeadline(time.Now().Add(o.patience))
	n, err := o.w.Write(b)
	o.sent += n
	if err != nil {
		return &sendError{err}
	}
	return nil
}

// release gives the compressor back.
func (o *stream) release() {
	if o.zip != nil {
		o.zip.release()
		o.zip = nil
	}
}

// sendError means that the client takes no more of an answer: it has hung up, or
// is stuck.
type sendError struct{ cause error }

func (e *sendError) Error() string { return fmt.Sprintf("sending the answer: %v", e.cause) }

func (e *sendError) Unwrap() error { return e.cause }
