// SPDX-License-Identifier: MIT

//go:build unix

package pack

import (
	"os"
	"path/filepath"
	"testing"
)

// A symbolic link and a named pipe with the name of a leftover are kept. Opening the
// pipe would wait for a writer.
func TestRemoveUnlockedLeavesWhatIsNoFile(t *testing.T) {
	folder := t.TempDir()
	file, link, pipe := filepath.Join(folder, "file"), filepath.Join(folder, "link"), filepath.Join(folder, "pipe")
	if err := os.WriteFile(file, []byte("of somebody else"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	makePipe(t, pipe)
	for _, path := range []string{link, pipe} {
		removeUnlocked(path)
		if _, err := os.Lstat(path); err != nil {
			t.Error(err)
		}
	}
	if removeUnlocked(file); exists(file) {
		t.Error("a file that nobody has locked is still there")
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
