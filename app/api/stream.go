// SPDX-License-Identifier: MIT

package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"roadsnap/app/fairqueue"
)

// spillAt is the number of bytes of an answer that are buffered before they are
// sent. A smaller answer is sent with its length.
const spillAt = 32 << 10

// stream sends the body of an answer in pieces. The writer appends to buf and
// calls spill regularly.
type stream struct {
	buf []byte

	enter func() (*fairqueue.Job, error) // waits for a turn
	ctx   context.Context                // of the request
	job   *fairqueue.Job                 // nil before the first turn

	w         http.ResponseWriter
	control   *http.ResponseController
	patience  time.Duration // how long the client may accept no bytes
	status    int
	media     string // of the body; JSON if empty
	gzip      bool   // the client accepts gzip
	held      bool   // the client already has any possible answer: send 304 as soon as there is one
	head      bool   // the body is not sent
	begun     bool   // the header has been sent
	zip       *compressor
	recorder  func() *answerRecording // begins a recording of a long compressed answer; nil for none
	recording *answerRecording        // of the compressed answer, nil for none
	sent      int                     // bytes passed to the system
}

// spill sends the buffered bytes if there are enough. The first spillAt bytes cost less
// than a millisecond and take no turn.
func (o *stream) spill() error {
	if len(o.buf) < spillAt {
		return nil
	}
	if err := o.turn(); err != nil {
		return err
	}
	return o.flush()
}

// turn waits for a turn to work, or if the stream has one, lets other clients work.
func (o *stream) turn() (err error) {
	if o.job == nil {
		o.job, err = o.enter()
	} else if err = o.job.Yield(o.ctx); err != nil && o.begun {
		err = &sendError{errClientGone}
	}
	return err
}

// errClientGone means that the client disconnected while its answer was made.
var errClientGone = errors.New("the client has disconnected")

// leave ends the turn, if there is one.
func (o *stream) leave() {
	if o.job != nil {
		o.job.Leave()
		o.job = nil
	}
}

// errHeadDone stops the work on an answer of which only the header is sent.
var errHeadDone = errors.New("the header has been sent")

// flush sends the buffered bytes. Compressed output is buffered again, so that
// answers that become short have a length, too.
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
		if o.zip != nil && o.recorder != nil {
			o.recording = o.recorder()
		}
	}
	o.recording.add(text)
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
	o.recording.add(rest)
	return o.send(rest)
}

// sendKept sends an answer that was compressed before.
func (o *stream) sendKept(kept *keptAnswer) error {
	o.begun = true
	if o.held {
		o.notModified()
		return nil
	}
	h := o.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Length", strconv.FormatInt(kept.size, 10))
	o.w.WriteHeader(o.status)
	piece := slices.Grow(o.buf[:0], keptPiece)[:keptPiece]
	o.buf = piece
	for at := int64(0); at < kept.size; {
		n, err := kept.file.ReadAt(piece[:min(keptPiece, kept.size-at)], at)
		if n == 0 {
			return fmt.Errorf("read a kept answer: %w", err)
		}
		if err := o.send(piece[:n]); err != nil {
			return err
		}
		at += int64(n)
	}
	return nil
}

// keptPiece is the number of bytes of a kept answer that are passed to the system at once.
const keptPiece = 128 << 10

// begin sends the header. length is that of the body, negative if it is not known
// yet.
func (o *stream) begin(length int) {
	o.begun = true
	if o.held {
		o.notModified()
		return
	}
	h := o.w.Header()
	h.Set("Content-Type", cmp.Or(o.media, mediaJSON))
	if o.zip != nil {
		h.Set("Content-Encoding", "gzip")
	}
	if length >= 0 {
		h.Set("Content-Length", strconv.Itoa(length))
	}
	o.w.WriteHeader(o.status)
}

// notModified answers that the client's copy is still valid.
func (o *stream) notModified() {
	o.status, o.begun, o.head = http.StatusNotModified, true, true
	o.w.WriteHeader(o.status)
}

// send passes bytes to the system, unless the client only wants the header.
func (o *stream) send(b []byte) error {
	if o.head {
		return errHeadDone
	}
	// A large answer over a slow connection takes longer than any fixed deadline,
	// so the deadline moves with each piece. A writer without deadlines returns
	// an error, which is ignored.
	_ = o.control.SetWriteDeadline(time.Now().Add(o.patience))
	var n int
	var err error
	write := func() { n, err = o.w.Write(b) }
	if o.job == nil {
		write()
	} else if gone := o.job.Block(o.ctx, write); gone != nil && err == nil {
		err = errClientGone
	}
	o.sent += n
	if err != nil {
		return &sendError{err}
	}
	return nil
}

// release returns the compressor to the pool.
func (o *stream) release() {
	if o.zip != nil {
		o.zip.release()
		o.zip = nil
	}
}

// sendError means that the client accepts no more of an answer: it has
// disconnected or stopped reading.
type sendError struct{ cause error }

func (e *sendError) Error() string { return fmt.Sprintf("sending the answer: %v", e.cause) }

func (e *sendError) Unwrap() error { return e.cause }
