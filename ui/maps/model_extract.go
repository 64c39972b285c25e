// SPDX-License-Identifier: MIT

package maps

import (
	"context"

	"roadsnap/engine/units"
)

// Extracted describes a pack that ExtractMap wrote.
type Extracted struct {
	Path string
	Size int64 // bytes
}

// Extractor makes packs of parts of others.
type Extractor interface {
	// Extract writes the part of the pack at path in a province to out. It runs on a
	// background goroutine.
	Extract(ctx context.Context, path string, province units.Province, out string) (size int64, err error)
	// Provinces lists the provinces.
	Provinces() []units.Province
}

// Provinces lists the provinces that ExtractMap knows; none means that it does not work.
func (p *Model) Provinces() []units.Province {
	if p.o.Extractor == nil {
		return nil
	}
	return p.o.Extractor.Provinces()
}

// ExtractMap writes the part of the pack at path in a province to out in the background.
func (p *Model) ExtractMap(path string, province units.Province, out string) {
	out = absolute(out)
	p.run(func(ctx context.Context, report func(Progress)) result {
		report(Progress{Stage: "maps.extract.busy"})
		size, err := p.o.Extractor.Extract(ctx, path, province, out)
		if err != nil {
			return result{err: err}
		}
		return result{extracted: Extracted{out, size}}
	}, nil)
}
