// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

// TestUnitsLegacyOfPlaces asks for former districts and provinces by code.
func TestUnitsLegacyOfPlaces(t *testing.T) {
	for args, want := range map[string]string{
		"760":              "until 2025-06-30  760  Quận 1, Thành phố Hồ Chí Minh\nabolished by      72/2025/QH15\nbecame            26737",
		"74":               "abolished by      202/2025/QH15\nbecame            79  Thành phố Hồ Chí Minh\ndistricts         718  Thành phố Thủ Dầu Một\n",
		"01":               "in force   01  Thành phố Hà Nội\nbecame     01  Thành phố Hà Nội\n",
		"--of 79":          "Thành phố Sài Gòn - Gia Định (until 1976-07-01)",
		"--json 755":       `"ward_code": "26732"`,
		"--json 74":        `"province_code": "74"`,
		"--json --of 79":   `"whole": true`,
		"Tỉnh Bình Dương":  "Tỉnh Bình Dương",
		"--limit 1 Quận 1": "Quận 1",
	} {
		got := roadsnap(t, "", append([]string{"units", "legacy"}, strings.Fields(args)...)...)
		if got.code != 0 || !strings.Contains(got.out, want) {
			t.Errorf("%s: exit code %d, %s\n%s", args, got.code, got.out, got.err)
		}
	}
}
