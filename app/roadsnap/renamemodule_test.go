// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRenameModule renames the module in a copy of the tree, builds the command line
// there, and renames it back.
func TestRenameModule(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the command line again")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	copied := t.TempDir()
	sh := func(dir, command string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
		return string(out)
	}
	files := func() string { // all but generated ones, with their sums
		return sh(copied, `find . -type f -not -path './bin/*' -not -path './.git/*' -exec sha256sum {} + | sort -k2`)
	}
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("the tree is not a checkout")
	}
	sh(root, `git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "`+copied+`"`)
	before := files()

	const newPath = "example.com/you/road.snap"
	sh(copied, ".tools/rename-module "+newPath)
	if left := sh(copied, `grep -rn '"roadsnap/' --include='*.go' --exclude-dir=.tools . || true`); left != "" {
		t.Errorf("names of the old path are left:\n%s", left)
	}
	if list := sh(copied, "go list ./engine/..."); !strings.Contains(list, newPath+"/engine\n") {
		t.Errorf("the packages are\n%s", list)
	}
	sh(copied, "CGO_ENABLED=0 go build -o bin/roadsnap ./app/roadsnap && go test ./engine -run 'TestImportsPointDown|TestReadme'")

	sh(copied, ".tools/rename-module roadsnap")
	if after := files(); after != before {
		t.Error("renaming there and back changes files")
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(copied, ".tools/rename-module"), "bad path")
	if err := cmd.Run(); err == nil {
		t.Error("a path with a space was accepted")
	}
}
