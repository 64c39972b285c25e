// SPDX-License-Identifier: MIT

package engine_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadme holds the quick start of README.md to the package example, which is run,
// and its table of packages to the folders.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```go\n(.*?)```").FindStringSubmatch(string(readme))
	body := regexp.MustCompile(`(?s)func Example\(\) \{\n(.*?)\t// Output:\n(.*?)\}\n`).FindStringSubmatch(string(source))
	if shown == nil || body == nil {
		t.Fatal("the quick start or the example is missing")
	}
	if want := strings.TrimPrefix(strings.ReplaceAll("\n"+body[1], "\n\t", "\n"), "\n"); shown[1] != want {
		t.Errorf("the quick start is\n%s\nwant the example:\n%s", shown[1], want)
	}
	if want := strings.ReplaceAll(body[2], "\t// ", ""); !strings.Contains(string(readme), "```\n"+want+"```") {
		t.Errorf("the README does not show what the example prints:\n%s", want)
	}

	for _, p := range goList(t, "./engine/...") {
		name := strings.TrimPrefix(p, "roadsnap/")
		if !strings.Contains(name, "/internal/") && !strings.Contains(string(readme), "`"+name+"`") {
			t.Errorf("the table of packages lacks %s", name)
		}
	}
}
