// SPDX-License-Identifier: MIT

package inspector

import (
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/ui/text"
)

// TestLongTitleLeavesRoomForTheRecord shows a trip with the longest whole title, and one whose name
// has a thousand characters.
func TestLongTitleLeavesRoomForTheRecord(t *testing.T) {
	test.NewTempApp(t)
	p := New(text.Catalogue{}, func() {})
	for n, whole := range map[int]bool{longestTitle: true, 1000: false} {
		title := strings.Repeat("ử", n)
		p.Show(Card{Version: n, Title: title, Parts: func() []fyne.CanvasObject { return nil }})
		if got := p.Title(); (got == title) != whole || utf8.RuneCountInString(got) > longestTitle || !whole && !strings.HasSuffix(got, "ử…") {
			t.Errorf("a title of %d characters is shown as %q", n, got)
		}
	}
}
