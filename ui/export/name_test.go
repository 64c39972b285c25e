// SPDX-License-Identifier: MIT

package export

import (
	"strings"
	"testing"
	"time"
)

func TestPictureName(t *testing.T) {
	b := newBench(t)
	morning := time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC) // the 23rd in Vietnam
	for _, c := range []struct {
		title       string
		first, last time.Time
		want        string
	}{
		{"51C-123.45", morning, morning.Add(time.Hour), "51C-123.45_2026-11-23"},
		{"51C-123.45", morning, morning.Add(30 * time.Hour), "51C-123.45_2026-11-23_2026-11-24"},
		{"Thành phố Hồ Chí Minh", time.Time{}, time.Time{}, "Thành phố Hồ Chí Minh"},
		{"../a/b\\c:d*\n", time.Time{}, time.Time{}, "a-b-c-d"},
		{" … ", time.Time{}, time.Time{}, "…"},
		{"", morning, morning, "roadsnap_2026-11-23"},
		{"...", time.Time{}, time.Time{}, "roadsnap"},
		{strings.Repeat("ệ", 100), time.Time{}, time.Time{}, strings.Repeat("ệ", longestName)},
	} {
		b.first, b.last = c.first, c.last
		if got := b.pictureName(c.title); got != c.want {
			t.Errorf("%q: %q, want %q", c.title, got, c.want)
		}
	}
}
