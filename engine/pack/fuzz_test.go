// SPDX-License-Identifier: MIT

package pack

import (
	"bytes"
	"context"
	"testing"
)

// FuzzOpen opens any bytes, unchanged and with corrected checksums, so that the code
// after the checksums is reached too. Nothing may panic, and a pack that Verify
// accepts must read the same twice.
func FuzzOpen(f *testing.F) {
	original := sampleBytes(f)
	f.Add(original)
	f.Add(original[:headerSize])
	f.Add([]byte(magic))
	f.Add([]byte{})
	for _, i := range []int{8, 12, 16, 24, 40, headerSize, len(original) - entrySize, len(original) - 1} {
		b := bytes.Clone(original)
		b[i] ^= 0x81
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		sealed := bytes.Clone(b)
		Reseal(sealed)
		for _, b := range [][]byte{b, sealed} {
			p, err := OpenBytes("fuzz", b)
			if err != nil {
				continue
			}
			first := readAll(p)
			if err := p.RefuseUnknown(); err != nil && len(p.Sections()) < 2 {
				t.Errorf("refused a pack of metadata alone: %v", err)
			}
			if err := p.Verify(context.Background(), nil); err == nil && first != readAll(p) {
				t.Error("a sound pack read differently the second time")
			}
		}
	})
}
