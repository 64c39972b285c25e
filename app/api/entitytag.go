// SPDX-License-Identifier: MIT

package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"roadsnap/engine/units"
)

// entityTag returns a text that changes whenever the answer to r does: with the
// request, the borders, the roads if it depends on them, the licence notice and the program. The tag is weak,
// because the answer may be compressed or not.
func (s *Server) entityTag(r *request, atlas *units.Atlas) string {
	// Each text is preceded by its length, so that different lists never give the
	// same bytes.
	text := make([]byte, 0, 512)
	add := func(part string) {
		text = strconv.AppendInt(text, int64(len(part)), 10)
		text = append(append(text, ' '), part...)
	}
	add(s.version)
	add(string(s.licence))
	if atlas != nil {
		add(atlas.Net().ID())
		if former := atlas.Former(); former != nil {
			add(former.Net().ID())
		}
	}
	if r.op.roads {
		add(s.engine.Identity())
	}
	add(r.op.id)
	add(r.code)
	for _, p := range r.query {
		if p.name != "apikey" {
			add(p.name)
			add(p.value)
		}
	}
	sum := sha256.Sum256(text)
	return `W/"` + hex.EncodeToString(sum[:12]) + `"`
}

// heldTag reports whether the client already has the answer with the tag, or
// accepts any existing answer by a star.
func heldTag(h http.Header, tag string) (held, anything bool) {
	for _, line := range h["If-None-Match"] {
		for _, other := range strings.Split(line, ",") {
			switch other = strings.Trim(other, " \t"); {
			case other == "*":
				anything = true
			case strings.TrimPrefix(other, "W/") == strings.TrimPrefix(tag, "W/"):
				held = true
			}
		}
	}
	return held, anything
}
