// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

func TestRows(t *testing.T) {
	const in = "a\t2025-03-04T07:15:00Z\t42.503639\t1.514565\na\t2025-03-04T07:15:09Z\t42.5042\t1.5152\n"
	object := `{"trip":"a","ts":1741072500,"y":42.503639,"x":1.514565}` + "\n"
	for _, c := range []struct {
		name string
		in   string
		args []string
		code int
		says string
	}{
		{"points", in, []string{"match", "--format", "tsv"}, exitOK, "a\t2025-03-04T07:15:00Z\t42.503639\t1.514565\tmatched\t\\N\t42.50"},
		{"ways", in, []string{"match", "--per", "way", "--format", "tsv"}, exitOK, "a\t\\N\t0\t0\t181919639\ttrue\t"},
		{"trips", in, []string{"match", "--per", "trip", "--format", "tsv"}, exitOK, "a\t\\N\t2\t2025-03-04T07:15:00Z\t2025-03-04T07:15:09Z\t"},
		{"units", object, []string{"locate", "--format", "ndjson"}, exitOK, `"x":1.514565,"reason":"no_unit","province_code":null`},
		{"a prefix", object, []string{"match", "--format", "ndjson", "--prefix", "rs_"}, exitOK, `"rs_state":`},
		{"a role", "", []string{"match", "--column", "latitude=y"}, exitUsage, `there is no role "latitude"`},
		{"a column", object, []string{"match", "--format", "ndjson", "--column", "lat=north"}, exitUsage, `no column "north"`},
		{"columns of arrow", "", []string{"match", "--columns", "a,b"}, exitUsage, "go with --format tsv"},
		{"per way of stops", "", []string{"stops", "--per", "way"}, exitUsage, "--per goes with match"},
		{"memory", "", []string{"match", "--memory", "1KB"}, exitUsage, "--memory 1KB"},
		{"no arrow", in, []string{"match"}, exitFailed, "no Arrow IPC stream"},
		{"not grouped", in + strings.Replace(in, "a\t", "b\t", 1), []string{"match", "--format", "tsv"}, exitFailed, "--unsorted"},
		{"unsorted", in + strings.Replace(in, "a\t", "b\t", 1), []string{"match", "--format", "tsv", "--unsorted"}, exitOK, "b\t"},
	} {
		got := roadsnap(t, c.in, append([]string{"rows"}, c.args...)...)
		if got.code != c.code || !strings.Contains(got.out+got.err, c.says) {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s%s", c.name, got.code, c.code, c.says, got.out, got.err)
		}
		if got.code == exitOK && got.err != "" || got.code != exitOK && strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: standard error has %q", c.name, got.err)
		}
	}
}
