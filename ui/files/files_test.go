package files

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFreeNameKeepsWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "city.rsp")
	if got := freeName(path); got != path {
		t.Errorf("free name %q, want %q", got, path)
	}
	for range 2 {
		if err := os.WriteFile(freeName(path), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := filepath.Base(freeName(path)); got != "city 3.rsp" {
		t.Errorf("free name %q", got)
	}
}
