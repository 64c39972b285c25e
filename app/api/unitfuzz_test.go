// SPDX-License-Identifier: MIT

package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// FuzzUnitRequest checks that no request to the administrative operations causes
// an internal error. Each answer must match the description and be the same each
// time.
func FuzzUnitRequest(f *testing.F) {
	for _, s := range append(adminTargets, "wards?prov_code=10&page=2&size=3", "provinces?codes=01,+10&fields=geom,center", "locate?lat=10.53&lon=106.026",
		"legacy?q=ba+dinh&limit=2", "search?q=%C4%91inh&kind=ward&prov_code=01", "wards/99998", "wards/0000%2F?x=%zz", "export?format=csv&bbox=106,10.5,106.1,10.6&crs=utm48&columns=former,area_km2") {
		f.Add(s, "gzip;q=0.5", "*")
	}
	s := newServer(f, withLand(f, 4))
	f.Fuzz(func(t *testing.T, target, accept, held string) {
		if _, err := url.ParseRequestURI("/" + target); err != nil || strings.ContainsAny(target, " \r\n\t#") {
			return
		}
		ask := func(accept, held string) reply {
			r := httptest.NewRequest(http.MethodGet, "/api/admin-unit/"+target, nil)
			r.Host = "localhost"
			r.Header.Set("app-version", appVersion)
			r.Header.Set("X-API-Key", testKey)
			r.Header.Set("Accept-Encoding", accept)
			r.Header.Set("If-None-Match", held)
			recorder := httptest.NewRecorder()
			s.ServeHTTP(recorder, r)
			got := reply{status: recorder.Code, header: recorder.Header(), body: recorder.Body.Bytes()}
			if got.header.Get("Content-Encoding") == "" && len(got.body) > 0 {
				if err := json.Unmarshal(got.body, &got.json); err != nil && strings.HasSuffix(got.header.Get("Content-Type"), "json") {
					t.Fatalf("%v in %q", err, got.body)
				}
				checkDescribed(t, s, r, got)
			}
			return got
		}
		plain := ask("", "")
		switch plain.status {
		case 200, 400, 401, 404:
		default:
			t.Errorf("%s: %d", target, plain.status)
		}
		tag := plain.header.Get("ETag")
		if (tag != "") != (plain.status == 200) {
			t.Errorf("%s: %d with the tag %q", target, plain.status, tag)
		}
		other := ask(accept, held)
		if other.status != plain.status && (other.status != 304 || plain.status != 200) || other.header.Get("ETag") != tag {
			t.Errorf("%s with %q and %q: %d, before %d", target, accept, held, other.status, plain.status)
		}
		if again := ask("", tag); plain.status == 200 && (again.status != 304 || len(again.body) > 0) {
			t.Errorf("%s with its tag: %d", target, again.status)
		}
	})
}
