// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"roadsnap/app/fairqueue"
	"roadsnap/engine"
	"roadsnap/engine/units"
)

// content writes the value of the member data. The atlas is nil if no borders are
// installed. An error returned before much was written becomes the answer; after
// that the answer is cut off.
type content func(out *stream, atlas *units.Atlas) error

// stream answers with r.content, or with 304 if the client already has it. It
// returns the buffer for reuse, and whether the answer was cut off.
func (s *Server) stream(w http.ResponseWriter, r *request, buffer []byte) (info RequestInfo, rest []byte, cut bool, err error) {
	out := &stream{
		ctx: r.Context(), enter: func() (*fairqueue.Job, error) { return s.enter(r.Context(), r) },
		buf: buffer, w: w, status: http.StatusOK, control: http.NewResponseController(w), patience: s.patience,
		gzip: acceptsGzip(r.Header), head: r.Method == http.MethodHead,
	}
	defer out.release()
	err = s.writeContent(out, r)
	if err != nil && !out.begun {
		w.Header().Del("Etag")
		info = s.respond(w, r, out.buf[:0], err)
		return info, out.buf, false, err
	}
	info = r.info()
	info.Status, info.Bytes = out.status, out.sent
	if err != nil {
		if isSending(err) && s.stopping.Load() {
			err = fmt.Errorf("%w: %w", context.Canceled, err)
		}
		info.Status, info.Code = cutStatus(err, r.id)
	}
	info.Duration = time.Since(r.at)
	return info, out.buf, err != nil, err
}

// cutStatus returns the status and code of a cut-off answer for the log and the
// observer. They are those that the client would have received if the header had
// not been sent.
func cutStatus(err error, requestID string) (status int, code string) {
	if isSending(err) && !errors.Is(err, context.Canceled) {
		return statusClientGone, ""
	}
	f := failureOf(err, requestID)
	return f.status, codes[f.status]
}

func isSending(err error) bool {
	var sending *sendError
	return errors.As(err, &sending)
}

func (s *Server) writeContent(out *stream, r *request) (err error) {
	defer out.leave()
	defer func() { out.recording.end(err == nil && !out.head) }()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	err = s.engine.Atlas(func(atlas *units.Atlas) error { return s.writeWith(out, r, atlas) })
	if errors.Is(err, engine.ErrNoBorders) {
		err = s.writeWith(out, r, nil)
	}
	if errors.Is(err, errHeadDone) {
		return nil
	}
	return err
}

func (s *Server) writeWith(out *stream, r *request, atlas *units.Atlas) error {
	tag := s.entityTag(r, atlas)
	h := out.w.Header()
	s.setCommon(h, r.Request)
	// The client may cache the answer but must revalidate it, because borders
	// change when another map is installed.
	h.Set("Cache-Control", "private, no-cache")
	h.Add("Vary", "Accept-Encoding, App-Version")
	h.Set("Etag", tag)
	// A tag is only sent with a successful answer, so this request succeeds too.
	// The star does not imply that.
	held, anything := heldTag(r.Header, tag)
	if held {
		out.notModified()
		return nil
	}
	out.held = anything
	if r.op.raw {
		out.buf = out.buf[:0]
		if err := r.content(out, atlas); err != nil {
			return err
		}
		return out.end()
	}
	if out.gzip {
		if kept := s.kept.use(tag); kept != nil {
			defer s.kept.release(kept)
			return out.sendKept(kept)
		}
		out.recorder = func() *answerRecording { return s.kept.record(tag) }
	}
	out.buf = append(out.buf[:0], `{"status":"OK","data":`...)
	if err := r.content(out, atlas); err != nil {
		return err
	}
	out.buf = append(out.buf, s.licence...)
	return out.end()
}

// abort closes the connection of a cut-off answer, so that the client does not
// treat it as complete. Under HTTP/1.1 the client notices that the last chunk is
// missing. Under 1.0 the end of the connection is the end of the answer, unless
// the connection is reset.
func abort(w http.ResponseWriter, r *http.Request) {
	if !r.ProtoAtLeast(1, 1) {
		if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
			if encrypted, ok := c.(*tls.Conn); ok {
				c = encrypted.NetConn() // closed without a note that the answer is whole
			}
			if tcp, ok := c.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			_ = c.Close()
			return
		}
	}
	panic(http.ErrAbortHandler)
}
