// SPDX-License-Identifier: MIT

package api

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestExamples sends the example of every operation below /api: the server must understand
// them, whatever the map has.
func TestExamples(t *testing.T) {
	s := startServer(t)
	for _, r := range routes {
		for method, op := range r.methods {
			e, ok := ExampleOf(op.id)
			if want := strings.HasPrefix(r.path, "/api/") && slices.Contains(op.mediaTypes(), mediaJSON); ok != want {
				t.Errorf("%s: an example: %t, want %t", op.id, ok, want)
			}
			if !ok {
				continue
			}
			if e.Method != method || strings.ContainsAny(e.Target, "{}|<") {
				t.Errorf("%s: %+v", op.id, e)
			}
			request, err := http.NewRequestWithContext(t.Context(), e.Method, s.URL()+e.Target, strings.NewReader(e.Body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("X-API-Key", testKey)
			for _, h := range e.Headers {
				request.Header.Set(h[0], h[1])
			}
			if e.Body != "" {
				request.Header.Set("Content-Type", "application/json")
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(response.Body)
			response.Body.Close()
			if response.StatusCode == http.StatusBadRequest || response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusMethodNotAllowed {
				t.Errorf("%s: %+v: %s %s", op.id, e, response.Status, body)
			}
		}
	}
}
