// SPDX-License-Identifier: MIT

package units

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
)

// Published is what the government's portal published about a ward in 2025. Nothing is
// corrected: some areas are far from those of the borders. 0 and "" mean that nothing was
// published.
type Published struct {
	AreaKM2    float64
	Population int
	Seat       string // address of the people's committee, in Vietnamese
	Resolution string // number of the resolution of 16 June 2025 that formed or kept the ward: "1685/NQ-UBTVQH15"
}

// AreaDiffers reports whether the published area is off by more than a twentieth from km2, that
// of the ward's border. It is false if no area is published.
func (p Published) AreaDiffers(km2 float64) bool {
	return p.AreaKM2 > 0 && math.Abs(p.AreaKM2-km2) > p.AreaKM2/20
}

// published reads attributes.csv, which has a row for every ward.
func (l *loader) published() error {
	if _, err := fs.Stat(l.fsys, attributesFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	rows := 0
	resolutions := make(map[string]string) // the texts, of which there are few
	err := readRows(l.fsys, attributesFile, []string{"code", "area_km2", "population", "seat", "resolution"}, ascending(func(row []string) error {
		i, ok := l.wardIndex[row[0]]
		if !ok {
			return fmt.Errorf("code %q is not in %s", row[0], wardsFile)
		}
		p := &l.table.wards[i].Published
		var err1, err2 error
		if row[1] != "" {
			p.AreaKM2, err1 = strconv.ParseFloat(row[1], 64)
		}
		if row[2] != "" {
			p.Population, err2 = strconv.Atoi(row[2])
		}
		if err1 != nil || err2 != nil || p.AreaKM2 < 0 || p.AreaKM2 > maxWardKM2 || p.Population < 0 || p.AreaKM2 != p.AreaKM2 {
			return fmt.Errorf("area %q, population %q, want numbers of 0 or more", row[1], row[2])
		}
		p.Seat = strings.Clone(row[3])
		if _, ok := resolutions[row[4]]; !ok {
			resolutions[row[4]] = strings.Clone(row[4])
		}
		p.Resolution = resolutions[row[4]]
		rows++
		return nil
	}))
	if err == nil && rows != len(l.table.wards) {
		err = fmt.Errorf("%s has %d wards, want all %d: %w", attributesFile, rows, len(l.table.wards), ErrTable)
	}
	return err
}

// maxWardKM2 is more than the area of the largest province.
const maxWardKM2 = 30_000
