// SPDX-License-Identifier: MIT

package pack

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"roadsnap/engine/errclass"
)

// ErrChanged means that another program wrote to the file while the pack was open, so that
// the mapping no longer shows the pack that was opened.
var ErrChanged = errclass.New(errclass.PackFault, "pack file was changed while in use")

// Change is what became of the file of an open pack.
type Change uint8

// The changes.
const (
	Unchanged Change = iota // or the pack is in memory
	Missing                 // no file has its path; the open pack stays usable
	Replaced                // another file has its path; the open pack stays usable
	Altered                 // other bytes were written to it; the open pack is lost
)

// stamp is the state of a file by which a change is noticed.
type stamp struct {
	info   os.FileInfo
	header [headerSize]byte
}

// setStamp keeps the state of the file that info describes.
func (p *Pack) setStamp(info os.FileInfo) error {
	return p.guard(func() error {
		s := &stamp{info: info}
		copy(s.header[:], p.data)
		p.stamp.Store(s)
		return nil
	})
}

// Change looks at the file's size, time and header, which takes some microseconds. A file
// that was written to is reported as Altered even if its content is the same; see Recheck.
func (p *Pack) Change() Change {
	was := p.stamp.Load()
	if was == nil {
		return Unchanged
	}
	now, err := os.Stat(p.name)
	switch {
	case err != nil:
		return Missing
	case !os.SameFile(was.info, now):
		return Replaced
	case now.Size() != was.info.Size(), !now.ModTime().Equal(was.info.ModTime()), !p.hasHeader(was.header[:]):
		return Altered
	}
	return Unchanged
}

// hasHeader reports whether the mapping begins with header.
func (p *Pack) hasHeader(header []byte) bool {
	same := false
	err := p.guard(func() error {
		same = bytes.Equal(p.data[:headerSize], header)
		return nil
	})
	return err == nil && same
}

// Recheck verifies a pack whose file was altered. If the content is what it was when the
// pack was opened, for example because only the time of the file was set, Change reports
// Unchanged again. The errors are those of Verify, or ErrChanged.
func (p *Pack) Recheck(ctx context.Context) error {
	was := p.stamp.Load()
	if was == nil {
		return nil
	}
	now, err := os.Stat(p.name) // before it is read: what is written meanwhile is noticed next
	if err != nil || now.Size() != was.info.Size() || !os.SameFile(was.info, now) || !p.hasHeader(was.header[:]) {
		return fmt.Errorf("%q: %w", p.name, ErrChanged)
	}
	if err := p.Verify(ctx, nil); err != nil {
		return err
	}
	p.stamp.Store(&stamp{now, was.header})
	return nil
}
