// SPDX-License-Identifier: MIT

package units

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
)

// The abolished kinds of unit, as in the names in legacy.csv. LevelWard, LevelCommune
// and LevelProvince existed then too.
const (
	formerCity     = "Thành phố" // under a province, or centrally governed
	formerUrban    = "Quận"
	formerRural    = "Huyện"
	formerTown     = "Thị xã"
	formerTownship = "Thị trấn"
)

// The kinds of each tier before July 2025.
var (
	formerUnitKinds     = []string{LevelWard, LevelCommune, formerTownship}
	formerDistrictKinds = []string{formerUrban, formerRural, formerTown, formerCity}
	formerProvinceKinds = []string{LevelProvince, formerCity}
)

// formerLoader reads legacy.csv: the former units by code, then those without a code,
// by province, district and name.
type formerLoader struct {
	wards     map[string]int // code → index in Table.wards
	former    former
	districts map[[2]string]uint16 // name, province → index
	provinces map[string]uint16    // name → index
	arena     []uint16             // backs the successors of all units
	last      [4]string            // code, province, district and name of the row before
	lastIn    uint16               // index of the last district
	lastOf    [2]string            // its name and province
}

func (l *loader) legacy() error {
	if _, err := fs.Stat(l.fsys, legacyFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	f := formerLoader{wards: l.wardIndex, districts: make(map[[2]string]uint16), provinces: make(map[string]uint16)}
	rows := rowsIn(l.fsys, legacyFile, bytesPerFormer)
	f.former.units, f.arena = make([]formerUnit, 0, rows), make([]uint16, 0, rows)
	header := []string{"code", "name", "district", "province", "until", "successors"}
	if err := readRows(l.fsys, legacyFile, header, f.add); err != nil {
		return err
	}
	l.table.former = f.former // before earlier.csv adds to it
	return nil
}

func (f *formerLoader) add(row []string) error {
	code, name, district, province := row[0], row[1], row[2], row[3]
	if err := f.checkOrder([4]string{code, province, district, name}); err != nil {
		return err
	}
	if code != "" {
		if _, err := parseCode(code, WardDigits); err != nil {
			return err
		}
		f.former.coded++
	}
	if err := checkFormerName(name, formerUnitKinds); err != nil {
		return err
	}
	in, err := f.district(district, province)
	if err != nil {
		return err
	}
	var until Date
	if row[4] != "" {
		if until, err = parseDate(row[4]); err != nil {
			return err
		}
	}
	successors, err := f.successors(row[5])
	if err != nil {
		return err
	}
	if len(f.former.units) == math.MaxUint16 {
		return fmt.Errorf("more than %d former units", math.MaxUint16)
	}
	f.former.units = append(f.former.units, formerUnit{code: code, name: name, district: in, until: until, successors: successors})
	return nil
}

// checkOrder checks that a row comes after the one before. Codes, and units without a
// code, are therefore unique.
func (f *formerLoader) checkOrder(row [4]string) error {
	last := f.last
	f.last = row
	switch {
	case row[0] == "" && last[0] == "":
		if slices.Compare(row[1:], last[1:]) <= 0 {
			return fmt.Errorf("%q, %q, %q does not come after %q, %q, %q", row[3], row[2], row[1], last[3], last[2], last[1])
		}
	case row[0] == "":
	case last[0] == "" && len(f.former.units) > 0:
		return fmt.Errorf("code %q comes after a unit without one", row[0])
	case row[0] <= last[0]:
		return fmt.Errorf("%q does not come after %q", row[0], last[0])
	}
	return nil
}

// district returns the index of a district, adding the district if it is new.
func (f *formerLoader) district(name, province string) (uint16, error) {
	key := [2]string{name, province}
	if key == f.lastOf {
		return f.lastIn, nil
	}
	i, ok := f.districts[key]
	if !ok {
		if err := checkFormerName(name, formerDistrictKinds); err != nil {
			return 0, err
		}
		of, known := f.provinces[province]
		if !known {
			if err := checkFormerName(province, formerProvinceKinds); err != nil {
				return 0, err
			}
			of = uint16(len(f.provinces))
			f.provinces[province] = of
			f.former.provinces = append(f.former.provinces, formerProvince{name: province})
		}
		i = uint16(len(f.districts))
		f.districts[key] = i
		f.former.districts = append(f.former.districts, formerDistrict{name: name, province: of})
	}
	f.lastOf, f.lastIn = key, i
	return i, nil
}

// successors returns the wards of a list of codes separated by single spaces.
func (f *formerLoader) successors(list string) ([]uint16, error) {
	from := len(f.arena)
	for code := range strings.SplitSeq(list, " ") {
		i, ok := f.wards[code]
		if !ok {
			return nil, fmt.Errorf("successor %q is not in %s", code, wardsFile)
		}
		if n := len(f.arena); n > from && int(f.arena[n-1]) >= i {
			return nil, fmt.Errorf("successor %q does not come after the one before", code)
		}
		f.arena = append(f.arena, uint16(i))
	}
	return slices.Clip(f.arena[from:]), nil
}

// checkFormerName checks a name that begins with one of the kinds.
func checkFormerName(name string, kinds []string) error {
	_, bare, ok := cutKind(name, kinds)
	if !ok {
		return fmt.Errorf("name %q begins with none of the kinds %s", name, strings.Join(kinds, ", "))
	}
	return checkName(bare)
}

// cutKind splits a full name into its kind and the rest.
func cutKind(full string, kinds []string) (kind, bare string, ok bool) {
	for _, kind := range kinds {
		if rest, ok := strings.CutPrefix(full, kind); ok && strings.HasPrefix(rest, " ") {
			return kind, rest[1:], true
		}
	}
	return "", full, false
}

// link computes the derived fields: the former units of each ward, the successors of
// districts and provinces, and the last days of districts.
func (f *former) link(t *Table) {
	f.units = slices.Clip(f.units)
	f.ofWard = make([][]uint16, len(t.wards))
	for i := range f.units {
		u := &f.units[i]
		d := &f.districts[u.district]
		d.wards = append(d.wards, u.successors...)
		if u.until.after(d.until) {
			d.until = u.until
		}
		p := &f.provinces[d.province]
		for _, w := range u.successors {
			f.ofWard[w] = append(f.ofWard[w], uint16(i))
			if to := uint16(t.provinceIndex[t.wards[w].ProvinceCode]); !slices.Contains(p.provinces, to) {
				p.provinces = append(p.provinces, to)
			}
		}
	}
	for i := range f.districts {
		d := &f.districts[i]
		slices.Sort(d.wards)
		d.wards = slices.Clone(slices.Compact(d.wards))
	}
}
