// SPDX-License-Identifier: MIT

// Command thirdparty writes the licences of all that the binaries of a module contain, as
// Markdown, to standard output. Its argument is the folder of the module, by default the
// one of this repository. `make third-party` runs it; a test of package assets
// fails when its output is out of date or names a licence that is not allowed.
package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// introduction describes the data and the fonts. The modules follow it.
//
//go:embed introduction.md
var introduction string

// binaries are the programs that are released, and how the document calls them.
// Each belongs to the module in a folder.
var binaries = []struct{ dir, pkg, name, tags, cgo string }{
	{".", "./app/roadsnap", "command line", "", "0"},
	{".", "./app/roadsnap-desktop", "desktop app", "migrated_fynedo,no_emoji", "1"},
	{"app/roadsnap-batch", ".", "batches in buckets", "", "0"},
}

// systems are those that the binaries can be built for.
var systems = []string{"linux", "darwin", "windows"}

// besides are folders that have no Go package but whose content is compiled or
// embedded nevertheless.
var besides = map[string][]string{
	"fyne.io/fyne/v2":                 {"theme/font"},
	"github.com/go-gl/glfw/v3.4/glfw": {"glfw"},
}

// leftOut are licence files of things that no binary contains.
var leftOut = map[string]string{
	"fyne.io/fyne/v2/theme/font/LICENSE_EmojiOneColor.txt": "the build tag no_emoji leaves the font out",
	"github.com/muktihari/fit/LICENSE-FIT-SDK":             "of the module's Profile.xlsx and test files, as its README says",
	"modernc.org/memory/LICENSE-LOGO":                      "a picture of the module's web page",
	"modernc.org/sqlite/LICENSE-SQLITE_VEC":                "an extension of SQLite that is not imported",
	"modernc.org/sqlite/LICENSE-3RD-PARTY.md":              "modules that the document lists itself, and those of tests",
}

// identified are licences that licensecheck does not know.
var identified = map[string]string{
	"fyne.io/fyne/v2/theme/font/LICENSE_DejaVu-Powerline.txt": "Bitstream-Vera",
	"modernc.org/sqlite/LICENSE-SQLITE":                       "blessing",

	// The notices that section 4(d) of the Apache License asks to keep.
	"github.com/apache/arrow-go/v18/NOTICE.txt":  "Apache-2.0",
	"github.com/apache/thrift/NOTICE":            "Apache-2.0",
	"github.com/aws/aws-sdk-go-v2/NOTICE.txt":    "Apache-2.0",
	"github.com/aws/smithy-go/NOTICE":            "Apache-2.0",
	"github.com/coreos/go-systemd/v22/NOTICE":    "Apache-2.0",
	"github.com/prometheus/client_golang/NOTICE": "Apache-2.0",
	"github.com/prometheus/client_model/NOTICE":  "Apache-2.0",
	"github.com/prometheus/common/NOTICE":        "Apache-2.0",
	"github.com/prometheus/procfs/NOTICE":        "Apache-2.0",
}

