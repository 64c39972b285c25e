// SPDX-License-Identifier: MIT

package pack

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// frozen is the sample pack as written by a format version.
func frozen(version int) string { return filepath.Join("testdata", fmt.Sprintf("v%d.rsp", version)) }

// TestFrozenPacks opens the sample pack of the current version. It is never generated
// again, because a change that breaks this test breaks existing packs.
func TestFrozenPacks(t *testing.T) {
	freeze(t)
	checkSample(t, open(t, frozen(FormatVersion)))
}

// TestOldPacksAreRefused opens the sample packs of versions that are no longer read. The
// error must say what to do.
func TestOldPacksAreRefused(t *testing.T) {
	for version := 1; version < FormatVersion; version++ {
		_, err := Open(frozen(version))
		if !errors.Is(err, ErrVersion) || !strings.Contains(err.Error(), "install the map again") {
			t.Errorf("version %d: %v", version, err)
		}
	}
}

// TestWriterMakesTheFrozenBytes compares the output of the writer with the frozen
// pack. Any difference requires a new format version with its own frozen pack.
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

// freeze creates the frozen pack of a new format version if it does not exist, and
// fails the test so that the pack is reviewed. It never changes an existing one.
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
