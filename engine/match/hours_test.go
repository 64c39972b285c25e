// SPDX-License-Identifier: MIT

package match

import (
	"testing"
	"time"
)

func TestBannedAt(t *testing.T) {
	for _, c := range []struct {
		condition  string
		at         string // weekday of July 2025 and time
		banned, ok bool
	}{
		{"no @ (06:00-09:00)", "Tu 06:00", true, true},
		{"no @ (06:00-09:00)", "Tu 09:00", false, true},
		{"no @ 06:00-09:00", "Tu 07:00", true, true},
		{"no @ (06:00-09:00,16:00-20:00)", "Tu 17:00", true, true},
		{"no @ (Mo-Fr 06:00-09:00)", "Su 07:00", false, true},
		{"no @ (Mo-Fr 06:00-09:00; Sa 10:00-12:00)", "Sa 11:00", true, true},
		{"no @ (06:00-09:00); no @ (16:00-20:00)", "Mo 19:59", true, true},
		{"no @ (22:00-05:00)", "Tu 04:00", true, true},
		{"no @ (22:00-05:00)", "Tu 23:00", true, true},
		{"no @ (Fr 22:00-05:00)", "Sa 04:00", true, true},
		{"no @ (Fr 22:00-05:00)", "Fr 04:00", false, true},
		{"no @ (Sa-Mo)", "Su 12:00", true, true},
		{"no @ (Sa-Mo)", "Tu 12:00", false, true},
		{"no @ (Sa,Su)", "Su 12:00", true, true},
		{"no @ (00:00-24:00)", "Su 23:59", true, true},
		{"no @ (Mo-Fr 06:00-09:00, 16:00-20:00)", "Mo 16:30", true, true},
		{"no @ (PH)", "Mo 12:00", false, false},
		{"no @ (weight>5)", "Mo 12:00", false, false},
		{"no @ (sunrise-sunset)", "Mo 12:00", false, false},
		{"no @ (25:00-26:00)", "Mo 12:00", false, false},
		{"no @ (Mo 06:00-09:00 AND wet)", "Mo 07:00", false, false},
		{"no", "Mo 12:00", false, false},
		{"", "Mo 12:00", false, false},
	} {
		day := map[string]string{"Mo": "07", "Tu": "08", "Fr": "11", "Sa": "12", "Su": "13"}[c.at[:2]]
		at, err := time.Parse("2006-01-02 15:04", "2025-07-"+day+c.at[2:])
		if err != nil {
			t.Fatal(err)
		}
		if banned, ok := bannedAt(c.condition, at); banned != c.banned || ok != c.ok {
			t.Errorf("%q on %s: %v, %v, want %v, %v", c.condition, c.at, banned, ok, c.banned, c.ok)
		}
	}
}
