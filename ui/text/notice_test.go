package text_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEverySentinelIsExplained compares the errors that the engine's packages
// declare with the table of notices.
func TestEverySentinelIsExplained(t *testing.T) {
	source, err := os.ReadFile("notice.go")
	if err != nil {
		t.Fatal(err)
	}
	explained := map[string]bool{}
	for _, m := range regexp.MustCompile(`\{(\w+\.Err\w+), "`).FindAllStringSubmatch(string(source), -1) {
		explained[m[1]] = true
	}
	found := 0
	for _, dir := range []string{"engine", "engine/pack", "engine/road", "engine/basemap", "engine/spatial", "engine/match", "engine/units", "engine/trace", "engine/osmimport", "engine/boundary", "engine/unitimport", "engine/geofile"} {
		for _, name := range sentinels(t, filepath.Join("..", "..", dir)) {
			found++
			if full := filepath.Base(dir) + "." + name; !explained[full] {
				t.Errorf("%s has no row in notices", full)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d sentinels found: the search for them is broken", found)
	}
}

// sentinels returns the exported package-level variables called Err….
func sentinels(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			for _, spec := range decl.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					if strings.HasPrefix(name.Name, "Err") {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	return names
}
