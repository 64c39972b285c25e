package api

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// buffers hold the bodies of answers while they are made.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 16<<10); return &b }}

// maxRecycled is how big a buffer may be to be kept: the answer to 100 points
// with their shape is far below; a list of all wards is not worth keeping.
const maxRecycled = 256 << 10

// recycle gives buffer back with the room that body has grown to.
func recycle(buffer *[]byte, body []byte) {
	if cap(body) > maxRecycled {
		return
	}
	*buffer = body[:0]
	buffers.Put(buffer)
}

// respond is the one place that writes answers: body, or if err is not nil, the
// answer to err.
func (s *Server) respond(w http.ResponseWriter, r *request, body []byte, err error) RequestInfo {
	info := r.info()
	info.Status = http.StatusOK
	if err != nil && r.clientGone(err) && !s.stopping.Load() {
		info.Status, info.Duration = statusClientGone, time.Since(r.at)
		return info
	}
	if err != nil {
		f := failureOf(err, r.id)
		info.Status, info.Code = f.status, codes[f.status]
		body = s.appendFailure(body[:0], f)
		f.setHeaders(w.Header())
	}
	h := w.Header()
	setSafety(h)
	h.Set("Cache-Control", "no-store")
	if r.preflight && err == nil {
		info.Status = http.StatusNoContent
	} else {
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(info.Status)
	if r.Method != http.MethodHead {
		// An error here means that the client has gone: nobody is left to tell.
		info.Bytes, _ = w.Write(body)
	}
	info.Duration = time.Since(r.at)
	return info
}

// setSafety adds the headers that keep browsers from misusing an answer.
func setSafety(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// setHeaders adds the headers that the status asks for.
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
