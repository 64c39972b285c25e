// SPDX-License-Identifier: MIT

package rows

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// compareMembers compares the members of a line with those that encoding/json finds.
func compareMembers(t *testing.T, line []byte) {
	t.Helper()
	got := map[string]string{}
	ok := members(line, func(name, value []byte) { got[string(name)] = string(value) })
	var want map[string]json.RawMessage
	valid := json.Valid(line) && bytes.HasPrefix(bytes.TrimLeft(line, " \t\r\n"), []byte("{"))
	if ok != valid {
		t.Fatalf("%.200q is an object: %v, want %v", line, ok, valid)
	}
	if !valid || !utf8.Valid(line) {
		return
	}
	if err := json.Unmarshal(line, &want); err != nil || len(got) != len(want) {
		t.Fatalf("%.200q has %d members, want %d, %v", line, len(got), len(want), err)
	}
	for name, value := range want {
		if got[name] != string(value) {
			t.Fatalf("%.200q: member %q is %q, want %q", line, name, got[name], value)
		}
	}
}

var jsonLines = []string{
	`{}`, ` { } `, `{"a":1}`, `{"a":1,"a":2}`, `{"a":1,}`, `{"a"}`, `{"a":}`, `{,}`, `{a:1}`, `{"a":1}x`, `{"a":1} {}`, `[1]`, `"a"`, `1`, ``, ` `, `{`, `}`,
	`{"a":{},"b":[],"c":[{}],"d":{"e":[1,{"f":[[]]}]}}`, `{"a":[1,]}`, `{"a":[,1]}`, `{"a":[1 2]}`, `{"a":{"b":1,}}`, `{"a":{"b"}}`, `{"a":[}`, `{"a":{]}`, `{"a":[1}]`, `{"a":{"b":1]}`,
	`{"a":-0.5e+10,"b":-0,"c":1E-400,"d":1e999}`, `{"a":01}`, `{"a":1.}`, `{"a":.5}`, `{"a":+1}`, `{"a":-}`, `{"a":1e}`, `{"a":1e+}`, `{"a":0x1}`, `{"a":NaN}`, `{"a":1_0}`,
	`{"a":true,"b":false,"c":null}`, `{"a":tru}`, `{"a":truee}`, `{"a":nul`, `{"a":"\u00e9\ud800\\\/\b"}`, `{"a":"\u00g0"}`, `{"a":"\x"}`, `{"a":"\`, `{"a":"` + "\x00" + `"}`, `{"a":"` + "\x1f" + `"}`, `{"a":"` + "\x7f\xff" + `"}`,
	`{"\u0061":1,"b\"c":2}`, "\ufeff{}", "{\v}", "{\"a\" :\t1 ,\r\"b\": [ 1 , 2 ] }", "\x00", "{\"a\":1\x00}", `{"":{"":""}}`,
}

// TestMembers compares with encoding/json, also objects that nest as deep as that allows.
func TestMembers(t *testing.T) {
	for _, line := range jsonLines {
		compareMembers(t, []byte(line))
		for n := range line { // also cut off anywhere
			compareMembers(t, []byte(line[:n]))
		}
	}
	for _, n := range []int{mostJSON - 2, mostJSON - 1, mostJSON, MaxRow} {
		compareMembers(t, []byte(`{"a":`+strings.Repeat("[", n)+strings.Repeat("]", n)+"}"))
		compareMembers(t, []byte(strings.Repeat(`{"a":`, n)+"1"+strings.Repeat("}", n)))
	}
}

func FuzzMembers(f *testing.F) {
	for _, line := range jsonLines {
		f.Add([]byte(line))
	}
	f.Fuzz(compareMembers)
}

// TestAppendFixed compares with the shortest text of strconv.
func TestAppendFixed(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	compare := func(v, unit float64) {
		if got, want := string(appendFixed(nil, v, unit)), strconv.FormatFloat(v, 'f', -1, 64); got != want {
			t.Fatalf("%g in parts of %g is %s, want %s", v, unit, got, want)
		}
	}
	for _, k := range []kind{degreesKind, metresKind, shareKind} {
		for _, v := range []float64{0, 1, -1, 0.1, -0.1, 0.00000001, 1e-7, 123.456, 1e7, 1e8, 1e15, -1e22, 1e300, math.Pi, math.NaN(), math.Inf(1), math.MaxInt64} {
			compare(v, k.unit())
		}
		for range 100_000 {
			c := column{kind: k}
			c.float((random.Float64() - 0.5) * math.Pow(10, random.Float64()*20-8))
			compare(c.floats[0], k.unit())
		}
	}
}
