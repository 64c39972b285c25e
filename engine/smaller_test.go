// SPDX-License-Identifier: MIT

package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine"
)

// rowOfRoads writes an extract with roads in a row.
func rowOfRoads(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("<osm>")
	for i := range n + 1 {
		fmt.Fprintf(&b, `<node id="%d" lat="10" lon="%.3f"/>`, i+1, 106+float64(i)*0.001)
	}
	for i := range n {
		fmt.Fprintf(&b, `<way id="%d"><nd ref="%d"/><nd ref="%d"/><tag k="highway" v="primary"/></way>`, i+1, i+1, i+2)
	}
	b.WriteString("</osm>")
	path := filepath.Join(t.TempDir(), "x.osm")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestImportKeepsALargerMap(t *testing.T) {
	dir := t.TempDir()
	out, beside := filepath.Join(dir, "x.rsp"), filepath.Join(dir, "y.rsp")
	content := func() []byte {
		b, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if _, err := engine.Import(t.Context(), engine.ImportOptions{Roads: rowOfRoads(t, 10), Out: out}); err != nil {
		t.Fatal(err)
	}
	whole := content()
	for _, o := range []engine.ImportOptions{
		{Roads: rowOfRoads(t, 8), Out: out},
		{Roads: rowOfRoads(t, 8), Out: beside, Replaces: out},
	} {
		if _, err := engine.Import(t.Context(), o); !errors.Is(err, engine.ErrSmaller) || !strings.Contains(err.Error(), "road links: 8, 10 before") {
			t.Errorf("8 roads for 10: error %v", err)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 1 || !bytes.Equal(content(), whole) {
			t.Errorf("the old map has changed, or %d files are there, %v", len(files), err)
		}
	}
	for _, o := range []engine.ImportOptions{
		{Roads: rowOfRoads(t, 9), Out: out},
		{Roads: rowOfRoads(t, 2), Out: out, Smaller: true},
		{Roads: rowOfRoads(t, 1), Out: beside},
	} {
		if _, err := engine.Import(t.Context(), o); err != nil {
			t.Errorf("%+v: error %v", o, err)
		}
	}
	// A damaged pack is nothing to keep.
	if err := os.WriteFile(out, whole[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Import(t.Context(), engine.ImportOptions{Roads: rowOfRoads(t, 1), Out: out}); err != nil {
		t.Errorf("in place of a damaged pack: %v", err)
	}
}
