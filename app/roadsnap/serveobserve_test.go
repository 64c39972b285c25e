// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestServeMetrics holds that /metrics is there only with its flag.
func TestServeMetrics(t *testing.T) {
	for _, c := range []struct {
		args []string
		want int
		text string
	}{
		{nil, http.StatusNotFound, "metrics are off"},
		{[]string{"--metrics"}, http.StatusOK, "roadsnap_ready 1"},
	} {
		base, _, stop := serving(t, append(c.args, "--addr", "127.0.0.1:0")...)
		response, err := http.Get(base + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		stop()
		if err != nil || response.StatusCode != c.want || !strings.Contains(string(body), c.text) {
			t.Errorf("%q: %s %s %v", c.args, response.Status, body, err)
		}
	}
}

// TestServeLog holds that --log-level and --log-sample decide what is logged.
func TestServeLog(t *testing.T) {
	for _, c := range []struct {
		args       []string
		found, bad int // lines of 4 requests each
		probes     int // of 4
	}{
		{nil, 4, 4, 0},
		{[]string{"--log-level", "debug"}, 4, 4, 4},
		{[]string{"--log-level", "ERROR"}, 0, 0, 0},
		{[]string{"--log-sample", "0.5", "--log-format", "json"}, 2, 4, 0},
	} {
		base, errOut, stop := serving(t, append(c.args, "--addr", "127.0.0.1:0")...)
		for range 4 {
			for _, path := range []string{"/healthz", "/openapi.json", "/no/such/path"} {
				response, err := http.Get(base + path)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
			}
		}
		stop()
		log := errOut.String()
		if found, bad, probes := strings.Count(log, "/openapi.json")-1, strings.Count(log, "/…"), strings.Count(log, "/healthz"); found != c.found || bad != c.bad || probes != c.probes {
			t.Errorf("%q: %d found, %d not found, %d probes; want %+v\n%s", c.args, found, bad, probes, c, log)
		}
	}
}

// TestServeLogFlags holds that flags without a meaning are refused.
func TestServeLogFlags(t *testing.T) {
	for _, c := range []struct{ flag, value, says string }{
		{"--log-sample", "0", "above 0"}, {"--log-sample", "1.5", "at most 1"}, {"--log-sample", "NaN", "above 0"},
		{"--log-level", "loud", `roadsnap: --log-level: "loud" is no level; use debug, info, warn or error`},
	} {
		var errOut bytes.Buffer
		args := []string{"serve", "--api-key", "a-key-for-this-test-only", c.flag, c.value}
		if code := run(context.Background(), args, streams{out: io.Discard, err: &errOut}); code != exitUsage || !strings.Contains(errOut.String(), c.says) {
			t.Errorf("%q: exit code %d: %s", args, code, errOut.String())
		}
	}
}
