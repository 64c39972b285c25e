// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"os"

	"roadsnap/engine"
	"roadsnap/engine/units"
)

// extractor implements maps.Extractor.
type extractor struct{ engine *engine.Engine }

// Provinces implements maps.Extractor.
func (x extractor) Provinces() []units.Province { return x.engine.Units().Provinces() }

// Extract implements maps.Extractor.
func (x extractor) Extract(ctx context.Context, path string, province units.Province, out string) (size int64, err error) {
	region, err := x.engine.ProvinceRegion(province)
	if err != nil {
		return 0, err
	}
	info, err := engine.Inspect(path)
	if err != nil {
		return 0, err
	}
	if _, err := engine.Extract(ctx, engine.ExtractOptions{Pack: path, Region: region, Out: out, Name: info.Meta.Name + ": " + province.Name}); err != nil {
		return 0, err
	}
	written, err := os.Stat(out)
	if err != nil {
		return 0, err
	}
	return written.Size(), nil
}
