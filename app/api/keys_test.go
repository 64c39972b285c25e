// SPDX-License-Identifier: MIT

package api

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
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
	for _, key := range []string{"", " ", "a b", "a\n", "kéy", "\x7f", strings.Repeat("k", 513)} {
		if err := keys.Add("n", key); !errors.Is(err, ErrKeyForm) {
			t.Errorf("%q: %v, want ErrKeyForm", key, err)
		}
	}
	if err := keys.Add("n", "K"); err != nil {
		t.Fatal(err)
	}
	err := keys.Add("again", "K")
	if !errors.Is(err, ErrKeyKnown) || strings.Contains(err.Error(), `"K"`) {
		t.Errorf("twice: %v", err)
	}
}

func TestKeysAreKept(t *testing.T) {
	keys := NewKeys()
	key, _ := keys.Generate("one")
	if err := keys.Add("two", "mine"); err != nil {
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
	for _, k := range []string{key, "mine"} {
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
