// SPDX-License-Identifier: MIT

package units

import "testing"

func TestTelexWord(t *testing.T) {
	for typed, want := range map[string]string{
		"hoof": "hồ", "chis": "chí", "ddaf": "đà", "nawngx": "nẵng", "phuwowngf": "phường", "phuongwf": "phường",
		"quaanj": "quận", "wng": "ưng", "muwa": "mưa", "tieens": "tiến", "Hues": "hué", "thuaanz": "thuân",
	} {
		if got, ok := telexWord(typed); !ok || Key(got) != Key(want) {
			t.Errorf("%q gives %q, %v, want %q", typed, got, ok, want)
		}
	}
	for _, typed := range []string{"", "ha", "son", "x", "Xuan", "r", "phuong", "abcdefghijklmnopqrstuvwxyz"} {
		if got, ok := telexWord(typed); ok {
			t.Errorf("%q gives %q", typed, got)
		}
	}
}

func TestWithoutTelex(t *testing.T) {
	table := official(t)
	for typed, want := range map[string]string{
		"Hoof Chis Minh": "hồ chí Minh", "Xã Cư M'gar": "Xã Cư M'gar", "Ea Kar": "Ea Kar", "Krông Nô": "Krông Nô",
		"quaanj 1, TPHCM": "quận 1, TPHCM", "": "", "12/3 Lee Lowji": "12/3 lê lợi", "Qwxyz": "Qwxyz", "sapa": "sapa",
		"\xff\xfeHoof Chis Minh\xff": "\xff\xfehồ chí Minh\xff", "\xff": "\xff",
	} {
		if got := withoutTelex(typed, table.knowsWord); Key(got) != Key(want) {
			t.Errorf("%q gives %q, want %q", typed, got, want)
		}
	}
}
