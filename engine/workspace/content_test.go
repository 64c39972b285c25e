// SPDX-License-Identifier: MIT

package workspace

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"roadsnap/engine/trace"
)

// TestContent writes a file in parts, and reads it back from the workspace. It is the same as
// the file written at once, so that it is kept once.
func TestContent(t *testing.T) {
	w := openNew(t)
	whole := bytes.Repeat([]byte("10.7,106.7,2026-11-21 07:15:00\n"), 20_000)
	parts := NewContent()
	for rest := whole; len(rest) > 0; {
		n := min(len(rest), 7919)
		if _, err := parts.Write(rest[:n]); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	added, err := w.Add(t.Context(), "a.csv", parts, []trace.Trip{drive("x", 0, 20)})
	if err != nil {
		t.Fatal(err)
	}
	if name, content, err := w.File(t.Context(), added[0].ID); err != nil || name != "a.csv" || !bytes.Equal(content, whole) {
		t.Errorf("%q, %d bytes of %d, %v", name, len(content), len(whole), err)
	}
	if _, err := w.Add(t.Context(), "b.csv", ContentOf(whole), []trace.Trip{drive("y", 0, 20)}); err != nil {
		t.Fatal(err)
	}
	var files int
	if err := w.db.QueryRowContext(t.Context(), "SELECT count(*) FROM file").Scan(&files); err != nil || files != 1 {
		t.Errorf("%d files, %v", files, err)
	}
	sum, packed, err := NewContent().finish()
	if want := sha256.Sum256(nil); err != nil || !bytes.Equal(sum, want[:]) {
		t.Errorf("nothing: sum %x, %v", sum, err)
	}
	if plain, err := decompress(packed); err != nil || len(plain) > 0 {
		t.Errorf("nothing: %q, %v", plain, err)
	}
	if _, err := parts.Write([]byte("more")); err == nil {
		t.Error("a content that was added can be written to")
	}
}
