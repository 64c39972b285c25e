// SPDX-License-Identifier: MIT

// Package pack reads and writes the container files of the program, `.rsp`. A pack
// has a header, sections of little-endian records, and a table of sections, each with
// a checksum. The packages that own sections define the meaning of their records.
// FORMAT.md specifies every byte.
//
// A pack is mapped into memory, and a section is a slice of the mapping. So the time
// to open a pack does not depend on its size. Data from a Pack is valid only until
// Close. If another program may damage the file, read it inside Guard.
package pack

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"roadsnap/engine/errclass"
	"slices"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"

	"roadsnap/internal/atomicfile"
)

// Sentinel errors. Errors of this package wrap one of these, or the error of the
// operating system, and name the operation and the file.
var (
	// ErrNotPack means that the file is not a pack.
	ErrNotPack = errclass.New(errclass.PackFormat, "not a roadsnap pack")
	// ErrVersion means that the pack needs another version of the program. The text
	// of the error names the remedy.
	ErrVersion = errclass.New(errclass.PackVersion, "unsupported pack version")
	// ErrCorrupt means that bytes are missing, altered or contradictory.
	ErrCorrupt = errclass.New(errclass.PackCorrupt, "corrupt pack")
	// ErrNoSection means that the pack does not have the section.
	ErrNoSection = errclass.New(errclass.PackCorrupt, "no such section in the pack")
	// ErrFault means that the mapped file became unreadable: it shrank, or its disk
	// failed or was removed.
	ErrFault = errclass.New(errclass.PackFault, "pack file became unreadable while in use")
	// ErrClosed means that the pack was closed before the call.
	ErrClosed = errclass.New(errclass.PackClosed, "pack is closed")
)

// Pack is an open pack. It is safe for concurrent use, except that Close must follow
// the last use of any data from the pack.
type Pack struct {
	name     string
	data     []byte // the whole file
	mapping  mmap.MMap
	meta     Meta
	sections []Section
	sums     []uint32        // the checksums of all blocks
	checked  []atomic.Uint32 // by block: 1 once its checksum has been compared
	closed   atomic.Bool
	stamp    atomic.Pointer[stamp] // nil for a pack in memory
}

// Open maps the pack at path and checks its structure: header, table, bounds of
// every section, and metadata. It does not read the sections: their blocks are checked
// when they are used first, and all of them by Verify.
//
// It returns an error that wraps ErrNotPack, ErrVersion, ErrCorrupt, ErrFault,
// errors.ErrUnsupported on a big-endian host, or the system's error.
func Open(path string) (*Pack, error) {
	p, err := openFile(path)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", path, err)
	}
	return p, nil
}

