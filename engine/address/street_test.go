// SPDX-License-Identifier: MIT

package address

import (
	"testing"

	"roadsnap/engine/units"
)

func TestStreetName(t *testing.T) {
	for text, want := range map[string]string{
		"12 Nguyễn Huệ": "Nguyễn Huệ", "Số 12/3 đường Nguyễn Huệ": "Nguyễn Huệ", "45/3A phố Hàng Bài": "Hàng Bài",
		"Ngõ 12 Trần Phú": "Trần Phú", "hẻm 5 đường 3 Tháng 2": "Tháng 2", "12": "", "": "", "Số nhà 7, Lê Lợi": "Lê Lợi",
		"Căn hộ 5, tầng 3, 18 Lê Duẩn": "Lê Duẩn", "180 ngõ 5 phố Huế": "Huế", "Đại lộ Hùng Vương": "Hùng Vương", ", ,": "",
	} {
		if got := StreetName(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestStreetDecides lets a street decide where a ward was divided, and checks that it does not if
// it runs through several candidates, or if coordinates were asked.
func TestStreetDecides(t *testing.T) {
	c := *official()
	asked := ""
	through := map[string]int{"Trần Thái Tông": 1, "Xuân Thủy": 2}
	c.Streets = func(name string, among []units.Ward) []units.Ward {
		asked = name
		return among[:through[name]]
	}
	const place = ", Phường Dịch Vọng, Quận Cầu Giấy, Thành phố Hà Nội"
	a := c.ToNew(Query{Address: "15 Trần Thái Tông" + place})
	if asked != "Trần Thái Tông" || !a.Decided || a.Reason != Street || a.Confidence > onStreet || len(a.Candidates) != 1 || a.Address != "15 Trần Thái Tông, "+a.Ward.FullName+", Thành phố Hà Nội" {
		t.Errorf("asked for %q: %+v", asked, a)
	}
	for _, street := range []string{"15 Xuân Thủy", "15 Nguyễn Khang", "15"} {
		if a := c.ToNew(Query{Address: street + place}); a.Decided || a.Reason != Divided {
			t.Errorf("%s: %+v", street, a)
		}
	}
	asked = ""
	if a := c.ToNew(Query{Address: "15 Trần Thái Tông, Phường Bến Nghé, Quận 1, TP HCM"}); asked != "" || a.Reason != Whole {
		t.Errorf("asked for %q: %+v", asked, a)
	}
}
