// SPDX-License-Identifier: MIT

package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestTightOptionsDoNotOverlap checks that tight options stand as close as the lines of a list, and
// that none covers another one.
func TestTightOptionsDoNotOverlap(t *testing.T) {
	test.NewTempApp(t)
	o := NewOptions([]string{"one", "two", "three"}, false)
	wide := o.Content.MinSize().Height
	o.Tighten()
	w := test.NewTempWindow(t, o.Content)
	w.Resize(fyne.NewSize(200, 200))
	if tight := o.Content.MinSize().Height; tight > wide-3*TightOverlap {
		t.Errorf("they are %g high, and %g otherwise", tight, wide)
	}
	for i, one := range o.List[1:] {
		above := o.List[i]
		if end := above.Position().Y + above.Size().Height; one.Position().Y < end {
			t.Errorf("%s begins at %g, before the end of %s at %g", one.Text, one.Position().Y, above.Text, end)
		}
	}
}
