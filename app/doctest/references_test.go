// SPDX-License-Identifier: MIT

package doctest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	makeCommand = regexp.MustCompile("(?:^ +|`|^)make ([a-z][a-z0-9-]*)")
	makeTarget  = regexp.MustCompile(`(?m)^([a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*):`)
	// A path of the repository begins with a folder of its top level, or names a source or
	// a document. Others are files of users and of sources.
	repositoryPath = regexp.MustCompile("`((?:\\.tools|\\.ci|app|assets|data|engine|internal|ui)/[\\w./-]*|[\\w./-]+\\.(?:go|md))`")
)

// TestDocumentsNameWhatExists checks that every make target and every file that a
// document names is there.
func TestDocumentsNameWhatExists(t *testing.T) {
	root := filepath.Join("..", "..")
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string]bool{}
	for _, m := range makeTarget.FindAllStringSubmatch(string(makefile), -1) {
		for target := range strings.FieldsSeq(m[1]) {
			targets[target] = true
		}
	}
	var documents []string
	names := map[string]bool{} // of files, without their folders
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "bin", "dist", "go", "testdata"}, d.Name()) {
			return fs.SkipDir
		}
		names[d.Name()] = true
		if filepath.Ext(path) == ".md" {
			documents = append(documents, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	commands, paths := 0, 0
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, m := range makeCommand.FindAllStringSubmatch(line, -1) {
				if commands++; !targets[m[1]] {
					t.Errorf("%s:%d: there is no target %q", document, i+1, m[1])
				}
			}
			for _, m := range repositoryPath.FindAllStringSubmatch(line, -1) {
				paths++
				if !strings.Contains(m[1], "/") {
					if !names[m[1]] {
						t.Errorf("%s:%d: there is no file %q", document, i+1, m[1])
					}
					continue
				}
				if !exists(filepath.Join(root, m[1])) && !exists(filepath.Join(filepath.Dir(document), m[1])) {
					t.Errorf("%s:%d: there is no %q", document, i+1, m[1])
				}
			}
		}
	}
	if commands < 20 || paths < 20 {
		t.Errorf("found %d commands and %d paths in %d documents: the patterns miss some", commands, paths, len(documents))
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
