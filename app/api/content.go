package api

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/units"
)

// content writes the value of the member data. The atlas is nil where no borders
// are installed. An error that it returns before much was written becomes the
// answer; after that the answer is cut off.
type content func(out *stream, atlas *units.Atlas) error

// stream answers with r.content, or with 304 if the client has it already. It
// returns the buffer for recycling, and whether the answer had to be cut off.
func (s *Server) stream(w http.ResponseWriter, r *request, buffer []byte) (info RequestInfo, rest []byte, cut bool, err error) {
	out := &stream{
		buf: buffer, w: w, status: http.StatusOK, control: http.NewResponseController(w),
		gzip: acceptsGzip(r.Header), head: r.Method == http.MethodHead,
	}
	err = s.writeContent(out, r)
	if err != nil && !out.begun {
		w.Header().Del("Etag")
		info = s.respond(w, r, out.buf[:0], err)
		return info, out.buf, false, err
	}
	info = r.info()
	info.Status, info.Bytes, info.Duration = out.status, out.sent, time.Since(r.at)
	if err != nil && r.Context().Err() != nil {
		info.Status = statusClientGone
	}
	return info, out.buf, err != nil, err
}

func (s *Server) writeContent(out *stream, r *request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	err = s.engine.Atlas(func(atlas *units.Atlas) error { return s.writeWith(out, r, atlas) })
	if errors.Is(err, engine.ErrNoBorders) {
		return s.writeWith(out, r, nil)
	}
	return err
}

func (s *Server) writeWith(out *stream, r *request, atlas *units.Atlas) error {
	tag := s.entityTag(r, atlas)
	h := out.w.Header()
	setSafety(h)
	// Whoever has the answer may keep it, and asks each time whether it is still
	// the same: borders change when another map is installed.
	h.Set("Cache-Control", "private, no-cache")
	h.Add("Vary", "Accept-Encoding, App-Version")
	h.Set("Etag", tag)
	if matchesTag(r.Header, tag) {
		out.status, out.begun = http.StatusNotModified, true
		out.w.WriteHeader(out.status)
		return nil
	}
	out.buf = append(out.buf[:0], `{"status":"OK","data":`...)
	err := r.content(out, atlas)
	if err == nil {
		out.buf = append(out.buf, s.licence...)
		err = out.end()
	}
	if errors.Is(err, errHeadDone) {
		return nil
	}
	return err
}

// entityTag returns a text that changes whenever the answer to r does: with the
// request, the borders, the notice and the program. It is weak, since the answer
// may be compressed or not.
func (s *Server) entityTag(r *request, atlas *units.Atlas) string {
	sum := sha256.New()
	// A hash does not fail to write.
	write := func(text string) { _, _ = io.WriteString(sum, text) }
	write(s.version)
	write("\n")
	_, _ = sum.Write(s.licence)
	if atlas != nil {
		write(atlas.Net().ID())
	}
	write("\n" + r.op.id + "\n" + r.code)
	for _, p := range r.query {
		if p.name != "apikey" {
			write("\n" + p.name + "=" + p.value)
		}
	}
	return `W/"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
}

// matchesTag reports whether the client holds the answer that has the tag.
func matchesTag(h http.Header, tag string) bool {
	for _, line := range h["If-None-Match"] {
		for _, held := range strings.Split(line, ",") {
			held = strings.Trim(held, " \t")
			if held == "*" || strings.TrimPrefix(held, "W/") == strings.TrimPrefix(tag, "W/") {
				return true
			}
		}
	}
	return false
}

// acceptsGzip reports whether the client takes gzip. One that gives it the
// quality 0 does not.
func acceptsGzip(h http.Header) bool {
	for _, line := range h["Accept-Encoding"] {
		for _, coding := range strings.Split(line, ",") {
			name, parameters, _ := strings.Cut(coding, ";")
			name = strings.ToLower(strings.Trim(name, " \t"))
			quality := strings.ReplaceAll(strings.ToLower(parameters), " ", "")
			if (name == "gzip" || name == "*") && strings.Trim(strings.TrimPrefix(quality, "q="), "0.") != "" || name == "gzip" && parameters == "" {
				return true
			}
		}
	}
	return false
}
