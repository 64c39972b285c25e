// SPDX-License-Identifier: MIT

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

// pickerOf is a Picker that always returns the same path.
type pickerOf string

func (p pickerOf) Open(_ Question, done func(string, error)) { done(string(p), nil) }
func (p pickerOf) Save(_ Question, done func(string, error)) { done(string(p), nil) }

func (p pickerOf) Folder(_ Question, done func(string, error)) { done(string(p), nil) }

func TestSavedFilesHaveAnExtension(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken+".png", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/a/map": "/a/map.png", "/a/map.svg": "/a/map.svg", "/a/map.PNG": "/a/map.PNG", "": "", taken: taken + " 2.png", taken + ".png": taken + ".png",
		"/a/51C-123.45": "/a/51C-123.45.png", "/a/map.gif": "/a/map.gif.png", "/a/map.pdf": "/a/map.pdf", "/a.svg/map": "/a.svg/map.png",
	} {
		d := New(Options{Picker: func() Picker { return pickerOf(path) }, Post: func(do func()) { do() }})
		got := ""
		d.Save(Question{Extensions: []string{"png", "svg"}, Others: []string{"pdf"}}, func(path string) { got = path })
		if got != want {
			t.Errorf("%q is saved as %q, want %q", path, got, want)
		}
	}
}
