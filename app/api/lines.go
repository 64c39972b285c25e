// SPDX-License-Identifier: MIT

package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"roadsnap/app/fairqueue"
)

// mediaLines is the media type of lines of JSON.
const mediaLines = "application/x-ndjson"

// lineIdle is how long a client may send nothing on a connection for lines. It replaces the
// limit for a whole body.
const lineIdle = 5 * time.Minute

// maxLineTime is the greatest time from the first byte of a line to its end. Memory is reserved
// for a long line while it comes.
const maxLineTime = time.Minute

// conversation reads the lines of a body and answers them while more come.
type conversation func(l *lines)

// lines are a body of lines and an answer of lines, on one connection. Both go on at the same
// time, each at the pace of the slower side. next and answer may be called concurrently.
type lines struct {
	server  *Server
	request *request
	control *http.ResponseController
	cancel  context.CancelFunc // of all work
	share   lineShare

	reading  sync.Mutex // guards the fields up to broken
	in       *bufio.Reader
	began    time.Time // when the first byte of the current line came; zero before that
	ended    bool
	broken   error       // why reading ended within a line that was skipped, nil if it did not
	stopping atomic.Bool // no more lines are read

	writing sync.Mutex // guards the fields below
	sent    int
	err     error // why answering ended; nil while it goes on
}

// converse runs r.talk.
func (s *Server) converse(w http.ResponseWriter, r *request) (RequestInfo, error) {
	// The context of a request also ends when reading times out, which must not end the work on
	// the lines so far.
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	r.Request = r.WithContext(ctx)
	l := &lines{server: s, request: r, control: http.NewResponseController(w), cancel: cancel}
	l.in = bufio.NewReaderSize(lineReader{l}, 32<<10)
	defer context.AfterFunc(s.talks, l.stop)()
	// Without it, HTTP/1.1 reads the whole body before the first byte of an answer.
	err := l.control.EnableFullDuplex()
	if r.Header.Get("Expect") != "" { // 100-continue: the client waits before it sends lines
		w.WriteHeader(http.StatusContinue)
	}
	h := w.Header()
	s.setCommon(h, r.Request)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", mediaLines)
	_ = l.control.SetWriteDeadline(time.Now().Add(s.patience))
	w.WriteHeader(http.StatusOK)
	err = errors.Join(err, l.control.Flush())
	if err == nil {
		r.talk(l)
		l.failed() // waits for the last answer
		err = l.err
	}
	info := r.info()
	info.Status, info.Bytes, info.Duration = http.StatusOK, l.sent, time.Since(r.at)
	if err != nil {
		info.Status = statusClientGone
	}
	return info, err
}

// stop ends reading, so that the conversation ends when the lines so far are answered.
func (l *lines) stop() {
	l.stopping.Store(true)
	_ = l.control.SetReadDeadline(time.Now())
}

// lineReader reads the body. Each read has its own deadline.
type lineReader struct{ l *lines }

func (r lineReader) Read(b []byte) (int, error) {
	until := time.Now().Add(lineIdle)
	if late := r.l.began.Add(r.l.server.lineTime); !r.l.began.IsZero() && late.Before(until) {
		until = late
	}
	_ = r.l.control.SetReadDeadline(until)
	if r.l.stopping.Load() { // perhaps before the deadline above
		return 0, os.ErrDeadlineExceeded
	}
	n, err := r.l.request.Body.Read(b)
	if errors.Is(err, io.EOF) {
		// net/http goes on to read. At a deadline it would end all further requests of the
		// connection.
		_ = r.l.control.SetReadDeadline(time.Time{})
	}
	if n > 0 && r.l.began.IsZero() {
		r.l.began = time.Now()
	}
	return n, err
}

// startLine notes that the next byte is the first of a line. l.reading must be held.
func (l *lines) startLine() {
	l.began = time.Time{}
	if l.in.Buffered() > 0 {
		l.began = time.Now()
	}
}

// errLinesEnd means that there are no more lines to read.
var errLinesEnd = errors.New("no more lines")

