// SPDX-License-Identifier: MIT

package doctest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// exactVersion is a version of a package, not a range of them.
var exactVersion = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// TestForeignClientsArePinned checks that each folder of .tools/clients has a script, and a
// lock file for the packages that it installs, which are of exact versions.
func TestForeignClientsArePinned(t *testing.T) {
	runs, err := filepath.Glob("../../.tools/clients/*/run")
	if err != nil || len(runs) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, run := range runs {
		if info, err := os.Stat(run); err != nil || info.Mode()&0o111 == 0 {
			t.Errorf("%s cannot be executed: %v", run, err)
		}
		text, err := os.ReadFile(filepath.Join(filepath.Dir(run), "package.json"))
		if os.IsNotExist(err) {
			continue
		}
		var listed struct{ Dependencies, DevDependencies map[string]string }
		if err := json.Unmarshal(text, &listed); err != nil {
			t.Fatalf("%s: %v", run, err)
		}
		for _, versions := range []map[string]string{listed.Dependencies, listed.DevDependencies} {
			for name, version := range versions {
				if !exactVersion.MatchString(version) {
					t.Errorf("%s: %s has no exact version: %s", run, name, version)
				}
			}
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(run), "package-lock.json")); err != nil {
			t.Error(err)
		}
	}
}
