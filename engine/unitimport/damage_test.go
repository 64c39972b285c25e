// SPDX-License-Identifier: MIT

package unitimport

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTruncation cuts a text at every byte. The result is damaged, empty, or complete
// except for spaces.
func TestTruncation(t *testing.T) {
	text := collection(featureOf(`"code":"00004","name":"Ba \u0110\u00ecnh","n":-1.5e3,"x":[true,null]`, polygon(square(21, 105, 0.5))))
	for n := range len(text) {
		if _, err := readString(text[:n]); !errors.Is(err, ErrCorrupt) && (n > 0 || !errors.Is(err, ErrFormat)) {
			t.Fatalf("cut after %d bytes: %v", n, err)
		}
	}
}

// TestDamage flips bytes of compressed files. That may give an error of a known class
// or another answer, but no panic.
func TestDamage(t *testing.T) {
	all := collection(threeWards()...)
	random := rand.New(rand.NewPCG(1, 2))
	for name, content := range map[string]string{
		"x.json": all, "x.json.gz": zipped(t, all), "x.zip": archive(t, "1.json", all, "2.json.gz", zipped(t, all)),
	} {
		for range 300 {
			b := bytes.Clone([]byte(content))
			for range 1 + random.IntN(3) {
				b[random.IntN(len(b))] ^= byte(1 << random.IntN(8))
			}
			_, err := read(t.Context(), []string{filepath.Join(folder(t, name, string(b)), name)}, Options{}, nil)
			if err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrFormat) && !errors.Is(err, ErrProjected) && !errors.Is(err, ErrSwapped) {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// TestNumbers compares numbers with strconv, to the last bit.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringMatching(`-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?`),
			rapid.Custom(func(t *rapid.T) string {
				return strconv.FormatFloat(rapid.Float64Range(-180, 180).Draw(t, "degrees"), 'f', rapid.IntRange(0, 17).Draw(t, "digits"), 64)
			}),
		).Draw(t, "number")
		l := newLexer(strings.NewReader(text))
		got := l.number()
		if want, _ := strconv.ParseFloat(text, 64); got != want || l.err != nil || l.offset() != int64(len(text)) {
			t.Fatalf("%s: %v, want %v; %v", text, got, want, l.err)
		}
	})
}
