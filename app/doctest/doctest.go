// SPDX-License-Identifier: MIT

// Package doctest runs the commands that a Markdown document shows, so that a
// document which no longer works fails a test.
//
// Only fenced blocks marked sh are run:
//
//	```sh
//	bin/roadsnap info vietnam.rsp
//	```
//
// All blocks of a document run in order in one shell and one folder, so that
// variables, background jobs and files of one block are there in the next. A
// block that cannot be run says why, and is skipped:
//
//	```sh notest: needs the map of Vietnam
package doctest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Options says what Run runs, and where.
type Options struct {
	File string   // the Markdown document
	Dir  string   // the folder in which the commands run
	Env  []string // variables, in addition to those of the test's own process
	// Replace holds pairs of texts, replaced in the commands before they run: a
	// port that may be in use, for instance.
	Replace []string
	// Setup is run before the first block. It must not print.
	Setup string
}

// Block is one fenced block of a document.
type Block struct {
	Line   int    // of its first command
	Text   string // its commands
	Reason string // why it is not run; empty when it is
}

// Run runs the sh blocks of the document o.File and fails t at the first command
// that fails, with the block's line and all output. It returns the output of every
// block, in order; that of a skipped one is empty. The test is skipped where there
// is no bash.
func Run(t *testing.T, o Options) []string {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to run the commands with")
	}
	source, err := os.ReadFile(o.File)
	if err != nil {
		t.Fatal(err)
	}
	blocks := Blocks(string(source))
	if len(blocks) == 0 {
		t.Fatalf("%s has no block marked sh", o.File)
	}

	// Each block writes to a file of its own; the last one written is where a
	// failure happened.
	logs := t.TempDir()
	output := func(i int) string { return filepath.Join(logs, fmt.Sprint(i)) }
	replace := strings.NewReplacer(o.Replace...)
	var script strings.Builder
	script.WriteString("set -e -o pipefail\ntrap 'echo \"failed: $BASH_COMMAND\"' ERR\ntrap 'jobs -p | xargs -r kill 2>/dev/null || true' EXIT\n" + o.Setup + "\n")
	for i, b := range blocks {
		if b.Reason != "" {
			t.Logf("%s:%d is not run: %s", o.File, b.Line, b.Reason)
			continue
		}
		fmt.Fprintf(&script, "exec >'%s' 2>&1\n%s\n", output(i), replace.Replace(b.Text))
	}

	command := exec.CommandContext(t.Context(), bash, "-c", script.String())
	command.Dir = o.Dir
	command.Env = append(os.Environ(), o.Env...)
	rest, failure := command.CombinedOutput()
	outputs := make([]string, len(blocks))
	last := 0
	for i := range blocks {
		if text, err := os.ReadFile(output(i)); err == nil {
			outputs[i], last = string(text), i
		}
	}
	if failure != nil {
		t.Fatalf("%s:%d: %v\n%s%s", o.File, blocks[last].Line, failure, outputs[last], rest)
	}
	return outputs
}

// Blocks returns the sh blocks of a Markdown document. A block may be indented, as
// one below a list item is.
func Blocks(document string) []Block {
	var blocks []Block
	var inside, keep bool
	var indent string
	for i, line := range strings.Split(document, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		if !strings.HasPrefix(trimmed, "```") {
			if inside && keep {
				b := &blocks[len(blocks)-1]
				b.Text += strings.TrimPrefix(line, indent) + "\n"
			}
			continue
		}
		if inside {
			inside = false
			continue
		}
		inside, indent = true, line[:len(line)-len(trimmed)]
		language, info, _ := strings.Cut(strings.TrimPrefix(trimmed, "```"), " ")
		if keep = language == "sh"; keep {
			reason, _ := strings.CutPrefix(info, "notest:")
			blocks = append(blocks, Block{Line: i + 2, Reason: strings.TrimSpace(reason)})
		}
	}
	return blocks
}
