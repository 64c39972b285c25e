// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
)

// TestReload calls /admin/reload with and without the right to do so.
func TestReload(t *testing.T) {
	const adminKey = "the-key-of-the-operator"
	calls, fault := 0, error(nil)
	keys, admin := NewKeys(), NewKeys()
	if err := errors.Join(keys.Add("test", testKey), admin.Add("admin", adminKey)); err != nil {
		t.Fatal(err)
	}
	s := startServer(t, func(o *Options) {
		o.Keys, o.AdminKeys = keys, admin
		o.Reload = func(context.Context) error { calls++; return fault }
	})
	post := func(edits ...edit) reply { return call(t, s, http.MethodPost, "/admin/reload", nil, edits...) }
	for _, c := range []struct {
		name   string
		edits  []edit
		fault  error
		status int
		calls  int
	}{
		{"no key", nil, nil, 401, 0},
		{"a client's key", []edit{header("X-API-Key", testKey)}, nil, 401, 0},
		{"through a proxy", []edit{header("X-API-Key", adminKey), header("X-Forwarded-For", "203.0.113.9")}, nil, 403, 0},
		{"the admin key", []edit{header("X-API-Key", adminKey)}, nil, 200, 1},
		{"bad files", []edit{header("Authorization", "Bearer "+adminKey)}, errors.New("map.rsp is no map"), 503, 1},
	} {
		calls, fault = 0, c.fault
		got := post(c.edits...)
		if got.status != c.status || calls != c.calls || c.fault != nil && !strings.Contains(string(got.body), c.fault.Error()) {
			t.Errorf("%s: %d after %d calls: %s", c.name, got.status, calls, got.body)
		}
	}
	if got := getSnap(t, s, "path=1,1|2,2", header("X-API-Key", adminKey)); got.status != 401 {
		t.Errorf("the admin key snaps: %d", got.status)
	}
	without := startServer(t)
	if got := call(t, without, http.MethodPost, "/admin/reload", nil, header("X-API-Key", testKey)); got.status != 403 {
		t.Errorf("without an admin key: %d", got.status)
	}
}

// TestReplacedKeys checks that keys are exchanged while the server runs.
func TestReplacedKeys(t *testing.T) {
	keys := NewKeys()
	s := startServer(t, func(o *Options) { o.Keys = keys })
	if got := getSnap(t, s, "path=1,1|2,2"); got.status != 401 {
		t.Errorf("before: %d", got.status)
	}
	other := NewKeys()
	if err := other.Add("test", testKey); err != nil {
		t.Fatal(err)
	}
	keys.Replace(other)
	if got := getSnap(t, s, "path=1,1|2,2"); got.status != 200 {
		t.Errorf("after: %d", got.status)
	}
}
