// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/osmimport"
)

// TestInfoCountsOnce checks that info prints each number once, and no zeros.
func TestInfoCountsOnce(t *testing.T) {
	out := done(t, "info")
	if strings.Count(out, "road links") != 1 || strings.Contains(out, "road nodes") || regexp.MustCompile(`(?m) 0$`).MatchString(out) {
		t.Error(out)
	}
	if out := done(t, "info", borderPack(t)); strings.Contains(out, "junctions") {
		t.Errorf("junctions of a map without roads:\n%s", out)
	}
	var r osmimport.Report
	r.Graph.Length = 8_750_700
	for _, row := range roadRows(r) {
		if row[0] == "roads" && !strings.HasSuffix(row[1], " 8750 km") {
			t.Errorf("%s, want the number of info", row[1])
		}
	}
}

// TestInfoShowsFindings prints what the import left out, repaired or doubted.
func TestInfoShowsFindings(t *testing.T) {
	file, packPath := wardsFile(t)
	if got := roadsnap(t, "", "import", "-q", "--units", file, "--out", packPath); got.code != exitPartly {
		t.Fatal(got.err)
	}
	out := done(t, "info", packPath)
	for _, want := range []string{"\nto review\n", " × Wards without a border, although others in their province have one.", "1 × Land between wards that belongs to none of them.\n           Phường Ba Đình", "\nroutine\n", "1 × Features with open rings, which were closed."} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	var doc infoJSON
	if err := json.Unmarshal([]byte(done(t, "info", "--json", packPath)), &doc); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(doc.Findings, func(f findingJSON) bool { return f.Kind == diagnostic.MissingUnits })
	if i < 0 || !doc.Findings[i].Review || doc.Findings[i].Count != 178 || doc.Findings[i].More != 178-len(doc.Findings[i].Items) || doc.Findings[i].Items[0].Name == "" {
		t.Errorf("findings %+v", doc.Findings)
	}
}

// TestDamagedPacks checks that a damaged pack is named once, with a remedy. It damages a map.
func TestDamagedPacks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.rsp")
	damaged := data.SamplePack
	damaged = append(damaged[:len(damaged)/2:len(damaged)/2], damaged[len(damaged)/2+1:]...)
	for name, b := range map[string][]byte{"a byte is missing": damaged, "cut off": damaged[:len(damaged)/3]} {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"verify", "info"} {
			got := roadsnap(t, "", command, path)
			if got.code != exitFailed || strings.Count(got.err, "x.rsp") != 1 || !strings.HasSuffix(got.err, "; copy or import it again\n") {
				t.Errorf("%s, %s: exit code %d: %s", name, command, got.code, got.err)
			}
		}
	}
}
