// SPDX-License-Identifier: MIT

package api

import (
	"encoding/hex"
	"net/http"
	"strings"
)

// traceParent returns the trace and the parent span of r's header traceparent (W3C Trace
// Context, level 1), in hexadecimal. ok is false if the header is absent, sent twice or
// malformed.
func traceParent(h http.Header) (trace, span string, ok bool) {
	values := h["Traceparent"]
	if len(values) != 1 {
		return "", "", false
	}
	parts := strings.SplitN(values[0], "-", 5)
	if len(parts) < 4 || !isTraceField(parts[0], 1) || !isTraceField(parts[3], 1) ||
		!isTraceField(parts[1], 16) || !isTraceField(parts[2], 8) {
		return "", "", false
	}
	version, trace, span := parts[0], parts[1], parts[2]
	// Later versions may add fields, version 00 has four.
	if version == "ff" || version == "00" && len(parts) > 4 || strings.Trim(trace, "0") == "" || strings.Trim(span, "0") == "" {
		return "", "", false
	}
	return trace, span, true
}

// isTraceField reports whether text is the lower-case hexadecimal form of size bytes.
func isTraceField(text string, size int) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == size && strings.ToLower(text) == text
}
