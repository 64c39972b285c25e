// SPDX-License-Identifier: MIT

package pack

import (
	"context"
	"fmt"
	"hash/crc32"
	"slices"
)

// verifyStep is the amount that Verify reads between two checks of the context
// (bytes). It takes a fraction of a millisecond from memory, some from a slow disk.
const verifyStep = 1 << 20

// Verify reads the whole pack. It checks the structure again, every checksum, and
// that padding is zero. Together with Open it detects any changed byte. It does not
// check the meaning of records.
//
// progress, if not nil, is called with the number of bytes done and in total, finally
// with both equal. The error wraps ErrCorrupt, ErrFault, ErrClosed or the error of
// ctx.
func (p *Pack) Verify(ctx context.Context, progress func(done, total int64)) error {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	err := p.guard(func() error {
		sections, err := decode(p.data)
		if err == nil && !slices.Equal(sections, p.sections) {
			err = fmt.Errorf("%w: the section table changed while the pack was open", ErrCorrupt)
		}
		if err != nil {
			return err
		}
		return p.verifySections(ctx, progress)
	})
	if err != nil {
		return fmt.Errorf("verify %q: %w", p.name, err)
	}
	progress(p.Size(), p.Size())
	return nil
}

func (p *Pack) verifySections(ctx context.Context, progress func(done, total int64)) error {
	end := int64(headerSize)
	for _, s := range p.sections {
		if err := p.verifyPadding(end, s.Offset); err != nil {
			return err
		}
		if err := p.verifyChecksum(ctx, s, progress); err != nil {
			return err
		}
		end = s.Offset + s.Length
	}
	return p.verifyPadding(end, alignUp(end))
}

func (p *Pack) verifyPadding(from, to int64) error {
	for i, c := range p.data[from:to] {
		if c != 0 {
			return fmt.Errorf("%w: padding byte %d is %#02x, want 0", ErrCorrupt, from+int64(i), c)
		}
	}
	return nil
}

func (p *Pack) verifyChecksum(ctx context.Context, s Section, progress func(done, total int64)) error {
	var crc uint32
	done := s.Offset
	for step := range slices.Chunk(p.bytes(s), verifyStep) {
		if err := ctx.Err(); err != nil {
			return err
		}
		crc = crc32.Update(crc, castagnoli, step)
		done += int64(len(step))
		progress(done, p.Size())
	}
	if crc != s.CRC {
		return fmt.Errorf("%w: checksum of section %s differs", ErrCorrupt, s.Tag)
	}
	return ctx.Err()
}
