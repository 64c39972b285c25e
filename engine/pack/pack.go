// Package pack reads and writes the container file of the program, `.rsp`: a
// header, sections of plain little-endian records, and a table of them, each
// part with its checksum. It knows nothing of roads: the packages that own
// sections know what their records mean. FORMAT.md gives every byte.
//
// A pack is mapped into memory, and a section is a slice straight into the
// mapping, so that opening takes the same moment for a village and for a
// country. What comes from a Pack therefore lives only until Close, and a
// reader of a file that another program may damage reads inside Guard.
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
)

// What may be wrong with a pack. Errors of this package wrap one of these, or
// the error of the operating system, and say operation and place.
var (
	// ErrNotPack means that the file is something else.
	ErrNotPack = errclass.New(errclass.PackFormat, "not a roadsnap pack")
	// ErrVersion means that the pack is sound but needs another version of the
	// program; the error's text says which side to renew.
	ErrVersion = errclass.New(errclass.PackVersion, "unsupported pack version")
	// ErrCorrupt means that bytes are missing, altered or contradictory.
	ErrCorrupt = errclass.New(errclass.PackCorrupt, "corrupt pack")
	// ErrNoSection means that the pack does not hold the section asked for.
	ErrNoSection = errclass.New(errclass.PackCorrupt, "no such section in the pack")
	// ErrFault means that the file could no longer be read under its mapping:
	// it shrank, its disk failed or was taken out.
	ErrFault = errclass.New(errclass.PackFault, "pack file became unreadable while in use")
	// ErrClosed means that the pack was closed before the call.
	ErrClosed = errclass.New(errclass.PackClosed, "pack is closed")
)

// Pack is an open pack. Its methods may be called from several goroutines at
// once, except that Close must come after the last use of anything read from
// the pack.
type Pack struct {
	name     string
	data     []byte // the whole file
	mapping  mmap.MMap
	meta     Meta
	sections []Section
	closed   atomic.Bool
}

// Open maps the pack at path and checks its structure: header, table, bounds of
// every section, and metadata. It does not read the sections; Verify does.
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
	// Asked before opening, since opening a named pipe would wait for a writer.
	info, err := os.Stat(path)
	if err != nil {
		return nil, bare(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: not a regular file", ErrNotPack)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, bare(err)
	}
	defer f.Close() //nolint:errcheck // only read from; the mapping outlives it
	if info, err = f.Stat(); err != nil {
		return nil, bare(err)
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
	return p, nil
}

// refuseShort says why a file of fewer bytes than a header is refused: another
// file, or a truncated pack.
func refuseShort(f *os.File, size int64) error {
	head := make([]byte, size)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return bare(err)
	}
	return refuseForeign(head[:n])
}

// OpenBytes opens a pack that is already in memory, such as one embedded in the
// program. name is for messages. b must not change while the pack is open; it
// is copied only if it does not lie on an 8-byte boundary. Errors are those of
// Open.
func OpenBytes(name string, b []byte) (*Pack, error) {
	p := &Pack{name: name, data: aligned(b)}
	if err := p.load(); err != nil {
		return nil, fmt.Errorf("open %q: %w", name, err)
	}
	return p, nil
}

// load checks the structure of p.data and takes table and metadata from it.
func (p *Pack) load() error {
	return p.guard(func() error {
		if err := checkByteOrder(hostLittleEndian()); err != nil {
			return err
		}
		sections, err := decode(p.data)
		if err != nil {
			return err
		}
		p.sections = sections
		p.meta, err = p.readMeta()
		return err
	})
}

// checkByteOrder refuses hosts on which sections could not be used in place.
func checkByteOrder(littleEndian bool) error {
	if littleEndian {
		return nil
	}
	return fmt.Errorf("packs are little-endian and used in place, this machine is big-endian: %w", errors.ErrUnsupported)
}

// Close releases the mapping. After it nothing read from the pack may be
// touched: a slice into the mapping, or a string of Strings. A second Close
// does nothing.
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

// Meta returns what the pack says about itself. The caller may change it.
func (p *Pack) Meta() Meta { return p.meta.clone() }

// Sections returns the table of sections in the order of the file.
func (p *Pack) Sections() []Section { return slices.Clone(p.sections) }

// Has reports whether the pack holds a section.
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

// RefuseUnknown returns an error that wraps ErrVersion if the pack holds a
// section that is neither optional nor among known. The container cannot know
// which sections the program understands; whoever knows all their owners asks.
func (p *Pack) RefuseUnknown(known ...Tag) error {
	for _, s := range p.sections {
		if s.Optional || s.Tag == TagMeta || slices.Contains(known, s.Tag) {
			continue
		}
		return fmt.Errorf("open %q: %w: it needs section %s, which this version of the program does not know (the pack was made by %q): update the program, or build the pack again with this version",
			p.name, ErrVersion, s.Tag, p.meta.Importer)
	}
	return nil
}

// Slice returns the elements of a section in place, without copying. They must
// not be written to, and live until Close. The size of T must be the element
// size of the section, and T must be a fixed-size type without pointers and
// without padding (see Write).
//
// It returns an error that wraps ErrNoSection if the section is absent,
// ErrClosed after Close, and ErrCorrupt if the element size is another.
func Slice[T any](p *Pack, tag Tag) ([]T, error) {
	if p.closed.Load() {
		return nil, fmt.Errorf("section %s of %q: %w", tag, p.name, ErrClosed)
	}
	size, err := elementSize[T]()
	if err != nil {
		return nil, fmt.Errorf("section %s of %q: %w", tag, p.name, err)
	}
	s, found := p.section(tag)
	if !found {
		return nil, fmt.Errorf("section %s of %q: %w", tag, p.name, ErrNoSection)
	}
	if s.ElementSize != size {
		return nil, fmt.Errorf("section %s of %q: %w: elements of %d bytes, want %d", tag, p.name, ErrCorrupt, s.ElementSize, size)
	}
	return view[T](p.bytes(s)), nil
}

// bytes returns the content of a section of the table, which decode has found
// to lie within the file.
func (p *Pack) bytes(s Section) []byte { return p.data[s.Offset : s.Offset+s.Length] }

// bare takes operation and path off an error of package os, since ours name
// them already.
func bare(err error) error {
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}
