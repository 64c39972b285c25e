// SPDX-License-Identifier: MIT

package api

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestGenerateIsRandomAndHashed(t *testing.T) {
	keys := NewKeys()
	seen := map[string]bool{}
	for range 100 {
		key, record := keys.Generate("desk")
		random, err := base64.RawURLEncoding.DecodeString(key)
		if err != nil || len(random)*8 < 128 {
			t.Fatalf("key of %d random bits: %v", len(random)*8, err)
		}
		if seen[key] || seen[record.ID] || !wellFormedKey(key) {
			t.Fatalf("key or id repeated, or malformed")
		}
		seen[key], seen[record.ID] = true, true
		if got, ok := keys.Check(key); !ok || got != record || got.Name != "desk" || got.Created.IsZero() {
			t.Errorf("found %+v, want %+v", got, record)
		}
		kept, err := json.Marshal(keys)
		if err != nil || strings.Contains(string(kept), key) {
			t.Fatalf("the key itself is kept: %v", err)
		}
	}
	if len(keys.Records()) != 100 {
		t.Errorf("%d records", len(keys.Records()))
	}
}

func TestAddRefuses(t *testing.T) {
	keys := NewKeys()
	for _, key := range []string{"", " ", strings.Repeat("a b", 10), strings.Repeat("a\n", 11), strings.Repeat("kéy", 10), strings.Repeat("k", 21) + "\x7f", strings.Repeat("k", 21), strings.Repeat("k", 513)} {
		if err := keys.Add("n", key); !errors.Is(err, ErrKeyForm) {
			t.Errorf("%q: %v, want ErrKeyForm", key, err)
		}
	}
	if err := keys.Add("n", strings.Repeat("K", 22)); err != nil {
		t.Fatal(err)
	}
	err := keys.Add("again", strings.Repeat("K", 22))
	if !errors.Is(err, ErrKeyKnown) || strings.Contains(err.Error(), "KKKK") {
		t.Errorf("twice: %v", err)
	}
}

func TestKeysAreKept(t *testing.T) {
	keys := NewKeys()
	key, _ := keys.Generate("one")
	if err := keys.Add("two", "mine-of-22-characters-"); err != nil {
		t.Fatal(err)
	}
	kept, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	var restored Keys
	if err := json.Unmarshal(kept, &restored); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(restored.Records(), keys.Records()) {
		t.Errorf("restored %+v, want %+v", restored.Records(), keys.Records())
	}
	for _, k := range []string{key, "mine-of-22-characters-"} {
		if _, ok := restored.Check(k); !ok {
			t.Errorf("a key is unknown after restoring")
		}
	}
	for _, bad := range []string{`{`, `[{"sha256":"00"}]`, `[{"sha256":"` + strings.Repeat("zz", 32) + `"}]`} {
		if err := json.Unmarshal([]byte(bad), &restored); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// TestIDComesFromTheKey checks that the log names a key in the same way after a restart.
func TestIDComesFromTheKey(t *testing.T) {
	first, second := NewKeys(), NewKeys()
	for _, keys := range []*Keys{first, second} {
		if err := keys.Add("n", testKey); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := first.Records()[0].ID, second.Records()[0].ID; a != b || len(a) != 12 {
		t.Errorf("ids %q and %q", a, b)
	}
}

// TestWrongKeysAreLimited sends wrong keys in a loop. A right key still works.
func TestWrongKeysAreLimited(t *testing.T) {
	s := startServer(t)
	s.wrongKeys = newRateLimits(0.001) // one in 1,000 s
	for i, want := range []int{401, 429, 429} {
		got := getReply(t, s, snapPath+"?path=1,1|2,2&apikey=wrong-"+testKey)
		if got.status != want || (want == 429) != (got.header.Get("Retry-After") != "") {
			t.Errorf("wrong key %d: %d, want %d", i, got.status, want)
		}
	}
	if got := getSnap(t, s, "path=1,1|2,2"); got.status != 200 {
		t.Errorf("the right key got %d", got.status)
	}
}

// TestLogHasTheErrorCode checks that the line of a refused request says why.
func TestLogHasTheErrorCode(t *testing.T) {
	var log strings.Builder
	s := newServer(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	startOn(t, s, "127.0.0.1:0")
	getSnap(t, s, "path=1")
	shutDown(t, s)
	if !strings.Contains(log.String(), "status=400 ") || !strings.Contains(log.String(), "code=INVALID_REQUEST_DATA") {
		t.Errorf("the log is %s", log.String())
	}
}

// TestQuotaAndRateOfAKey uses up the quota and the rate of keys, and stores the use.
func TestQuotaAndRateOfAKey(t *testing.T) {
	keys := NewKeys()
	_, r := keys.Generate("n")
	keys.Change(r.ID, func(r *KeyRecord) { r.Quota = 2 })
	r = keys.Records()[0]
	day := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	for i, want := range []time.Duration{0, 0, time.Hour} {
		if over := keys.uses.take(r, day); over.wait != want || over.daily != (want > 0) {
			t.Errorf("request %d: %+v, want a wait of %v", i, over, want)
		}
	}
	again := NewKeys(keys.Records()...)
	again.RestoreUses(keys.Uses())
	if over := again.uses.take(r, day); over.wait != time.Hour || !strings.Contains(over.why, "quota") {
		t.Errorf("after a restart: %+v", over)
	}
	if over := again.uses.take(r, day.Add(time.Hour)); over != (overLimit{}) {
		t.Errorf("on the next day: %+v", over)
	}
	fast := KeyRecord{ID: "fast", Rate: 2}
	for i, want := range []time.Duration{0, 0, 500 * time.Millisecond} {
		if over := keys.uses.take(fast, day); over.wait != want || over.daily {
			t.Errorf("request %d with a rate: %+v, want a wait of %v", i, over, want)
		}
	}
}

// TestExpiredKeyIsUnknown checks the end of a key.
func TestExpiredKeyIsUnknown(t *testing.T) {
	keys := NewKeys()
	key, r := keys.Generate("n")
	for after, want := range map[time.Duration]bool{-time.Second: false, time.Hour: true} {
		keys.Change(r.ID, func(r *KeyRecord) { r.Expires = time.Now().Add(after) })
		if _, known := keys.Check(key); known != want {
			t.Errorf("with its end in %v the key is known: %v", after, known)
		}
	}
}
