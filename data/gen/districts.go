// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strings"
)

// districtsWithoutUnits are the districts of islands that had no wards or communes in June 2025, and
// the special zones that they became.
func districtsWithoutUnits() [][]string {
	return [][]string{
		{"318", "Huyện Bạch Long Vĩ", "31", "Thành phố Hải Phòng", "11948"},
		{"471", "Huyện Cồn Cỏ", "45", "Tỉnh Quảng Trị", "19742"},
		{"498", "Huyện Hoàng Sa", "48", "Thành phố Đà Nẵng", "20333"},
		{"536", "Huyện Lý Sơn", "51", "Tỉnh Quảng Ngãi", "21548"},
		{"755", "Huyện Côn Đảo", "77", "Tỉnh Bà Rịa - Vũng Tàu", "26732"},
	}
}

// districtTable returns the 696 districts of June 2025 with their codes. Those without wards have the
// code of the ward that they became.
func (m *merger) districtTable() ([][]string, error) {
	rows := make(map[string][]string)
	for _, u := range m.official {
		row := []string{u.districtCode, u.district, u.provinceCode, u.province, ""}
		if other, ok := rows[u.districtCode]; ok && !slices.Equal(other, row) {
			return nil, fmt.Errorf("%s: code %s is that of %q and of %q", officialFile, u.districtCode, other, row)
		}
		rows[u.districtCode] = row
	}
	out := districtsWithoutUnits()
	for _, row := range rows {
		out = append(out, row)
	}
	slices.SortFunc(out, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	return append([][]string{{"code", "name", "province_code", "province", "ward"}}, out...), nil
}
