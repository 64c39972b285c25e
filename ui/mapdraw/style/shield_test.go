// SPDX-License-Identifier: MIT

package style

import "testing"

func TestShieldOf(t *testing.T) {
	themes := testThemes(t)
	theme := &themes.Light
	plateOf := func(prefix string) *Shield {
		for i := range theme.Shields {
			for _, p := range theme.Shields[i].Prefixes {
				if p == prefix {
					return &theme.Shields[i]
				}
			}
		}
		return &theme.Shields[len(theme.Shields)-1]
	}
	for _, c := range []struct {
		ref, text, plate string
		none             bool
	}{
		{ref: "QL.1A", text: "QL.1A", plate: "QL"},
		{ref: "QL1A", text: "QL.1A", plate: "QL"},
		{ref: "ql 52", text: "QL.52", plate: "QL"},
		{ref: "QL1;QL50", text: "QL.1", plate: "QL"},
		{ref: "CT01", text: "CT.01", plate: "CT"},
		{ref: "ĐT.743B", text: "ĐT.743B", plate: "ĐT"},
		{ref: "đt 743", text: "ĐT.743", plate: "ĐT"},
		{ref: "Đ\u0054826", text: "ĐT.826", plate: "ĐT"},
		{ref: "TL 10", text: "TL.10", plate: "TL"},
		{ref: "HL-2", text: "HL.2", plate: "HL"},
		{ref: "1A", text: "1A"},
		{ref: "CG-1", text: "CG-1"},
		{ref: "CTA", text: "CTA"},
		{ref: "QL", text: "QL"},
		{ref: "", none: true},
		{ref: " ; ", none: true},
		{ref: "Cầu Nguyễn Văn Cừ", none: true},
		{ref: "QL.123456789", none: true},
	} {
		text, plate, ok := theme.ShieldOf(c.ref)
		switch {
		case ok == c.none:
			t.Errorf("%q: ok = %v, want %v", c.ref, ok, !c.none)
		case ok && (text != c.text || plate != plateOf(c.plate)):
			t.Errorf("%q: %q on the plate of %v, want %q on that of %q", c.ref, text, plate.Prefixes, c.text, c.plate)
		}
	}
}
