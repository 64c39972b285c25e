package atomicfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
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
