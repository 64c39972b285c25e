// SPDX-License-Identifier: MIT

package engine_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"roadsnap/engine"
)

// TestVersion compares the places that give the version of Roadsnap with its source,
// FyneApp.toml. The binaries and the server take theirs from engine.Version.
func TestVersion(t *testing.T) {
	read := func(name string) []byte {
		text, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	source := regexp.MustCompile(`(?m)^ *Version = "(.*)"$`).FindSubmatch(read("FyneApp.toml"))
	if source == nil {
		t.Fatal("FyneApp.toml has no Version")
	}
	want := string(source[1])

	if engine.Version != want {
		t.Errorf("engine.Version is %q, FyneApp.toml has %q: run make version V=%s", engine.Version, want, want)
	}

	var described struct {
		Info  struct{ Version string }
		Paths map[string]struct {
			Get struct {
				Responses map[string]struct {
					Content map[string]struct {
						Examples map[string]struct{ Value json.RawMessage }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(read("app/api/openapi.json"), &described); err != nil {
		t.Fatal(err)
	}
	if described.Info.Version != want {
		t.Errorf("app/api/openapi.json has version %q, FyneApp.toml has %q: run make version V=%s", described.Info.Version, want, want)
	}
	health := described.Paths["/healthz"].Get.Responses["200"].Content["application/json"].Examples["ok"].Value
	var answer struct{ Data struct{ Version string } }
	if err := json.Unmarshal(health, &answer); err != nil {
		t.Fatalf("the example of /healthz: %v", err)
	}
	if answer.Data.Version != want {
		t.Errorf("the example of /healthz has version %q, FyneApp.toml has %q: run make version V=%s", answer.Data.Version, want, want)
	}

	// The newest heading is that of this version, released or not.
	_, newest, found := strings.Cut(string(read("CHANGELOG.md")), "\n## ")
	if newest, _, _ = strings.Cut(newest, "\n"); !found || newest != want && !strings.HasPrefix(newest, want+",") {
		t.Errorf("the newest section of CHANGELOG.md is %q, FyneApp.toml has %s", newest, want)
	}
}
