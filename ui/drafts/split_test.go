// SPDX-License-Identifier: MIT

package drafts

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/ui/text"
)

// TestMinutesChooseTheirLimit types minutes, which chooses the limit, and checks that the parts are
// counted once for each change.
func TestMinutesChooseTheirLimit(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	l, _ := minutesRow(words, "trips.split.stops", usualStop)
	var counted []time.Duration
	l.onChange(func() { counted = append(counted, l.value()) })
	for i, minutes := range []string{"5", "51"} {
		l.minutes.SetText(minutes)
		if len(counted) != i+1 {
			t.Errorf("after %q the parts were counted for %v", minutes, counted)
		}
	}
	l.on.SetChecked(false)
	if len(counted) != 3 || counted[1] != 51*time.Minute || counted[2] != 0 {
		t.Errorf("the parts were counted for %v", counted)
	}
}
