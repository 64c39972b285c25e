// SPDX-License-Identifier: MIT

package timeline

import (
	"slices"
	"testing"
	"time"

	"roadsnap/assets"
	"roadsnap/ui/text"
)

// TestAxisNamesTheDays checks the labels of a trip of several days: where a day begins, its date.
func TestAxisNamesTheDays(t *testing.T) {
	for language, want := range map[string][]string{
		"en": {"2026-11-17", "12:00", "2026-11-18", "00:00:30"},
		"vi": {"17/11/2026", "12:00", "18/11/2026", "00:00:30"},
	} {
		words, err := text.Load(assets.Translations(), language)
		if err != nil {
			t.Fatal(err)
		}
		p := &Panel{words: words}
		p.state.Whole.From = time.Date(2026, 11, 16, 12, 0, 0, 0, text.Vietnam)
		const hour = 3600
		places := []float64{12 * hour, 24 * hour, 36 * hour, 12*hour + 30}
		var got []string
		for _, at := range places {
			got = append(got, p.axisText(at, places))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
}
