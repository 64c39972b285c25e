// SPDX-License-Identifier: MIT

package api

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
)

// FuzzString checks that a string is decoded as by encoding/json.
func FuzzString(f *testing.F) {
	for _, s := range []string{"", "Hà Nội", `"\`, "\x00\x1f\x7f", "a\xffb\xc3", "\u2028<&>", "😀", "\xed\xa0\x80", "\xf0\x9f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got string
		if err := json.Unmarshal(appendString(nil, s), &got); err != nil {
			t.Fatal(err)
		}
		if want := strings.ToValidUTF8(replaceEach(s), "\uFFFD"); got != want {
			t.Errorf("%q became %q, want %q", s, got, want)
		}
		if fromBytes := string(appendString(nil, []byte(s))); fromBytes != string(appendString(nil, s)) {
			t.Errorf("as bytes: %s", fromBytes)
		}
	})
}

// replaceEach replaces each byte that is not UTF-8 with U+FFFD, as a range loop
// does.
func replaceEach(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}

// FuzzDegrees checks that coordinates have 6 decimals and the nearest value.
func FuzzDegrees(f *testing.F) {
	for _, v := range []float64{0, math.Copysign(0, -1), 180, -180, 90, -1e-9, 5e-7, -5e-7, 0.9999995, 106.691235, -0.1} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v float64) {
		if !(math.Abs(v) <= 180) {
			t.Skip("no coordinate")
		}
		text := string(appendDegrees(nil, v))
		got, err := strconv.ParseFloat(text, 64)
		if err != nil || !json.Valid([]byte(text)) || len(text)-strings.IndexByte(text, '.') != 7 || strings.HasPrefix(text, "-0.000000") {
			t.Fatalf("%v became %q: %v", v, text, err)
		}
		if math.Abs(got-v) > 0.5000001e-6 {
			t.Errorf("%v became %s", v, text)
		}
	})
}
