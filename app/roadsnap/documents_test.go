// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/app/doctest"
)

// TestDocuments runs the commands that the documents show, with the real binary
// and nothing but the embedded data.
func TestDocuments(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "roadsnap")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	for _, document := range []string{"README.md", "app/api/README.md", "app/roadsnap/README.md"} {
		t.Run(document, func(t *testing.T) {
			if _, err := exec.LookPath("curl"); err != nil && document != "app/roadsnap/README.md" {
				t.Skip("there is no curl to send the requests with")
			}
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "bin"), 0o750); err != nil {
				t.Fatal(err)
			}
			for name, target := range map[string]string{"bin/roadsnap": binary, "data": filepath.Join(root, "data")} {
				if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			outputs := doctest.Run(t, doctest.Options{
				File: filepath.Join(root, document),
				Dir:  dir,
				// The binary is built above, and port 8080 may be in use.
				Replace: []string{"make build", "true", "127.0.0.1:8080", doctest.FreeAddress(t), "curl ", "curl --silent --show-error --fail "},
			})
			all := strings.Join(outputs, "\n")
			for _, want := range documented[document] {
				if !strings.Contains(all, want) {
					t.Errorf("no command of %s printed %q; they printed:\n%s", document, want, all)
				}
			}
		})
	}
}

// documented holds what each document says that its commands print.
var documented = map[string][]string{
	"README.md": {
		"city,0,2025-03-04T07:15:00Z,42.503639,1.514565,42.503683,1.514522,matched,,181919639,5.97,0.9846,,,,,,,,\n" +
			"city,1,2025-03-04T07:15:01Z,42.503695,1.514631,42.503715,1.514550,on_route,,181919639,6.97,0.9840,,,,,,,,\n",
		`"way_id":181919639`, `"shape":"`, "Phường Bến Thành",
	},
	"app/api/README.md": {
		`"status":"OK"`, `"shape":"`, `"way_id":181919639`, "Thành phố Hồ Chí Minh", "Phường Bến Thành", "26740",
		`{"status":"OK","data":{"id":"trip","profile":"car"`, `{"type":"FeatureCollection","status":"OK","licence":`,
		`"way_id":181919639,"class":`, `"geometry":{"type":"MultiLineString"`, `"address":{"vi":"`,
		`{"id":1,"status":"OK","data":{"id":"1"`, `{"id":2,"status":"ERROR"`, `{"id":"29A-123.45","status":"OK","data":{"trip_id":"29A-123.45","index":1`,
	},
	"app/roadsnap/README.md": {
		"Phường Bến Thành", "Phường Sài Gòn", "Thành phố Hồ Chí Minh",
	},
}