// next appends the next line that is not blank to dst. The error is a failure to report about
// a line that cannot be used, after which the next can be read, or errLinesEnd. It counts the
// memory of a long line, which the caller must give back with release.
func (l *lines) next(dst []byte, limit int) (line []byte, release func(), err error) {
	l.reading.Lock()
	defer l.reading.Unlock()
	held, release := int64(0), func() {}
	switch {
	case l.ended:
		return dst, release, errLinesEnd
	case l.broken != nil:
		return dst, release, l.end(l.broken, false)
	}
	l.startLine()
	for {
		piece, err := l.in.ReadSlice('\n')
		if len(dst)+len(piece) > limit+1 { // and the line end
			release()
			return dst, func() {}, l.skip(err, errTooLarge(int64(limit)))
		}
		if size := min(2*cap(dst), limit+1); len(dst)+len(piece) > cap(dst) && size > smallBody {
			if !l.server.bodies.take(l.request.clientID(), int64(size)-held) {
				release()
				return dst, func() {}, l.skip(err, errTooBusy)
			}
			held = int64(size)
			release = func() { l.server.bodies.give(l.request.clientID(), held) }
			dst = slices.Grow(dst, size-len(dst))
		}
		dst = append(dst, piece...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil && isBlank(dst):
			dst = dst[:0]
			l.startLine()
		case err == nil, errors.Is(err, io.EOF) && !isBlank(dst):
			if l.revoked() {
				release()
				return dst, func() {}, errLinesEnd
			}
			return dst, release, nil
		default:
			release()
			return dst, func() {}, l.end(err, len(dst) > 0)
		}
	}
}

// skip skips the rest of a line whose last piece was read with err, and returns fault.
// l.reading must be held.
func (l *lines) skip(err, fault error) error {
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = l.in.ReadSlice('\n')
	}
	l.broken = err
	return fault
}

// end answers why there are no more lines, unless that is the end of the body. l.reading must
// be held.
func (l *lines) end(err error, cut bool) error {
	if l.ended {
		return errLinesEnd
	}
	l.ended = true
	switch {
	case errors.Is(err, io.EOF) && !cut:
	case l.server.talks.Err() != nil:
		l.answerFault("", errStopping())
	case l.stopping.Load(): // the client takes no answers
	case errors.Is(err, os.ErrDeadlineExceeded) && !l.began.IsZero():
		l.answerFault("", lineFault(fmt.Sprintf("a line did not end within %v", l.server.lineTime)))
	case errors.Is(err, os.ErrDeadlineExceeded):
		l.answerFault("", lineFault(fmt.Sprintf("no more lines came for %v", lineIdle)))
	default:
		l.answerFault("", lineFault("the body ended early"))
	}
	return errLinesEnd
}

// revoked ends the conversation if its key is no longer valid, and reports whether it did.
// l.reading must be held.
func (l *lines) revoked() bool {
	if _, valid := l.server.keys.record(l.request.key); valid || l.request.key == "" {
		return false
	}
	l.ended = true
	l.answerFault("", errKeyInvalid())
	return true
}

func lineFault(message string) error {
	return (&faults{{"body", message}}).err()
}

func isBlank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}

// answer sends an answer, and reports whether the client takes more.
func (l *lines) answer(line []byte) bool {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.err != nil {
		return false
	}
	_ = l.control.SetWriteDeadline(time.Now().Add(l.server.patience))
	n := l.server.write(l.request.w, line)
	l.sent += n
	if n < len(line) {
		l.err = &sendError{io.ErrShortWrite}
	} else if err := l.control.Flush(); err != nil {
		l.err = &sendError{err}
	}
	if l.err != nil {
		l.stop()
		l.cancel()
	}
	return l.err == nil
}

// failed reports whether the client takes no more answers.
func (l *lines) failed() bool {
	l.writing.Lock()
	defer l.writing.Unlock()
	return l.err != nil
}

// answerFault sends the answer to an error. id is the JSON of the id of the line, "" if it is
// not known.
func (l *lines) answerFault(id string, err error) bool {
	f := failureOf(err, l.request.id)
	if f.status == http.StatusInternalServerError {
		l.server.log.Error("line", "id", l.request.id, "error", err)
	}
	return l.answer(append(beginLine(nil, id), l.server.appendFailure(nil, f)[1:]...))
}

// beginLine appends the id of a line in place of the brace that begins its answer.
func beginLine(dst []byte, id string) []byte {
	if id == "" {
		id = "null"
	}
	return append(append(append(dst, `{"id":`...), id...), ',')
}

// turn is Server.turn for a line. A line waits longer than a request: until the server has
// time for it, because the client goes on to send only when its lines are answered. A panic
// becomes an error.
func (l *lines) turn(work func(ctx context.Context) error) error {
	until := time.Now().Add(workTimeout)
	for {
		err := l.server.turn(l.request, func(ctx context.Context) (err error) {
			defer func() {
				if p := recover(); p != nil {
					err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
				}
			}()
			return work(ctx)
		})
		if !isBusy(err) || time.Now().After(until) || l.server.talks.Err() != nil {
			return err
		}
		select {
		case <-time.After(retryBusy):
		case <-l.request.Context().Done():
		case <-l.server.talks.Done():
		}
	}
}

// isBusy reports whether err means that the server has no time or memory now.
func isBusy(err error) bool {
	var refused *fairqueue.RefusedError
	return errors.Is(err, errTooBusy) || errors.As(err, &refused)
}
