// SPDX-License-Identifier: MIT

package doctest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const document = `# Title

    indented code is not run: exit 1

` + "```sh" + `
name=value
echo first > file
` + "```" + `

1. In a list:

   ` + "```sh" + `
   echo "$name port 8080"; cat file
   ` + "```" + `

` + "```sh notest: fails" + `
exit 1
` + "```" + `
` + "```json" + `
{}
` + "```\n"

func TestBlocks(t *testing.T) {
	blocks := Blocks(document)
	if len(blocks) != 3 {
		t.Fatalf("%d blocks, want 3: %+v", len(blocks), blocks)
	}
	if b := blocks[1]; b.Text != "echo \"$name port 8080\"; cat file\n" || b.Line != 13 || b.Reason != "" {
		t.Errorf("the block of the list is %+v", b)
	}
	if got := blocks[2].Reason; got != "fails" {
		t.Errorf("the reason of the last block is %q, want fails", got)
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "README.md")
	if err := os.WriteFile(file, []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	outputs := Run(t, Options{File: file, Dir: dir, Replace: []string{"8080", "8081"}})
	if len(outputs) != 3 || !strings.Contains(outputs[1], "value port 8081\nfirst\n") || outputs[2] != "" {
		t.Errorf("outputs are %q", outputs)
	}
}
