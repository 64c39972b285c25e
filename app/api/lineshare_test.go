// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// TestLinesCountAgainstTheQuota sends lines until the quota of the key is used up. The lines
// beyond it are answered with an error and their id, and the conversation goes on when the
// quota is raised.
func TestLinesCountAgainstTheQuota(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	const points = `"points":[{"lat":42.503683,"lon":1.514522},{"lat":42.505012,"lon":1.516498}]`
	for _, c := range []struct {
		target, schema, rest string
		allowed              int // lines with a quota of 2
	}{
		{tripsPath, "MatchTripsLine", points, 2 * tripsOfRequest},
		{livePath + "?lag_points=1", "MatchLiveLine", `"lat":42.503683,"lon":1.514522`, 2 * pointsOfRequest},
	} {
		key, record := s.keys.Generate("n")
		quota := func(n int) { s.keys.Change(record.ID, func(r *KeyRecord) { r.Quota = n }) }
		quota(2)
		talk := startTalking(t, s, c.target, c.schema, header("X-API-Key", key))
		for i := 1; i <= c.allowed; i++ {
			talk.say(fmt.Sprintf(`{"id":%d,%s}`, i, c.rest))
			if c.target != tripsPath {
				continue // points are decided later
			}
			if a, _ := talk.hear(); a.Status != "OK" {
				t.Errorf("line %d with a quota of 2: %+v", i, a)
			}
		}
		for i := c.allowed + 1; i <= c.allowed+3; i++ {
			talk.say(fmt.Sprintf(`{"id":%d,%s}`, i, c.rest))
			a, _ := talk.hear()
			for ; a.Status == "OK" && a.ID != float64(i); a, _ = talk.hear() { // of an earlier line
			}
			if a.Error.Code != "TOO_MANY_REQUESTS" || a.ID != float64(i) {
				t.Errorf("%s: line %d with a quota of 2: %+v", c.target, i, a)
			}
		}
		if got := call(t, s, http.MethodGet, snapPath+"?path=1,2", nil, header("X-API-Key", key)); got.status != http.StatusTooManyRequests {
			t.Errorf("%s: another request beyond the quota: %d", c.target, got.status)
		}
		quota(3)
		talk.say(fmt.Sprintf(`{"id":"last",%s}`, c.rest))
		ok := map[any]bool{}
		for _, a := range talk.rest() {
			ok[a.ID] = a.Status == "OK"
		}
		if !ok["last"] {
			t.Errorf("%s: with a larger quota: %v", c.target, ok)
		}
		if use := s.keys.Uses()[len(s.keys.Uses())-1]; use.Count != 3 {
			t.Errorf("%s: %d requests were counted, want 3", c.target, use.Count)
		}
	}
}

// TestLinesWaitForTheRate checks that lines that come too fast wait, until the server stops.
func TestLinesWaitForTheRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := NewKeys()
		_, record := keys.Generate("n")
		keys.Change(record.ID, func(r *KeyRecord) { r.Rate = 2 })
		talks, end := context.WithCancel(t.Context())
		s := &Server{keys: keys, rate: newRateLimits(0), talks: talks}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
		if err != nil {
			t.Fatal(err)
		}
		l := &lines{server: s, request: &request{Request: r, key: record.ID}, share: lineShare{each: 10, paid: 10}}
		begin := time.Now()
		for i := 1; i <= 60; i++ { // 6 requests, the first of which is paid, and two are the burst
			if err := l.count(); err != nil {
				t.Fatalf("line %d: %v", i, err)
			}
		}
		if took := time.Since(begin); took != 1500*time.Millisecond { // of the clock of the bubble
			t.Errorf("60 lines took %v", took)
		}
		time.AfterFunc(100*time.Millisecond, end)
		if f := failureOf(l.count(), ""); f.status != http.StatusServiceUnavailable {
			t.Errorf("at the end: %+v", f)
		}
	})
}
