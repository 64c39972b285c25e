// SPDX-License-Identifier: MIT

package api

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// buffers holds buffers for the bodies of answers.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 16<<10); return &b }}

// maxRecycled is the greatest size of a buffer that is reused. The answer to 100
// points with their shape is far smaller, and the list of all wards is not worth
// keeping.
const maxRecycled = 256 << 10

// recycle returns buffer to the pool with the memory of body.
func recycle(buffer *[]byte, body []byte) {
	if cap(body) > maxRecycled {
		return
	}
	*buffer = body[:0]
	buffers.Put(buffer)
}

// respond writes an answer: body, or the answer to err if err is not nil. Except
// for streams, all answers are written here.
func (s *Server) respond(w http.ResponseWriter, r *request, body []byte, err error) RequestInfo {
	info := r.info()
	info.Status = http.StatusOK
	if err == nil && r.constant != nil {
		body = r.constant
	}
	if err != nil && r.clientGone(err) && !s.stopping.Load() {
		info.Status, info.Duration = statusClientGone, time.Since(r.at)
		return info
	}
	if err != nil {
		f := failureOf(err, r.id)
		info.Status, info.Code = f.status, codes[f.status]
		if r.foreign.family != "" {
			info.Status, body = s.foreignFailure(body[:0], r, f, err)
		} else {
			body = s.appendFailure(body[:0], f)
		}
		f.setHeaders(w.Header())
	}
	h := w.Header()
	s.setCommon(h, r.Request)
	if err != nil || h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	if r.preflight && err == nil {
		info.Status = http.StatusNoContent
	} else {
		if err != nil || h.Get("Content-Type") == "" {
			h.Set("Content-Type", mediaJSON)
		}
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(info.Status)
	if r.Method != http.MethodHead {
		patience := s.patience
		if r.route != nil && r.route.needKey == keyIgnored {
			patience = min(patience, openPatience)
		}
		info.Bytes = write(w, body, patience)
	}
	info.Duration = time.Since(r.at)
	return info
}

// openPatience is how long a client may accept no bytes of an answer that needs no key. Anyone
// can hold the memory of such an answer for that long.
const openPatience = 10 * time.Second

// write sends a body in pieces, and returns how much was sent. A client may accept no bytes for
// s.patience.
func (s *Server) write(w http.ResponseWriter, body []byte) (sent int) {
	return write(w, body, s.patience)
}

// write sends a body in pieces, and returns how much was sent. As in stream.send, the deadline
// of a long one moves.
func write(w http.ResponseWriter, body []byte, patience time.Duration) (sent int) {
	if len(body) <= spillAt {
		sent, _ = w.Write(body) // an error means that the client has disconnected
		return sent
	}
	control := http.NewResponseController(w)
	for piece := range slices.Chunk(body, spillAt) {
		_ = control.SetWriteDeadline(time.Now().Add(patience))
		n, err := w.Write(piece)
		if sent += n; err != nil {
			break // as above
		}
	}
	return sent
}

// setCommon adds the headers that prevent browsers from misusing an answer. A server that
// stops asks the client to close the connection, and so does the answer to a body in chunks:
// it may have had a Content-Length as well, which net/http removes, and then the connection
// must end (RFC 9112, section 6.1).
func (s *Server) setCommon(h http.Header, r *http.Request) {
	if s.stopping.Load() || len(r.TransferEncoding) > 0 {
		h.Set("Connection", "close")
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// setHeaders adds the headers that the status requires.
func (f failure) setHeaders(h http.Header) {
	if f.allow != "" {
		h.Set("Allow", f.allow)
	}
	if f.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(f.retryAfter.Seconds()))))
	}
	if f.status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="roadsnap"`)
	}
}

// appendFailure appends the envelope of f.
func (s *Server) appendFailure(dst []byte, f failure) []byte {
	dst = append(dst, `{"status":"ERROR","error":{"code":`...)
	dst = appendString(dst, codes[f.status])
	dst = append(dst, `,"message":`...)
	dst = appendString(dst, f.message)
	for i, e := range f.fields {
		if i == 0 {
			dst = append(dst, `,"fieldErrors":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"field":`...)
		dst = appendString(dst, e.field)
		dst = append(dst, `,"message":`...)
		dst = appendString(dst, e.message)
		dst = append(dst, '}')
	}
	if len(f.fields) > 0 {
		dst = append(dst, ']')
	}
	dst = append(dst, '}')
	return append(dst, s.licence...)
}
