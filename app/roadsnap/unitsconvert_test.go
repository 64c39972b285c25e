// SPDX-License-Identifier: MIT

package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestUnitsConvert(t *testing.T) {
	for _, c := range []struct {
		name, in string
		args     []string
		code     int
		says     string // a pattern in what goes to either stream
	}{
		{"one", "", []string{"12", "Nguyễn", "Huệ,", "P.", "Bến", "Nghé,", "Q.1"}, exitOK, `(?s)12 Nguyễn Huệ, Phường Sài Gòn, Thành phố Hồ Chí Minh\n.*whole.*from Phường Bến Nghé, Quận 1`},
		{"JSON", "", []string{"--json", "Phường Đa Kao, Quận 1"}, exitOK, `(?s)"ward_code": null.*"divided".*"26737".*"26740"`},
		{"back", "", []string{"--to", "former", "xã Mường Lát, Thanh Hóa"}, exitOK, `Thị trấn Mường Lát, Huyện Mường Lát, Tỉnh Thanh Hóa`},
		{"not understood", "", []string{"không có gì"}, exitFailed, `names no ward`},
		{"latitude alone", "", []string{"--lat-column", "lat"}, exitUsage, `both`},
		{"no borders", "", []string{"--lat-column", "lat", "--lon-column", "lon"}, exitUsage, `--pack`},
		{"JSON of a table", "", []string{"--json"}, exitUsage, `--json`},
		{"empty", "", nil, exitFailed, `empty`},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00", nil, exitFailed, `no text, or UTF-16; give it CSV in UTF-8`},
		{"UTF-16", "\xff\xfed\x00i\x00a\x00\n\x00", nil, exitFailed, `no text, or UTF-16; give it CSV in UTF-8`},
		{"no such column", "a,b\n1,2\n", []string{"--column", "c"}, exitFailed, `no column "c"; the columns are a, b`},
		{"no addresses", "a,b\n1,2\n", nil, exitFailed, `--column`},
		{"parts in columns", "id;Phường;Quận;Tỉnh\n1;Bến Nghé;Quận 1;TP HCM\n", nil, exitOK, `1;Bến Nghé;Quận 1;TP HCM;Phường Sài Gòn, Thành phố Hồ Chí Minh;26740;79;0\.99;whole;26740\n`},
		{"named columns", "id;x;y;z\n1;Bến Nghé;1;2\n2;Đa Kao;Quận 1;2\n", []string{"--ward", "x", "--district", "y"}, exitOK, `2;Đa Kao;Quận 1;2;;;79;0\.99;divided;26737 26740\n`},
		{"numbered", "id|x\n1|Bến Nghé, Quận 1\n", []string{"--column", "2"}, exitOK, `(?s)id\|x\|new_address.*1\|Bến Nghé, Quận 1\|Phường Sài Gòn, Thành phố Hồ Chí Minh\|`},
		{"lines", "p6 q3 hcm\r\nPhường Đa Kao, Quận 1, \"cũ\"", nil, exitOK, `(?s)p6 q3 hcm,"Phường Xuân Hòa, Thành phố Hồ Chí Minh",27139,79,0\.97,whole,27139\r\n"Phường Đa Kao, Quận 1, ""cũ""",,,79,0\.99,divided,26737 26740.*2 rows: 1 converted, 1 with`},
		{"table back", "địa chỉ\tn\nPhường Sài Gòn, TP.HCM\t1\n", []string{"--to", "former"}, exitOK, `(?s)former_address\tformer_code\tward_code.*\t1\t\t\t26740\t0\.99\tparts\t26737 26740 26746\n`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := roadsnap(t, c.in, append([]string{"units", "convert"}, c.args...)...)
			if got.code != c.code || !regexp.MustCompile(c.says).MatchString(got.out+got.err) {
				t.Errorf("exit code %d\n%s\n%s", got.code, got.out, got.err)
			}
		})
	}
}

// TestConvertKeepsOrder converts more rows than a batch holds.
func TestConvertKeepsOrder(t *testing.T) {
	var in strings.Builder
	in.WriteString("n,address\n")
	for range 8000 {
		in.WriteString("7,\"12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM\"\n8,\"Phường 6, Quận 3\"\n")
	}
	got := roadsnap(t, in.String(), "units", "convert")
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.code != exitOK || len(lines) != 16001 {
		t.Fatalf("exit code %d, %d lines, %s", got.code, len(lines), got.err)
	}
	for i, line := range lines[1:] {
		if want := [2]string{",26740,79,0.99,whole,26740", ",27139,79,0.99,whole,27139"}[i%2]; !strings.HasPrefix(line, [2]string{"7,", "8,"}[i%2]) || !strings.HasSuffix(line, want) {
			t.Fatalf("line %d is %q, want …%s", i+2, line, want)
		}
	}
}