// licenceFile matches the names of files that hold licences and notices.
var licenceFile = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice|patents|copyright)([-_.].*)?$`)

// module is a module that is linked into at least one binary.
type module struct {
	path, version, dir string
	folders            map[string]bool // of its linked packages, relative to dir
	in                 map[string]bool // names of binaries
}

// text is the text of a licence, with the files that hold it.
type text struct {
	content string
	ids     []string
	files   []string
}

func main() {
	dir := "."
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if err := run(os.Stdout, dir); err != nil {
		fmt.Fprintln(os.Stderr, "thirdparty:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, dir string) error {
	modules, err := linked(dir)
	if err != nil {
		return err
	}
	goroot, err := output(nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	language, err := output(nil, "go", "list", "-m", "-f", "{{.GoVersion}}")
	if err != nil {
		return err
	}
	modules = append([]*module{{
		path: "Go, its standard library", version: strings.TrimSpace(string(language)) + " or newer", dir: strings.TrimSpace(string(goroot)),
		folders: map[string]bool{".": true}, in: map[string]bool{},
	}}, modules...)
	for _, b := range binaries {
		if b.dir == dir {
			modules[0].in[b.name] = true
		}
	}

	var texts []*text
	byContent := make(map[string]*text)
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n## Go modules\n\n| module | version | licence | part of |\n|---|---|---|---|\n", strings.TrimSpace(introduction)+"\n")
	for _, m := range modules {
		files, err := m.licences()
		if err != nil {
			return err
		}
		ids := make(map[string]bool)
		for _, file := range files {
			name := m.path + "/" + file
			content, err := os.ReadFile(filepath.Join(m.dir, filepath.FromSlash(file)))
			if err != nil {
				return err
			}
			t := byContent[normal(content)]
			if t == nil {
				t = &text{content: normal(content)}
				if t.ids, err = identify(name, content); err != nil {
					return err
				}
				byContent[t.content] = t
				texts = append(texts, t)
			}
			t.files = append(t.files, name)
			for _, id := range t.ids {
				ids[id] = true
			}
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", m.path, m.version,
			strings.Join(slices.Sorted(maps.Keys(ids)), ", "), strings.Join(slices.Sorted(maps.Keys(m.in)), ", "))
	}

	fmt.Fprintf(&out, "\n## Texts\n")
	for _, t := range texts {
		fmt.Fprintf(&out, "\n### %s\n\n%s:\n\n```text\n%s\n```\n", strings.Join(t.ids, ", "), strings.Join(t.files, ",\n"), t.content)
	}
	_, err = w.Write(out.Bytes())
	return err
}

// linked returns the modules that are linked into any binary of a module on any system,
// sorted.
func linked(dir string) ([]*module, error) {
	found := make(map[string]*module)
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for _, b := range binaries {
		if b.dir != dir {
			continue
		}
		for _, system := range systems {
			list, err := output([]string{"GOOS=" + system, "GOARCH=amd64", "CGO_ENABLED=" + b.cgo},
				"go", "-C", b.dir, "list", "-tags", b.tags, "-deps", "-json=Dir,Module", b.pkg)
			if err != nil {
				return nil, err
			}
			for d := json.NewDecoder(bytes.NewReader(list)); ; {
				var p struct {
					Dir    string
					Module *struct {
						Path, Version, Dir string
						Main               bool
					}
				}
				if err := d.Decode(&p); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					return nil, err
				}
				if p.Module == nil || p.Module.Main || p.Module.Dir == root {
					continue
				}
				m := found[p.Module.Path]
				if m == nil {
					m = &module{p.Module.Path, p.Module.Version, p.Module.Dir, make(map[string]bool), make(map[string]bool)}
					for _, folder := range besides[m.path] {
						m.folders[folder] = true
					}
					found[m.path] = m
				}
				folder, err := filepath.Rel(m.dir, p.Dir)
				if err != nil {
					return nil, err
				}
				m.folders[filepath.ToSlash(folder)] = true
				m.in[b.name] = true
			}
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b *module) int { return cmp.Compare(a.path, b.path) }), nil
}

// licences returns the licence files in the folders of m's linked packages and in the
// folders above them, sorted. It is an error if there are none.
func (m *module) licences() ([]string, error) {
	folders := make(map[string]bool)
	for folder := range m.folders {
		for ; folder != "."; folder = path.Dir(folder) {
			folders[folder] = true
		}
	}
	folders["."] = true

	var files []string
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(filepath.Join(m.dir, filepath.FromSlash(folder)))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := path.Join(folder, e.Name())
			if e.Type().IsRegular() && licenceFile.MatchString(e.Name()) && path.Ext(name) != ".go" && leftOut[m.path+"/"+name] == "" {
				files = append(files, name)
			}
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s %s has no licence file: replace it, or ask its author for one", m.path, m.version)
	}
	return files, nil
}

// identify returns the SPDX identifiers of the licences in the file called name.
func identify(name string, content []byte) ([]string, error) {
	if id := identified[name]; id != "" {
		return []string{id}, nil
	}
	cover := licensecheck.Scan(content)
	var ids []string
	for _, match := range cover.Match {
		switch {
		case match.ID == "GooglePatentsFile":
			ids = append(ids, "patent grant") // has no SPDX identifier, and restricts nothing
		case !match.IsURL:
			ids = append(ids, match.ID)
		}
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return nil, fmt.Errorf("the licence in %s is not known: read it, and add it to identified in .tools/release/thirdparty", name)
	}
	return ids, nil
}

// normal returns content without trailing blanks and blank lines at its ends, so that
// equal licences are equal texts.
func normal(content []byte) string {
	lines := strings.Split(strings.ReplaceAll(string(content), "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// output runs a command with env besides the environment and returns what it prints.
func output(env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, exit.Stderr)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w: is Go installed?", cmd, err)
	}
	return out, err
}
