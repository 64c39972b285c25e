// SPDX-License-Identifier: MIT

package units

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
)

// districtRow is a district of June 2025 in districts.csv.
type districtRow struct {
	code, name, provinceCode, province string
	index                              int // in former.districts; −1 for one that had no units
	ward                               int // index in Table.wards of what a district without units became; −1 for others
}

// districtDigits is the number of digits of the code of a district.
const districtDigits = 3

// districts reads districts.csv, after legacy.csv. It has a row for every district of which a unit
// has a code.
func (l *loader) districts() error {
	if _, err := fs.Stat(l.fsys, districtsFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	f := &l.table.former
	byName := make(map[[2]string]int)
	for i, d := range f.districts {
		byName[[2]string{d.name, f.provinces[d.province].name}] = i
	}
	byProvince := make(map[string]int)
	for i := range f.provinces {
		byProvince[f.provinces[i].name] = i
	}
	header := []string{"code", "name", "province_code", "province", "ward"}
	err := readRows(l.fsys, districtsFile, header, ascending(func(row []string) error {
		if _, err := parseCode(row[0], districtDigits); err != nil {
			return err
		}
		if _, err := parseCode(row[2], ProvinceDigits); err != nil {
			return err
		}
		if err := checkFormerName(row[1], formerDistrictKinds); err != nil {
			return err
		}
		of, ok := byProvince[row[3]]
		if !ok {
			return fmt.Errorf("province %q is not in %s", row[3], legacyFile)
		}
		if p := &f.provinces[of]; p.code == "" {
			p.code = strings.Clone(row[2])
		} else if p.code != row[2] {
			return fmt.Errorf("province %q has the codes %s and %s", row[3], p.code, row[2])
		}
		d := districtRow{code: strings.Clone(row[0]), name: strings.Clone(row[1]), provinceCode: f.provinces[of].code, province: f.provinces[of].name, index: -1, ward: -1}
		i, hasUnits := byName[[2]string{row[1], row[3]}]
		ward, known := l.wardIndex[row[4]]
		switch {
		case row[4] == "" && !hasUnits:
			return fmt.Errorf("district %q of %q has no unit in %s, and no ward", row[1], row[3], legacyFile)
		case row[4] == "":
			d.index = i
			f.districts[i].code = d.code
		case hasUnits:
			return fmt.Errorf("district %q of %q has units in %s, and a ward", row[1], row[3], legacyFile)
		case !known || ward > math.MaxUint16:
			return fmt.Errorf("ward %q is not in %s", row[4], wardsFile)
		default:
			d.ward = ward
		}
		f.listed = append(f.listed, d)
		return nil
	}))
	if err != nil {
		return err
	}
	for _, u := range f.units[:f.coded] {
		if d := &f.districts[u.district]; d.code == "" {
			return fmt.Errorf("%s: no district %q of %q: %w", districtsFile, d.name, f.provinces[d.province].name, ErrTable)
		}
	}
	return nil
}
