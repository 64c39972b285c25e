// SPDX-License-Identifier: MIT

package geofile

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/paulmach/orb"
)

// BenchmarkWrite writes as many areas as there are wards, with 300 vertices each, to
// files on disk. It reports the size of the files.
func BenchmarkWrite(b *testing.B) {
	const wards, vertices = 3321, 300
	features := make([]Feature, wards)
	for i := range features {
		ring := coast(vertices)
		for j := range ring {
			ring[j][0] += float64(i) * 1e-3
		}
		features[i] = Feature{
			Values: []any{fmt.Sprintf("%05d", i), "Phường Bến Nghé", "Phường Bến Nghé, Thành phố Hồ Chí Minh", "Thành phố Hồ Chí Minh", nil, int64(i), float64(i) / 7},
			Area:   orb.MultiPolygon{{ring}},
		}
	}
	for _, f := range Formats() {
		b.Run(string(f), func(b *testing.B) {
			folder := b.TempDir()
			b.ReportAllocs()
			for b.Loop() {
				w, err := Create(filepath.Join(folder, "wards"+f.Extension()), f, sampleSchema)
				if err != nil {
					b.Fatal(err)
				}
				for _, x := range features {
					if err := w.Add(x); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Commit(); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(folderSize(b, folder))
			b.ReportMetric(float64(b.N*wards)/b.Elapsed().Seconds(), "features/s")
		})
	}
}

func folderSize(b *testing.B, folder string) int64 {
	entries, err := os.ReadDir(folder)
	if err != nil {
		b.Fatal(err)
	}
	size := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			b.Fatal(err)
		}
		size += info.Size()
	}
	return size
}
