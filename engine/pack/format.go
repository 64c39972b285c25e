// SPDX-License-Identifier: MIT

package pack

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
)

// FormatVersion is the version of the container format that this package reads and
// writes. History:
//
//	1  header of 64 bytes, sections on 64-byte boundaries, table at the end
//	2  a checksum for each block of a section instead of one for the whole; roads as
//	   arcs and groups of runs, map layers in compressed blocks
const FormatVersion = 2

// Layout constants, as specified in FORMAT.md.
const (
	// magic is modelled on that of PNG. The byte above 127 detects transfers that
	// keep seven bits, and the line ends detect those that translate line ends.
	magic = "\x8bRSP\r\n\x1a\n"

	headerSize  = 64 // bytes
	entrySize   = 32 // bytes of one section in the table
	sumSize     = 4  // bytes of the checksum of one block
	alignment   = 64 // bytes: a cache line, and above the alignment of any element
	maxSections = 1 << 12

	flagOptional = 1 << 0
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// alignUp returns the next multiple of alignment at or after n.
func alignUp(n int64) int64 { return (n + alignment - 1) &^ (alignment - 1) }

// Tag names a section: four ASCII capitals or digits, the first a capital. The first
// letter identifies the package that owns the section.
type Tag string

func (t Tag) valid() bool {
	if len(t) != 4 || t[0] < 'A' || t[0] > 'Z' {
		return false
	}
	for i := range len(t) {
		if c := t[i]; (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// Section is a row of the table of sections.
type Section struct {
	Tag         Tag
	Optional    bool   // readers may ignore the section if the tag is unknown
	ElementSize int    // bytes, at least 1
	Offset      int64  // bytes from the start of the file, a multiple of 64
	Length      int64  // bytes, a multiple of ElementSize
	CRC         uint32 // CRC-32C of the checksums of its blocks

	firstBlock int // index of the first of them among those of the pack
}

// header holds the variable fields of the first 64 bytes of a file.
type header struct {
	sections    int
	tableOffset int64
	tableCRC    uint32
	fileSize    int64
}

func (h header) encode() []byte {
	b := make([]byte, 0, headerSize)
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint32(b, FormatVersion)
	b = binary.LittleEndian.AppendUint32(b, uint32(h.sections))
	b = binary.LittleEndian.AppendUint64(b, uint64(h.tableOffset))
	b = binary.LittleEndian.AppendUint64(b, uint64(h.fileSize))
	b = binary.LittleEndian.AppendUint32(b, h.tableCRC)
	b = append(b, make([]byte, headerSize-4-len(b))...)
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

// decodeHeader decodes the header at the start of b, for a file of size bytes.
func decodeHeader(b []byte, size int64) (header, error) {
	if len(b) < headerSize || string(b[:len(magic)]) != magic {
		return header{}, refuseForeign(b)
	}
	// Magic, version and this checksum have the same offsets in every version, so
	// that a damaged version number is not taken for another version.
	if checksum(b[:headerSize-4]) != binary.LittleEndian.Uint32(b[headerSize-4:]) {
		return header{}, fmt.Errorf("%w: header checksum differs", ErrCorrupt)
	}
	if version := binary.LittleEndian.Uint32(b[8:]); version != FormatVersion {
		return header{}, refuseVersion(version)
	}
	for i, c := range b[36 : headerSize-4] {
		if c != 0 {
			return header{}, fmt.Errorf("%w: reserved header byte %d is %#02x, want 0", ErrCorrupt, 36+i, c)
		}
	}
	count := binary.LittleEndian.Uint32(b[12:])
	offset := binary.LittleEndian.Uint64(b[16:])
	if recorded := binary.LittleEndian.Uint64(b[24:]); recorded != uint64(size) {
		return header{}, fmt.Errorf("%w: %d bytes long, header says %d", ErrCorrupt, size, recorded)
	}
	// Each number is checked against a limit before it is added to another.
	tableSize := uint64(count) * entrySize
	if count > maxSections || offset > uint64(size) || tableSize > uint64(size)-offset || (uint64(size)-offset-tableSize)%sumSize != 0 {
		return header{}, fmt.Errorf("%w: table of %d sections at %d does not end the file of %d bytes", ErrCorrupt, count, offset, size)
	}
	return header{
		sections: int(count), tableOffset: int64(offset), fileSize: size,
		tableCRC: binary.LittleEndian.Uint32(b[32:]),
	}, nil
}

// refuseForeign returns the error for b, which is not a header: ErrCorrupt if it may
// be a truncated pack, else ErrNotPack.
func refuseForeign(b []byte) error {
	if len(b) == 0 || !strings.HasPrefix(magic, string(b[:min(len(b), len(magic))])) {
		return ErrNotPack
	}
	return fmt.Errorf("%w: truncated to %d bytes", ErrCorrupt, len(b))
}

func refuseVersion(version uint32) error {
	if version > FormatVersion {
		return fmt.Errorf("%w: format %d, this program reads format %d: update the program, or build the pack again with this version", ErrVersion, version, FormatVersion)
	}
	return fmt.Errorf("%w: the map has the old format %d, this program reads format %d: install the map again, or build the pack again with this version", ErrVersion, version, FormatVersion)
}

// encodeTable returns the table of sections and the checksums of their blocks.
func encodeTable(sections []Section, sums []uint32) []byte {
	b := make([]byte, 0, len(sections)*entrySize+len(sums)*sumSize)
	for _, s := range sections {
		b = s.appendRow(b)
	}
	return appendSums(b, sums)
}

// appendRow appends s as a row of the table to b.
func (s Section) appendRow(b []byte) []byte {
	var flags uint32
	if s.Optional {
		flags |= flagOptional
	}
	b = append(b, s.Tag...)
	b = binary.LittleEndian.AppendUint32(b, flags)
	b = binary.LittleEndian.AppendUint32(b, uint32(s.ElementSize))
	b = binary.LittleEndian.AppendUint32(b, s.CRC)
	b = binary.LittleEndian.AppendUint64(b, uint64(s.Offset))
	return binary.LittleEndian.AppendUint64(b, uint64(s.Length))
}

// decode decodes the header, the table and the checksums of the file b. Sections and
// table must be separated only by alignment padding, so that every byte of the file is
// covered by a checksum or must be zero.
func decode(b []byte) ([]Section, []uint32, error) {
	h, err := decodeHeader(b, int64(len(b)))
	if err != nil {
		return nil, nil, err
	}
	table := b[h.tableOffset:]
	if checksum(table) != h.tableCRC {
		return nil, nil, fmt.Errorf("%w: checksum of the section table differs", ErrCorrupt)
	}
	rows, sums := table[:h.sections*entrySize], decodeSums(table[h.sections*entrySize:])
	sections := make([]Section, 0, h.sections)
	seen := make(map[Tag]bool, h.sections)
	end, blocks := int64(headerSize), 0
	for i := range h.sections {
		s, err := decodeSection(rows[i*entrySize:], alignUp(end), h.tableOffset)
		if err != nil {
			return nil, nil, fmt.Errorf("%w (row %d of the section table)", err, i)
		}
		if seen[s.Tag] {
			return nil, nil, fmt.Errorf("%w: duplicate section %s", ErrCorrupt, s.Tag)
		}
		seen[s.Tag] = true
		if s.firstBlock = blocks; s.blocks() > len(sums)-blocks {
			return nil, nil, fmt.Errorf("%w: checksums of section %s are missing", ErrCorrupt, s.Tag)
		}
		blocks += s.blocks()
		if s.CRC != checksum(appendSums(nil, sums[s.firstBlock:blocks])) {
			return nil, nil, fmt.Errorf("%w: section %s does not have its checksums", ErrCorrupt, s.Tag)
		}
		sections = append(sections, s)
		end = s.Offset + s.Length
	}
	if alignUp(end) != h.tableOffset || blocks != len(sums) {
		return nil, nil, fmt.Errorf("%w: sections end at %d, table begins at %d; %d checksums for %d blocks", ErrCorrupt, end, h.tableOffset, len(sums), blocks)
	}
	return sections, sums, nil
}

// decodeSection decodes a row of the table. The section must begin at start and end
// at or before limit.
func decodeSection(row []byte, start, limit int64) (Section, error) {
	tag := Tag(row[:4])
	flags := binary.LittleEndian.Uint32(row[4:])
	elementSize := binary.LittleEndian.Uint32(row[8:])
	offset := binary.LittleEndian.Uint64(row[16:])
	length := binary.LittleEndian.Uint64(row[24:])
	switch {
	case !tag.valid():
		return Section{}, fmt.Errorf("%w: invalid tag %q", ErrCorrupt, string(tag))
	case flags&^flagOptional != 0:
		return Section{}, fmt.Errorf("%w: section %s: unknown flags %#x", ErrCorrupt, tag, flags)
	case start > limit || offset != uint64(start):
		return Section{}, fmt.Errorf("%w: section %s begins at %d, want %d", ErrCorrupt, tag, offset, start)
	case length > uint64(limit-start):
		return Section{}, fmt.Errorf("%w: section %s: %d bytes at %d extend beyond %d", ErrCorrupt, tag, length, offset, limit)
	case elementSize == 0 || elementSize > maxElementSize || length%uint64(elementSize) != 0:
		return Section{}, fmt.Errorf("%w: section %s: length %d is not a multiple of the element size %d", ErrCorrupt, tag, length, elementSize)
	}
	return Section{
		Tag: tag, Optional: flags&flagOptional != 0, ElementSize: int(elementSize),
		Offset: start, Length: int64(length), CRC: binary.LittleEndian.Uint32(row[12:]),
	}, nil
}
