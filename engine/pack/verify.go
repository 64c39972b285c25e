// SPDX-License-Identifier: MIT

package pack

import (
	"context"
	"fmt"
	"slices"
)

// verifyStep is the amount that Verify reads between two calls of progress (bytes). It
// takes a fraction of a millisecond from memory, some from a slow disk.
const verifyStep = 1 << 22

// Verify reads the whole pack, on all processors. It checks the structure again, every
// checksum, and that padding is zero. Together with Open it detects any changed byte. It
// does not check the meaning of records.
//
// progress, if not nil, is called with the number of bytes done and in total, finally
// with both equal. The error wraps ErrCorrupt, ErrFault, ErrClosed or the error of
// ctx.
func (p *Pack) Verify(ctx context.Context, progress func(done, total int64)) error {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	err := p.guard(func() error {
		sections, sums, err := decode(p.data)
		if err == nil && !(slices.Equal(sections, p.sections) && slices.Equal(sums, p.sums)) {
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
		end = s.Offset + s.Length
		step := int(max(verifyStep/s.blockBytes(), 1))
		for first := 0; first < s.blocks(); first += step {
			if err := p.verifyBlocks(ctx, s, first, min(first+step, s.blocks())); err != nil {
				return err
			}
			progress(min(s.Offset+int64(first+step)*s.blockBytes(), end), p.Size())
		}
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

// verifyBlocks compares the checksums of blocks from first to before end, also those
// compared before.
func (p *Pack) verifyBlocks(ctx context.Context, s Section, first, end int) error {
	return p.Each(ctx, end-first, func(i int) error {
		if checksum(s.block(p.bytes(s), first+i)) != p.sums[s.firstBlock+first+i] {
			return p.badSum(s.Tag)
		}
		p.checked[s.firstBlock+first+i].Store(1)
		return nil
	})
}
