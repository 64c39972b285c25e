// SPDX-License-Identifier: MIT

package pack

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"

	"roadsnap/engine/internal/parallel"
	"roadsnap/internal/atomicfile"
)

// writeBuffer is the size of the write buffer (bytes). Larger sections bypass it.
const writeBuffer = 1 << 18

// Writer writes a pack. Commit replaces the target file by the complete pack; until
// then the target is unchanged. A Writer is not safe for concurrent use.
type Writer struct {
	path     string
	temp     string // temporary file in the folder of path
	file     *os.File
	out      *bufio.Writer
	offset   int64 // bytes written so far
	sections []Section
	sums     []uint32 // of all blocks so far
	meta     Meta
	scratch  []*os.File
	err      error // the first failure; every later call returns it
	done     bool  // committed or aborted
}

// Create starts a pack at path. It writes to a temporary file in the same folder; the
// caller must call Commit or Abort. A process that dies leaves that file behind, with
// a name like ".map.rsp.0123abcd.tmp", until the next Create for path. Create fails
// if path exists and is not a regular file, because Commit would fail on a folder and
// replace a device.
func Create(path string, meta Meta) (*Writer, error) {
	if err := checkByteOrder(hostLittleEndian()); err != nil {
		return nil, fmt.Errorf("create %q: %w", path, err)
	}
	if err := checkTarget(path); err != nil {
		return nil, fmt.Errorf("create %q: %w", path, err)
	}
	removeLeftovers(path)
	f, err := createTemp(path)
	if err != nil {
		return nil, fmt.Errorf("create %q: %w", path, err)
	}
	w := &Writer{path: path, temp: f.Name(), file: f, out: bufio.NewWriterSize(f, writeBuffer), meta: meta.clone()}
	// Placeholder for the header, which Commit writes.
	if err := w.write(make([]byte, headerSize)); err != nil {
		w.Abort() //nolint:errcheck // the first error is the cause
		return nil, fmt.Errorf("create %q: %w", path, err)
	}
	return w, nil
}

// checkTarget returns an error if path is not a valid target for a rename.
func checkTarget(path string) error {
	if _, base := filepath.Split(path); base == "" {
		return fmt.Errorf("%w: the path has no file name", os.ErrInvalid)
	}
	info, err := os.Stat(path)
	if errors.Is(err, syscall.ENAMETOOLONG) {
		return fmt.Errorf("%w; choose a shorter one", atomicfile.Bare(err))
	}
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w and is not a file", os.ErrExist)
	}
	return nil
}

// createTemp creates and locks a temporary file in the folder of path. Unlike
// os.CreateTemp it leaves the permissions to the umask, because the file becomes the
// target.
func createTemp(path string) (*os.File, error) {
	const attempts = 100
	folder, base := filepath.Split(path)
	for range attempts {
		name := filepath.Join(folder, fmt.Sprintf("%s%0*x%s", tempPrefix(base), tempDigits, rand.Uint32(), tempEnding))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil && !errors.Is(err, os.ErrExist) {
			return nil, atomicfile.NoPlace(path, err)
		}
		if err == nil {
			if lock(f) {
				return f, nil
			}
			_ = f.Close()
		}
	}
	return nil, fmt.Errorf("no free temporary name in %q: %w", folder, os.ErrExist)
}

// Scratch returns a temporary file in the folder of the pack, for what the making of the pack
// need not keep in memory. Commit and Abort remove it. If the process dies, it is left
// behind like the temporary file of the pack.
func (w *Writer) Scratch() (*os.File, error) {
	f, err := createTemp(w.path)
	if err != nil {
		return nil, fmt.Errorf("create a temporary file for %q: %w", w.path, err)
	}
	w.scratch = append(w.scratch, f)
	return f, nil
}

