// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"roadsnap/app/compat"
)

// TestServeInOtherForms checks that the flag offers each family, and that an unknown one is
// a wrong use.
func TestServeInOtherForms(t *testing.T) {
	var out, errOut bytes.Buffer
	code := run(t.Context(), []string{"serve", "--api-key", "a-key-for-this-test-only", "--compat", "graphhopper"}, streams{out: &out, err: &errOut})
	if code != exitUsage || !strings.Contains(errOut.String(), "osrm") {
		t.Errorf("exit code %d: %s", code, errOut.String())
	}
	base, _, stop := serving(t, "--addr", "127.0.0.1:0", "--compat", "all")
	defer stop()
	for _, op := range compat.Operations() {
		request, err := http.NewRequestWithContext(t.Context(), op.Method, base+op.Path, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusUnauthorized || strings.Contains(string(text), `"status":"ERROR"`) {
			t.Errorf("%s: %d %s %v, want 401 in the form of %s", op.Path, response.StatusCode, text, err, op.Family)
		}
	}
}
