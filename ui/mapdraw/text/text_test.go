// SPDX-License-Identifier: MIT

package text

import (
	"strings"
	"testing"

	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/maptest"
)

// TestFontsKnowVietnamese checks that the fonts have every letter of Vietnamese.
func TestFontsKnowVietnamese(t *testing.T) {
	const letters = "aàáảãạăằắẳẵặâầấẩẫậeèéẻẽẹêềếểễệiìíỉĩịoòóỏõọôồốổỗộơờớởỡợuùúủũụưừứửữựyỳýỷỹỵđ"
	ts := NewTypesetter(maptest.Fonts(t))
	for _, r := range letters + strings.ToUpper(letters) {
		for f := range style.Italic + 1 {
			if g := ts.glyph(f, r); g.index == 0 || len(g.Outline) == 0 {
				t.Errorf("face %d has no %c", f, r)
			}
		}
	}
}
