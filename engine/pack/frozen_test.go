package pack

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// frozen is the sample pack as the writer of a format version made it.
func frozen(version int) string { return filepath.Join("testdata", fmt.Sprintf("v%d.rsp", version)) }

// TestFrozenPacks opens the sample packs of all versions that this program
// reads. They are never made anew: a change that breaks this test breaks the
// packs that people have.
func TestFrozenPacks(t *testing.T) {
	freeze(t)
	for version := 1; version <= FormatVersion; version++ {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
			checkSample(t, open(t, frozen(version)))
		})
	}
}

// TestWriterMakesTheFrozenBytes holds the writer to the bytes of its version: a
// change here is a new format version, with a frozen pack of its own.
func TestWriterMakesTheFrozenBytes(t *testing.T) {
	freeze(t)
	want, err := os.ReadFile(frozen(FormatVersion))
	if err != nil {
		t.Fatal(err)
	}
	if got := sampleBytes(t); !bytes.Equal(got, want) {
		i := 0
		for i < min(len(got), len(want)) && got[i] == want[i] {
			i++
		}
		t.Errorf("%d bytes, frozen are %d; they differ from byte %d", len(got), len(want), i)
	}
}

// freeze makes the frozen pack of a new format version, if it is not there, and
// fails so that somebody looks at it. It never touches one that is.
func freeze(t *testing.T) {
	t.Helper()
	path := frozen(FormatVersion)
	if _, err := os.Stat(path); err == nil {
		return
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, sampleBytes(t), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Fatalf("%s was missing and has been made: look at it, then keep it for ever", path)
}
