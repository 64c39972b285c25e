// SPDX-License-Identifier: MIT

package kit_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/ui/kit"
)

// TestFactsBreakBetweenQuantities makes facts narrower and wider: a line ends after a dot, never
// within a time.
func TestFactsBreakBetweenQuantities(t *testing.T) {
	test.NewTempApp(t)
	value := kit.FactValue("250,0 km · 5 giờ 07 phút · 12 điểm dừng")
	fact := kit.Fact("Phường", "", value)
	for _, c := range []struct {
		width float32
		want  string
	}{
		{600, "250,0 km · 5 giờ 07 phút · 12 điểm dừng"},
		{280, "250,0 km · 5 giờ 07 phút ·\n12 điểm dừng"},
		{200, "250,0 km ·\n5 giờ 07 phút ·\n12 điểm dừng"},
		{600, "250,0 km · 5 giờ 07 phút · 12 điểm dừng"},
	} {
		fact.Resize(fyne.NewSize(c.width, 100))
		if value.Text != c.want {
			t.Errorf("%v wide: %q, want %q", c.width, value.Text, c.want)
		}
	}
}
