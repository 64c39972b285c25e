// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"roadsnap/app/api"
)

const snapOnSample = "/api/roads/v1/snap-to-roads?path=42.5079,1.5262|42.5098,1.5395&apikey="

func statusOf(t *testing.T, url string) int {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

// TestKeys makes keys, uses them up on a server, and removes them.
func TestKeys(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys.json")
	command := func(args ...string) string {
		t.Helper()
		got := roadsnap(t, "", append(append([]string{"keys"}, args...), "--file", file)...)
		if got.code != exitOK {
			t.Fatalf("keys %q: exit code %d: %s", args, got.code, got.err)
		}
		return strings.TrimSpace(got.out)
	}
	key, other := command("add", "phone", "--quota", "2"), command("add", "truck")
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), key) {
		t.Fatalf("the file holds the key: %v", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	serve := func() (base string, stop func() int) {
		base, _, stop = serving(t, "--addr", "127.0.0.1:0", "--keys", file)
		return base, stop
	}
	base, stop := serve()
	for i, want := range []int{200, 200, 429} {
		if got := statusOf(t, base+snapOnSample+key); got != want {
			t.Errorf("request %d of the day: %d, want %d", i, got, want)
		}
	}
	if got := statusOf(t, base+snapOnSample+other); got != 200 {
		t.Errorf("the other key got %d", got)
	}
	stop()
	base, stop = serve()
	if got := statusOf(t, base+snapOnSample+key); got != 429 {
		t.Errorf("after a restart the key got %d", got)
	}
	stop()
	var listed struct {
		Keys []api.KeyRecord
		Uses []api.KeyUse
	}
	if err := json.Unmarshal([]byte(command("list", "--json")), &listed); err != nil {
		t.Fatal(err)
	}
	if len(listed.Keys) != 2 || listed.Keys[0].Quota != 2 || !strings.HasPrefix(key, listed.Keys[0].Prefix) || len(listed.Uses) != 2 || listed.Uses[0].Count != 2 {
		t.Errorf("listed %+v", listed)
	}
	if table := command("list"); !strings.Contains(table, "phone") || strings.Contains(table, key) {
		t.Errorf("the list is\n%s", table)
	}
	if info, err := os.Stat(keyStateOf(file)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("state: %v", err)
	}
	damaged := filepath.Join(t.TempDir(), "state.json")
	if err := os.WriteFile(damaged, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readKeyState(damaged); err == nil || !strings.Contains(err.Error(), "move the file away") {
		t.Errorf("a damaged state: %v", err)
	}
	if got := roadsnap(t, "", "keys", "add", " ", "--file", file); got.code != exitUsage || !strings.Contains(got.err, "the name is empty") {
		t.Errorf("a key without a name: exit code %d: %s", got.code, got.err)
	}
	command("expire", "phone")
	command("revoke", listed.Keys[1].ID)
	keys, err := readKeyStore(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{key, other} {
		if _, known := keys.Check(k); known {
			t.Error("an expired or revoked key is known")
		}
	}
	if got := roadsnap(t, "", "keys", "revoke", "truck", "--file", file); got.code != exitFailed || !strings.Contains(got.err, "no key") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
}

// TestKeysThatExpireLater holds that a key with an end works until then.
func TestKeysThatExpireLater(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys.json")
	got := roadsnap(t, "", "keys", "add", "guest", "--for", "1h", "--rate", "3", "--file", file)
	keys, err := readKeyStore(file)
	if err != nil {
		t.Fatal(err)
	}
	record, known := keys.Check(strings.TrimSpace(got.out))
	if left := time.Until(record.Expires); !known || left < 59*time.Minute || left > time.Hour || record.Rate != 3 {
		t.Errorf("%+v", record)
	}
}
