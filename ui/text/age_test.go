// SPDX-License-Identifier: MIT

package text_test

import (
	"testing"
	"time"

	"roadsnap/assets"
	"roadsnap/ui/text"
)

func TestMapAge(t *testing.T) {
	now := time.Date(2026, time.November, 25, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		data   time.Time
		en, vi string
	}{
		{now.AddDate(0, 0, 1), "Map of 2026-11-26, 0 days old.", "Bản đồ ngày 26/11/2026, đã 0 ngày."},
		{now.AddDate(0, 0, -1), "Map of 2026-11-24, 1 day old.", "Bản đồ ngày 24/11/2026, đã 1 ngày."},
		{now.AddDate(0, 0, -55), "Map of 2026-10-01, 55 days old.", "Bản đồ ngày 01/10/2026, đã 55 ngày."},
		{now.AddDate(0, -9, -1), "Map of 2026-02-24, 9 months old.", "Bản đồ ngày 24/02/2026, đã 9 tháng."},
		{now.AddDate(-8, -1, 0), "Map of 2018-10-25, 8 years old.", "Bản đồ ngày 25/10/2018, đã 8 năm."},
	} {
		for language, want := range map[string]string{"en": c.en, "vi": c.vi} {
			words, err := text.Load(assets.Translations(), language)
			if err != nil {
				t.Fatal(err)
			}
			if got := words.MapAge(c.data, now); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}