// removeScratch removes the temporary files of Scratch. Errors are ignored, because the next
// Create removes what is left.
func (w *Writer) removeScratch() {
	for _, f := range w.scratch {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
	w.scratch = nil
}

// Meta returns a copy of the metadata.
func (w *Writer) Meta() Meta { return w.meta.clone() }

// SetMeta replaces the metadata given to Create. It must be called before Commit.
func (w *Writer) SetMeta(meta Meta) { w.meta = meta.clone() }

// Write adds a section that every reader of the pack must support. Sections are
// written in the order of the calls.
//
// T must be a sized integer or float, or an array or struct of them without padding.
// After an error, all later calls and Commit return the same error.
func Write[T any](w *Writer, tag Tag, elements []T) error {
	return writeSection(w, tag, false, elements)
}

// WriteOptional is like Write, but readers may ignore the section.
func WriteOptional[T any](w *Writer, tag Tag, elements []T) error {
	return writeSection(w, tag, true, elements)
}

func writeSection[T any](w *Writer, tag Tag, optional bool, elements []T) error {
	return writeParts(w, tag, optional, func(yield func([]T) bool) { yield(elements) })
}

// WriteParts is like Write for elements that come in parts, so that they need not be in
// memory together. It takes the parts one after another, and keeps none.
func WriteParts[T any](w *Writer, tag Tag, parts iter.Seq[[]T]) error {
	return writeParts(w, tag, false, parts)
}

// WriteFunc is like Write for n elements that a function returns by their index. It calls
// the function from several goroutines.
func WriteFunc[T any](w *Writer, tag Tag, n int, element func(i int) T) error {
	const step, steps = 1 << 10, 64 // elements, and how often so many before they are written
	return WriteParts(w, tag, func(yield func([]T) bool) {
		part := make([]T, min(n, step*steps))
		for first := 0; first < n; first += len(part) {
			part = part[:min(len(part), n-first)]
			parallel.Each((len(part)+step-1)/step, func(i int) {
				for k := i * step; k < min((i+1)*step, len(part)); k++ {
					part[k] = element(first + k)
				}
			})
			if !yield(part) {
				return
			}
		}
	})
}

func writeParts[T any](w *Writer, tag Tag, optional bool, parts iter.Seq[[]T]) error {
	if w.err != nil {
		return w.err
	}
	size, err := elementSize[T]()
	if err == nil {
		err = w.checkTag(tag)
	}
	if err == nil {
		err = w.section(Section{Tag: tag, Optional: optional, ElementSize: size}, func(yield func([]byte) bool) {
			parts(func(part []T) bool { return yield(contents(part)) })
		})
	}
	if err != nil {
		return w.fail(fmt.Errorf("write section %q of %q: %w", string(tag), w.path, err))
	}
	return nil
}

func (w *Writer) checkTag(tag Tag) error {
	switch {
	case w.done:
		return os.ErrClosed
	case !tag.valid():
		return errors.New("a tag is four capital letters or digits, the first a letter")
	case tag == TagMeta:
		return errors.New("the tag is reserved for the metadata")
	case len(w.sections) >= maxSections-1:
		return fmt.Errorf("a pack holds at most %d sections", maxSections)
	}
	for _, s := range w.sections {
		if s.Tag == tag {
			return errors.New("written twice")
		}
	}
	return nil
}

// section writes the parts of a section at the next boundary and adds it to the table.
func (w *Writer) section(s Section, parts iter.Seq[[]byte]) error {
	if err := w.align(); err != nil {
		return err
	}
	s.Offset, s.firstBlock = w.offset, len(w.sums)
	left, crc := s.blockBytes(), uint32(0) // of the current block
	for part := range parts {
		for len(part) > 0 {
			n := min(int64(len(part)), left)
			crc = crc32.Update(crc, castagnoli, part[:n])
			if err := w.write(part[:n]); err != nil {
				return err
			}
			part = part[n:]
			if left -= n; left == 0 {
				w.sums = append(w.sums, crc)
				left, crc = s.blockBytes(), 0
			}
		}
	}
	if left < s.blockBytes() {
		w.sums = append(w.sums, crc)
	}
	s.Length = w.offset - s.Offset
	s.CRC = checksum(appendSums(nil, w.sums[s.firstBlock:]))
	w.sections = append(w.sections, s)
	return nil
}

// fail records the first error and returns it.
func (w *Writer) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return w.err
}

func (w *Writer) align() error { return w.write(make([]byte, alignUp(w.offset)-w.offset)) }

func (w *Writer) write(b []byte) error {
	n, err := w.out.Write(b)
	w.offset += int64(n)
	return atomicfile.Bare(err)
}

// Commit completes the pack and moves it to its path, replacing any file there. If it
// fails, or an earlier Write failed, the temporary file is removed and the target is
// unchanged. The exception is an error of syncing the folder, which happens after the
// move.
func (w *Writer) Commit() error {
	if w.done {
		return fmt.Errorf("commit %q: %w", w.path, os.ErrClosed)
	}
	err := w.err
	if err == nil {
		if err = w.finish(); err != nil {
			err = fmt.Errorf("commit %q: %w", w.path, err)
		}
	}
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	w.done = true
	w.removeScratch()
	if err := atomicfile.Bare(atomicfile.SyncFolder(filepath.Dir(w.path))); err != nil {
		return fmt.Errorf("commit %q: sync folder: %w", w.path, err)
	}
	return nil
}

// finish writes metadata, table and header, syncs the file and moves it to its path.
// So a crash leaves either the old or the complete new target.
func (w *Writer) finish() error {
	meta, err := w.meta.encode()
	if err != nil {
		return err
	}
	if err := w.section(Section{Tag: TagMeta, ElementSize: 1}, func(yield func([]byte) bool) { yield(meta) }); err != nil {
		return err
	}
	if err := w.align(); err != nil {
		return err
	}
	h := header{sections: len(w.sections), tableOffset: w.offset}
	table := encodeTable(w.sections, w.sums)
	h.tableCRC, h.fileSize = checksum(table), w.offset+int64(len(table))
	if err := w.write(table); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return atomicfile.Bare(err)
	}
	// Written last, so that an incomplete file does not have the signature of a pack.
	if _, err := w.file.WriteAt(h.encode(), 0); err != nil {
		return atomicfile.Bare(err)
	}
	if err := w.file.Sync(); err != nil {
		return atomicfile.Bare(err)
	}
	return closeAndMove(w.file, w.path)
}

// Abort removes the temporary file. After Commit or another Abort it does nothing, so
// it may be deferred.
func (w *Writer) Abort() error {
	if w.done {
		return nil
	}
	w.done = true
	w.removeScratch()
	// Already closed if Commit failed at the rename.
	closeErr := w.file.Close()
	if errors.Is(closeErr, os.ErrClosed) {
		closeErr = nil
	}
	removeErr := os.Remove(w.temp)
	if errors.Is(removeErr, os.ErrNotExist) {
		removeErr = nil // another writer has removed it after the unlock
	}
	if err := errors.Join(atomicfile.Bare(closeErr), atomicfile.Bare(removeErr)); err != nil {
		return fmt.Errorf("abort %q: %w", w.path, err)
	}
	return nil
}
