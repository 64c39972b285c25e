// SPDX-License-Identifier: MIT

package pack

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// refusal opens and verifies b. If it opens, refusal also reads all of it.
func refusal(b []byte) error {
	p, err := OpenBytes("damaged", b)
	if err != nil {
		return err
	}
	readAll(p)
	return p.Verify(context.Background(), nil)
}

func TestEveryFlippedBitIsFound(t *testing.T) {
	original := sampleBytes(t)
	for i := range original {
		for _, mask := range []byte{1, 2, 4, 8, 16, 32, 64, 128, 255} {
			b := bytes.Clone(original)
			b[i] ^= mask
			err := refusal(b)
			if !errors.Is(err, ErrCorrupt) && (i >= len(magic) || !errors.Is(err, ErrNotPack)) {
				t.Fatalf("byte %d of %d ^ %#02x: %v, want %v", i, len(b), mask, err, ErrCorrupt)
			}
		}
	}
}

func TestEveryTruncationIsFound(t *testing.T) {
	original := sampleBytes(t)
	path := filepath.Join(t.TempDir(), "truncated.rsp")
	for n := range original {
		if err := os.WriteFile(path, original[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		want := ErrCorrupt
		if n == 0 {
			want = ErrNotPack
		}
		if p, err := Open(path); p != nil || !errors.Is(err, want) {
			t.Fatalf("first %d of %d bytes, mapped: %v, want %v", n, len(original), err, want)
		}
		if err := refusal(original[:n:n]); !errors.Is(err, want) {
			t.Fatalf("first %d of %d bytes, in memory: %v, want %v", n, len(original), err, want)
		}
	}
}

func TestAppendedBytesAreFound(t *testing.T) {
	for _, extra := range []int{1, entrySize, alignment, 4096} {
		if err := refusal(append(sampleBytes(t), make([]byte, extra)...)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%d bytes appended: %v", extra, err)
		}
	}
}

// TestForgedStructure writes invalid structures with correct checksums.
func TestForgedStructure(t *testing.T) {
	const (
		count, tableOffset, fileSize        = 12, 16, 24 // in the header
		tag, flags, element, offset, length = 0, 4, 8, 16, 24
	)
	u32 := func(at int, v uint32) func(b []byte) {
		return func(b []byte) { binary.LittleEndian.PutUint32(b[at:], v) }
	}
	u64 := func(at int, v uint64) func(b []byte) {
		return func(b []byte) { binary.LittleEndian.PutUint64(b[at:], v) }
	}
	// row applies a change to a row of the section table.
	row := func(i int, change func(b []byte)) func(b []byte) {
		return func(b []byte) { change(b[binary.LittleEndian.Uint64(b[tableOffset:])+uint64(i*entrySize):]) }
	}
	const records, empty, optional, metadata = 0, 1, 2, 6 // rows of the sample
	tests := []struct {
		name  string
		forge func(b []byte)
		want  error
	}{
		{"nothing forged", func([]byte) {}, nil},
		{"later version", u32(8, FormatVersion+1), ErrVersion},
		{"earlier version", u32(8, 0), ErrVersion},
		{"reserved byte", func(b []byte) { b[40] = 1 }, ErrCorrupt},
		{"last reserved byte", func(b []byte) { b[59] = 1 }, ErrCorrupt},
		{"no sections", u32(count, 0), ErrCorrupt},
		{"too many sections", u32(count, math.MaxUint32), ErrCorrupt},
		{"count whose table size wraps 32 bits", u32(count, 1<<27), ErrCorrupt},
		{"table after the end", u64(tableOffset, math.MaxUint64), ErrCorrupt},
		{"table offset negative as int64", u64(tableOffset, 1<<63), ErrCorrupt},
		{"table offset that wraps to fit the count", func(b []byte) {
			u32(count, maxSections)(b)
			u64(tableOffset, uint64(len(b))-maxSections*entrySize)(b)
		}, ErrCorrupt},
		{"table in the header", u64(tableOffset, 0), ErrCorrupt},
		{"other file size", u64(fileSize, math.MaxUint64), ErrCorrupt},
		{"tag of small letters", row(records, func(b []byte) { copy(b[tag:], "xrec") }), ErrCorrupt},
		{"tag of zeros", row(records, u32(tag, 0)), ErrCorrupt},
		{"tag twice", row(records, func(b []byte) { copy(b[tag:], "XOPT") }), ErrCorrupt},
		{"metadata renamed", row(metadata, func(b []byte) { copy(b[tag:], "XMET") }), ErrCorrupt},
		{"unknown flag", row(records, u32(flags, 2)), ErrCorrupt},
		{"elements of no size", row(records, u32(element, 0)), ErrCorrupt},
		{"elements of huge size", row(empty, u32(element, math.MaxUint32)), ErrCorrupt},
		{"elements that do not divide", row(records, u32(element, 7)), ErrCorrupt},
		{"section in the header", row(records, u64(offset, 0)), ErrCorrupt},
		{"section off its boundary", row(optional, u64(offset, 129)), ErrCorrupt},
		{"section past the end", row(records, u64(offset, math.MaxUint64-63)), ErrCorrupt},
		{"section over another", row(optional, u64(offset, headerSize)), ErrCorrupt},
		{"length past the end", row(records, u64(length, 1<<40*12)), ErrCorrupt},
		{"length that wraps", row(optional, u64(length, math.MaxUint64)), ErrCorrupt},
		{"length negative as int64", row(optional, u64(length, 1<<63)), ErrCorrupt},
		{"length over the next section", row(records, u64(length, 120)), ErrCorrupt},
		{"length that leaves a gap", row(metadata, u64(length, 2)), ErrCorrupt},
		{"metadata not JSON", func(b []byte) { forgeMeta(t, b, `{"name":`) }, ErrCorrupt},
		{"metadata of another shape", func(b []byte) { forgeMeta(t, b, `[1,2,3]`) }, ErrCorrupt},
		{"bounds off the Earth", func(b []byte) { forgeMeta(t, b, `{"bounds":[-91,0,1,1]}`) }, ErrCorrupt},
		{"bounds upside down", func(b []byte) { forgeMeta(t, b, `{"bounds":[1,0,-1,1]}`) }, ErrCorrupt},
		{"unknown metadata", func(b []byte) { forgeMeta(t, b, `{"colour":"red"}`) }, nil},
	}
	original := sampleBytes(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := bytes.Clone(original)
			tt.forge(b)
			Reseal(b)
			if err := refusal(b); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

// forgeMeta replaces the metadata, padded with spaces.
func forgeMeta(t *testing.T, b []byte, text string) {
	t.Helper()
	sections, _, err := decode(b)
	if err != nil {
		t.Fatal(err)
	}
	s := sections[len(sections)-1]
	content := b[s.Offset : s.Offset+s.Length]
	copy(content, text+strings.Repeat(" ", len(content)-len(text)))
}

func TestGapBeforeTheTable(t *testing.T) {
	b := sampleBytes(t)
	offset := binary.LittleEndian.Uint64(b[16:])
	b = slices.Insert(b, int(offset), make([]byte, alignment)...)
	binary.LittleEndian.PutUint64(b[16:], offset+alignment)
	binary.LittleEndian.PutUint64(b[24:], uint64(len(b)))
	Reseal(b)
	if _, err := OpenBytes("gap", b); !errors.Is(err, ErrCorrupt) {
		t.Errorf("OpenBytes = %v, want %v", err, ErrCorrupt)
	}
}

// assemble returns a pack whose sections are all empty except the last, which is
// content.
func assemble(sections []Section, content []byte) []byte {
	last := &sections[len(sections)-1]
	for i := range sections {
		sections[i].Offset = headerSize
	}
	last.Length = int64(len(content))
	sums := last.appendBlockSums(nil, content)
	last.CRC = checksum(appendSums(nil, sums))
	content = append(content, make([]byte, alignUp(last.Length)-last.Length)...)
	table := encodeTable(sections, sums)
	h := header{sections: len(sections), tableOffset: headerSize + int64(len(content)), tableCRC: checksum(table)}
	h.fileSize = h.tableOffset + int64(len(table))
	return slices.Concat(h.encode(), content, table)
}

func TestLimits(t *testing.T) {
	many := func(n int) []Section {
		sections := make([]Section, n)
		for i := range sections {
			sections[i] = Section{Tag: Tag(fmt.Sprintf("X%03X", i)), ElementSize: 1}
		}
		sections[n-1].Tag = TagMeta
		return sections
	}
	tests := []struct {
		name     string
		sections int
		metaSize int
		want     error
	}{
		{"one section", 1, 2, nil},
		{"most sections", maxSections, 2, nil},
		{"one section more", maxSections + 1, 2, ErrCorrupt},
		{"most metadata", 1, maxMetaSize, nil},
		{"one byte more", 1, maxMetaSize + 1, ErrCorrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			meta := append(bytes.Repeat([]byte(" "), tt.metaSize-2), "{}"...)
			if err := refusal(assemble(many(tt.sections), meta)); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

// TestOpenChecksMetadata checks that Open verifies the metadata.
func TestOpenChecksMetadata(t *testing.T) {
	b := assemble([]Section{{Tag: TagMeta, ElementSize: 1}}, []byte(`{"name":"a"}`))
	b[headerSize+len(`{"name":"`)] = 'b'
	if _, err := OpenBytes("altered", b); !errors.Is(err, ErrCorrupt) {
		t.Errorf("OpenBytes = %v, want %v", err, ErrCorrupt)
	}
}

func TestVersionMessageSaysWhatToDo(t *testing.T) {
	for version, remedies := range map[uint32][]string{
		FormatVersion + 1: {"update the program", "build the pack again"},
		0:                 {"build the pack again"},
	} {
		b := sampleBytes(t)
		binary.LittleEndian.PutUint32(b[8:], version)
		Reseal(b)
		_, err := OpenBytes("other", b)
		for _, remedy := range remedies {
			if !errors.Is(err, ErrVersion) || !strings.Contains(err.Error(), remedy) {
				t.Errorf("version %d: %v, want %q", version, err, remedy)
			}
		}
	}
}
