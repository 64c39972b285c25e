// SPDX-License-Identifier: MIT

package kit

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestFittedLeavesOutTheLeastImportantParts makes a label narrower and wider.
func TestFittedLeavesOutTheLeastImportantParts(t *testing.T) {
	test.NewTempApp(t)
	parts := []Part{{"1,597.4 km", 2}, {"15 trips", 1}, {"8 to review", 0}, {"34 h driving", 3}, {"15 stops", 4}}
	want := []string{
		"1,597.4 km · 15 trips · 8 to review · 34 h driving · 15 stops",
		"1,597.4 km · 15 trips · 8 to review · 34 h driving",
		"1,597.4 km · 15 trips · 8 to review",
		"15 trips · 8 to review",
		"8 to review",
	}
	f := NewFittedTerm()
	f.SetParts(parts...)
	if f.Text != want[0] {
		t.Errorf("before the layout it shows %q", f.Text)
	}
	var got []string
	for width := float32(600); width > 20; width-- {
		f.Resize(fyne.NewSize(width, 30))
		if n := len(got); n == 0 || got[n-1] != f.Text {
			got = append(got, f.Text)
		}
		if len(f.Text) > len("8 to review") && textWidth(&f.Label, f.Text) > width {
			t.Fatalf("%q is cut in %v", f.Text, width)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("it shows %q", got)
	}
	f.Resize(fyne.NewSize(600, 30))
	if f.Text != want[0] {
		t.Errorf("with room again it shows %q", f.Text)
	}
	f.SetParts(Part{Text: "one"})
	if f.Text != "one" {
		t.Errorf("it shows %q", f.Text)
	}
}
