// SPDX-License-Identifier: MIT

package atomicfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"roadsnap/internal/atomicfile"
)

func TestFileIsReplacedAsAWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for _, c := range []struct {
		name string
		fail error
		want string
	}{
		{"the writer fails", broken, "old"},
		{"all is written", nil, "new"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := atomicfile.Write(path, 0o644, func(w io.Writer) error {
				if _, err := io.WriteString(w, "new"); err != nil {
					t.Fatal(err)
				}
				if b, _ := os.ReadFile(path); string(b) != "old" {
					t.Errorf("meanwhile the file holds %q", b)
				}
				return c.fail
			})
			if !errors.Is(err, c.fail) {
				t.Errorf("error %v, want %v", err, c.fail)
			}
			if b, _ := os.ReadFile(path); string(b) != c.want {
				t.Errorf("the file holds %q, want %q", b, c.want)
			}
			if list, _ := os.ReadDir(filepath.Dir(path)); len(list) != 1 {
				t.Errorf("the folder holds %v, want one file", list)
			}
		})
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestErrorsNameTheTarget checks that no error has the name of the temporary file, which
// means nothing to users, and that each keeps its identity.
func TestErrorsNameTheTarget(t *testing.T) {
	folder := t.TempDir()
	none, full := filepath.Join(folder, "none", "a"), filepath.Join(folder, "full")
	if err := os.MkdirAll(filepath.Join(full, "inside"), 0o700); err != nil {
		t.Fatal(err)
	}
	var late io.Writer
	nothing := func(w io.Writer) error {
		late = w
		return nil
	}
	if err := atomicfile.Write(filepath.Join(folder, "b"), 0o600, nothing); err != nil {
		t.Fatal(err)
	}
	_, closed := late.Write([]byte("x"))
	for _, c := range []struct {
		name  string
		err   error
		is    error
		names string
	}{
		{"no folder", atomicfile.Write(none, 0o600, nothing), fs.ErrNotExist, "cannot write into " + filepath.Dir(none) + ": "},
		{"onto a folder", atomicfile.Write(full, 0o600, nothing), nil, full},
		{"write", closed, fs.ErrClosed, filepath.Join(folder, "b")},
	} {
		if c.err == nil || c.is != nil && !errors.Is(c.err, c.is) || !strings.Contains(c.err.Error(), c.names) || strings.Contains(c.err.Error(), ".roadsnap-") {
			t.Errorf("%s: %v", c.name, c.err)
		}
	}
	if os.Geteuid() != 0 && runtime.GOOS != "windows" {
		locked := filepath.Join(folder, "locked")
		if err := os.Mkdir(locked, 0o500); err != nil {
			t.Fatal(err)
		}
		err := atomicfile.Write(filepath.Join(locked, "a"), 0o600, nothing)
		if !errors.Is(err, fs.ErrPermission) || err.Error() != "cannot write into "+locked+": permission denied; choose another folder" {
			t.Errorf("in a locked folder: %v", err)
		}
	}
}

func TestTargetsThatCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	nothing := func(io.Writer) error { return nil }
	if err := atomicfile.Write(filepath.Join(folder, "none", "a"), 0o644, nothing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that does not exist: %v", err)
	}
	if err := atomicfile.Write(folder, 0o644, nothing); err == nil {
		t.Error("a folder was replaced")
	}
	if list, _ := os.ReadDir(filepath.Dir(folder)); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
}
