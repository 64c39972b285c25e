// SPDX-License-Identifier: MIT

package assets_test

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// allowed are the licences that the binaries may contain. All permit distribution in a
// program under another licence; some ask for their text or a notice, which
// THIRD_PARTY.md gives.
var allowed = []string{
	"MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Apache-2.0", "Zlib", "Unlicense",
	"blessing",       // SQLite: public domain
	"patent grant",   // of Go, on top of its licence
	"OFL-1.1",        // fonts
	"Bitstream-Vera", // fonts
	"MPL-2.0",        // holds for the files of the module alone, which are used unchanged
}

const remedy = "run make third-party, and read what is new"

// TestThirdParty compares THIRD_PARTY.md with the modules that are linked into the
// binaries, on every system, and with the embedded data.
func TestThirdParty(t *testing.T) {
	document, err := os.ReadFile("THIRD_PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	// A test that reads no file of the module's root is cached when go.mod changes.
	if _, err := os.ReadFile("../go.mod"); err != nil {
		t.Fatal(err)
	}
	listed := make(map[string]string) // "path version", licences
	for _, row := range regexp.MustCompile(`(?m)^\| ([^ |]+) \| (v[0-9][^ |]*) \| ([^|]+) \| [^|]+ \|$`).FindAllStringSubmatch(string(document), -1) {
		listed[row[1]+" "+row[2]] = row[3]
	}

	linked := make(map[string]bool)
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, b := range []struct{ pkg, tags, cgo string }{
			{"roadsnap/app/roadsnap", "", "0"},
			{"roadsnap/app/roadsnap-desktop", "migrated_fynedo,no_emoji", "1"},
		} {
			cmd := exec.CommandContext(t.Context(), "go", "list", "-tags", b.tags, "-deps",
				"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", b.pkg)
			cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED="+b.cgo)
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%s: %v", cmd, err)
			}
			for line := range strings.Lines(string(out)) {
				linked[strings.TrimSpace(line)] = true
			}
		}
	}
	delete(linked, "")
	if len(linked) == 0 {
		t.Fatal("found no modules")
	}

	for _, module := range slices.Sorted(maps.Keys(linked)) {
		if listed[module] == "" {
			t.Errorf("THIRD_PARTY.md lacks %s: %s", module, remedy)
		}
	}
	for _, module := range slices.Sorted(maps.Keys(listed)) {
		if !linked[module] {
			t.Errorf("THIRD_PARTY.md has %s, which no binary contains: %s", module, remedy)
		}
		for licence := range strings.SplitSeq(listed[module], ", ") {
			if !slices.Contains(allowed, licence) {
				t.Errorf("%s is under %q, which is not allowed: choose another module, or add the licence to allowed with the reason", module, licence)
			}
			if !strings.Contains(string(document), "\n### "+licence) && !strings.Contains(string(document), ", "+licence+"\n") {
				t.Errorf("THIRD_PARTY.md lacks the text of %s: %s", licence, remedy)
			}
		}
	}

	for _, folder := range []string{"../data", "../data/trips", "../data/units"} {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			name := filepath.ToSlash(filepath.Join(strings.TrimPrefix(folder, "../"), f.Name()))
			if ext := filepath.Ext(name); f.Type()&fs.ModeDir == 0 && ext != ".go" && ext != ".md" && !strings.Contains(string(document), "`"+name+"`") {
				t.Errorf("THIRD_PARTY.md lacks %s: add it to .tools/release/thirdparty/introduction.md", name)
			}
		}
	}
}