func openFile(path string) (*Pack, error) {
	// Checked before opening, because opening a named pipe would wait for a writer.
	info, err := os.Stat(path)
	if err != nil {
		return nil, atomicfile.Bare(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: not a file", ErrNotPack)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, atomicfile.Bare(err)
	}
	defer f.Close() //nolint:errcheck // only read from; the mapping outlives it
	if info, err = f.Stat(); err != nil {
		return nil, atomicfile.Bare(err)
	}
	if info.Size() < headerSize {
		return nil, refuseShort(f, info.Size())
	}
	if info.Size() > math.MaxInt {
		return nil, fmt.Errorf("%d bytes do not fit the address space: %w", info.Size(), errors.ErrUnsupported)
	}
	mapping, err := mmap.MapRegion(f, int(info.Size()), mmap.RDONLY, 0, 0)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	p := &Pack{name: path, data: mapping, mapping: mapping}
	if err := p.load(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	if err := p.setStamp(info); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// refuseShort returns the error for a file that is shorter than a header.
func refuseShort(f *os.File, size int64) error {
	head := make([]byte, size)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return atomicfile.Bare(err)
	}
	return refuseForeign(head[:n])
}

// OpenBytes opens a pack in memory, such as one embedded in the program. name is for
// messages. b must not change while the pack is open; it is copied only if it is not
// 8-byte-aligned. Errors are those of Open.
func OpenBytes(name string, b []byte) (*Pack, error) {
	p := &Pack{name: name, data: aligned(b)}
	if err := p.load(); err != nil {
		return nil, fmt.Errorf("open %q: %w", name, err)
	}
	return p, nil
}

// load checks the structure of p.data and decodes the table and the metadata.
func (p *Pack) load() error {
	return p.guard(func() error {
		if err := checkByteOrder(hostLittleEndian()); err != nil {
			return err
		}
		sections, sums, err := decode(p.data)
		if err != nil {
			return err
		}
		p.sections, p.sums, p.checked = sections, sums, make([]atomic.Uint32, len(sums))
		p.meta, err = p.readMeta()
		return err
	})
}

// checkByteOrder returns an error on big-endian hosts, because sections are used in
// place.
func checkByteOrder(littleEndian bool) error {
	if littleEndian {
		return nil
	}
	return fmt.Errorf("packs are little-endian and used in place, this machine is big-endian: %w", errors.ErrUnsupported)
}

// Close releases the mapping. After Close, slices and strings from the pack must not
// be used. A second Close does nothing.
func (p *Pack) Close() error {
	if !p.closed.CompareAndSwap(false, true) || p.mapping == nil {
		return nil
	}
	if err := p.mapping.Unmap(); err != nil {
		return fmt.Errorf("close %q: %w", p.name, err)
	}
	return nil
}

// Name returns the path, or the name given to OpenBytes.
func (p *Pack) Name() string { return p.name }

// Size returns the size of the file in bytes.
func (p *Pack) Size() int64 { return int64(len(p.data)) }

// Meta returns a copy of the metadata.
func (p *Pack) Meta() Meta { return p.meta.clone() }

// Sections returns the table of sections in the order of the file.
func (p *Pack) Sections() []Section { return slices.Clone(p.sections) }

// Has reports whether the pack has a section.
func (p *Pack) Has(tag Tag) bool {
	_, found := p.section(tag)
	return found
}

func (p *Pack) section(tag Tag) (Section, bool) {
	for _, s := range p.sections {
		if s.Tag == tag {
			return s, true
		}
	}
	return Section{}, false
}

// RefuseUnknown returns an error that wraps ErrVersion if the pack has a section that
// is neither optional nor among known. The caller must pass the tags of all sections
// that the program can read.
func (p *Pack) RefuseUnknown(known ...Tag) error {
	for _, s := range p.sections {
		if s.Optional || s.Tag == TagMeta || slices.Contains(known, s.Tag) {
			continue
		}
		return fmt.Errorf("open %q: %w: it has section %s, which this version of the program cannot read (the pack was made by %q): update the program, or build the pack again with this version",
			p.name, ErrVersion, s.Tag, p.meta.Importer)
	}
	return nil
}

// Slice returns the elements of a section in place, after checking all of its blocks
// that have not been used yet. They are read-only and valid until Close. T must be a
// type as described at Write, of the element size of the section. OpenArray is for
// sections too large to be read at once.
//
// It returns an error that wraps ErrNoSection if the section is absent, ErrClosed
// after Close, ErrFault if the file cannot be read, and ErrCorrupt if the section is
// damaged or the element size differs.
func Slice[T any](p *Pack, tag Tag) ([]T, error) {
	s, err := sectionOf[T](p, tag)
	if err == nil {
		err = p.guard(func() error { return p.checkBlocks(s, 0, s.blocks()) })
	}
	if err != nil {
		return nil, fmt.Errorf("section %s of %q: %w", tag, p.name, err)
	}
	return view[T](p.bytes(s)), nil
}

// sectionOf returns a section of elements of type T.
func sectionOf[T any](p *Pack, tag Tag) (Section, error) {
	if p.closed.Load() {
		return Section{}, ErrClosed
	}
	size, err := elementSize[T]()
	if err != nil {
		return Section{}, err
	}
	s, found := p.section(tag)
	if !found {
		return Section{}, ErrNoSection
	}
	if s.ElementSize != size {
		return Section{}, fmt.Errorf("%w: elements of %d bytes, want %d", ErrCorrupt, s.ElementSize, size)
	}
	return s, nil
}

// bytes returns the content of a section. decode has checked that it is within the
// file.
func (p *Pack) bytes(s Section) []byte { return p.data[s.Offset : s.Offset+s.Length] }
