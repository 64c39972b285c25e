// SPDX-License-Identifier: MIT

package units

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"roadsnap/engine/errclass"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ErrTable means that a table of units is missing or invalid. The wrapping error
// names the file, and the line if one is at fault.
var ErrTable = errclass.New(errclass.Internal, "invalid table of units")

// The files that Load reads.
const (
	provincesFile  = "provinces.csv"
	wardsFile      = "wards.csv"
	attributesFile = "attributes.csv" // may be absent
	aliasesFile    = "aliases.csv"    // may be absent
	legacyFile     = "legacy.csv"     // may be absent
	districtsFile  = "districts.csv"  // may be absent
	earlierFile    = "earlier.csv"    // may be absent
)

// The number of digits in the codes of provinces and of wards.
const (
	ProvinceDigits = 2
	WardDigits     = 5
)

// Load reads the table from provinces.csv, wards.csv and five optional files. These
// are attributes.csv (what is published about wards), aliases.csv (ward codes used by
// other lists), legacy.csv (the units before July 2025 and their successors),
// districts.csv (the districts of that time, with their codes) and earlier.csv (older
// names of provinces). All are
// UTF-8 with a header, in ascending order of their first column. Units without a code
// come last in legacy.csv. Names are in Unicode's composed form. They include the
// kind of the unit only in legacy.csv and earlier.csv. Everything is checked and
// nothing is repaired: an error wraps ErrTable and names file and line.
func Load(fsys fs.FS) (*Table, error) {
	if fsys == nil {
		return nil, fmt.Errorf("load units: no file system given: %w", ErrTable)
	}
	l := loader{fsys: fsys}
	for _, step := range []func() error{l.provinces, l.wards, l.published, l.aliases, l.legacy, l.districts, l.earlier} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	l.table.index()
	return &l.table, nil
}

// loader is the state of one Load.
type loader struct {
	fsys      fs.FS
	table     Table
	regionOf  map[string]string // by province code
	wardIndex map[string]int    // code → index in table.wards
}

func (l *loader) provinces() error {
	l.regionOf = make(map[string]string)
	regions := Regions()
	err := readRows(l.fsys, provincesFile, []string{"code", "name", "level", "region"}, ascending(func(row []string) error {
		code, name, region := row[0], row[1], row[3]
		id, err := parseCode(code, ProvinceDigits)
		if err != nil {
			return err
		}
		if err := checkName(name); err != nil {
			return err
		}
		lv, ok := findLevel(provinceLevels(), row[2])
		if !ok {
			return fmt.Errorf("level %q is not a province level", row[2])
		}
		if !slices.Contains(regions, region) {
			return fmt.Errorf("region %q is not one of the six regions", region)
		}
		l.regionOf[code] = region
		english := Unmark(name)
		p := Province{
			ID: id, Code: code,
			Name: name, FullName: lv.prefix + " " + name,
			NameEN: english, FullNameEN: english + " " + lv.english,
			Level: lv.name, Region: region,
			Sort: fmt.Sprintf("%02d", len(l.table.provinces)+1),
		}
		l.table.provinces = append(l.table.provinces, p)
		l.table.entries = append(l.table.entries, newProvinceEntry(p))
		return nil
	}))
	if err == nil && len(l.table.provinces) == 0 {
		err = fmt.Errorf("%s: no provinces: %w", provincesFile, ErrTable)
	}
	return err
}

func (l *loader) wards() error {
	l.wardIndex = make(map[string]int)
	rows := rowsIn(l.fsys, wardsFile, bytesPerWard)
	l.table.wards = make([]Ward, 0, rows)
	l.table.entries = slices.Grow(l.table.entries, rows)
	seen := make(map[string]string) // province, level and key of the name → code
	return readRows(l.fsys, wardsFile, []string{"code", "province_code", "name", "level"}, ascending(func(row []string) error {
		code, province, name := row[0], row[1], row[2]
		id, err := parseCode(code, WardDigits)
		if err != nil {
			return err
		}
		region, ok := l.regionOf[province]
		if !ok {
			return fmt.Errorf("province code %q is not in %s", province, provincesFile)
		}
		if err := checkName(name); err != nil {
			return err
		}
		lv, ok := findLevel(wardLevels(), row[3])
		if !ok {
			return fmt.Errorf("level %q is not a ward level", row[3])
		}
		english := Unmark(name)
		w := Ward{
			ID: id, Code: code, ProvinceCode: province,
			Name: name, FullName: lv.prefix + " " + name,
			NameEN: english, FullNameEN: english + " " + lv.english,
			Level: lv.name, Region: region,
		}
		e := newWardEntry(w)
		key := province + lv.name + e.key
		if other, twice := seen[key]; twice {
			return fmt.Errorf("%s has the name of ward %s in the same province", w.FullName, other)
		}
		seen[key] = code
		l.wardIndex[code] = len(l.table.wards)
		l.table.wards = append(l.table.wards, w)
		l.table.entries = append(l.table.entries, e)
		return nil
	}))
}

func (l *loader) aliases() error {
	l.table.aliases = make(map[string]string)
	if _, err := fs.Stat(l.fsys, aliasesFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return readRows(l.fsys, aliasesFile, []string{"alias", "code"}, ascending(func(row []string) error {
		alias, code := row[0], row[1]
		if _, err := parseCode(alias, WardDigits); err != nil {
			return err
		}
		if _, taken := l.wardIndex[alias]; taken {
			return fmt.Errorf("alias %s is the code of a ward", alias)
		}
		if _, known := l.wardIndex[code]; !known {
			return fmt.Errorf("code %q is not in %s", code, wardsFile)
		}
		l.table.aliases[alias] = code
		return nil
	}))
}

// Lower bounds for the average length of a row in the long tables.
const (
	bytesPerWard   = 24
	bytesPerFormer = 64
)

// rowsIn estimates the number of rows of a file, so that slices need not grow. The
// estimate is bounded.
func rowsIn(fsys fs.FS, name string, bytesPerRow int64) int {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return 0 // opening the file reports the error
	}
	return int(min(info.Size()/bytesPerRow, math.MaxUint16))
}

// ascending returns add preceded by a check that the first column ascends.
func ascending(add func(row []string) error) func(row []string) error {
	last := ""
	return func(row []string) error {
		if row[0] <= last {
			return fmt.Errorf("%q does not come after %q of the row before", row[0], last)
		}
		last = row[0]
		return add(row)
	}
}

// readRows calls add with each row of a CSV file, after checking the header.
func readRows(fsys fs.FS, name string, header []string, add func(row []string) error) (err error) {
	f, err := fsys.Open(name)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", name, ErrTable, err)
	}
	defer func() {
		if e := f.Close(); e != nil && err == nil {
			err = fmt.Errorf("%s: %w: %w", name, ErrTable, e)
		}
	}()
	r := csv.NewReader(f)
	r.FieldsPerRecord = len(header)
	r.ReuseRecord = true
	at := func(err error) error {
		line, _ := r.FieldPos(0)
		return fmt.Errorf("%s:%d: %w: %w", name, line, ErrTable, err)
	}
	row, err := r.Read()
	switch {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%s: empty file: %w", name, ErrTable)
	case err != nil:
		return csvError(name, err)
	case !slices.Equal(row, header):
		return at(fmt.Errorf("header is %q, want %q", strings.Join(row, ","), strings.Join(header, ",")))
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return csvError(name, err)
		}
		if err := add(row); err != nil {
			return at(err)
		}
	}
}

// csvError returns the error with the line at which package csv found the file
// ill-formed, or without one if the file could not be read further.
func csvError(name string, err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("%s:%d: %w: %w", name, parse.Line, ErrTable, parse.Err)
	}
	return fmt.Errorf("%s: %w: %w", name, ErrTable, err)
}

// parseCode parses a code with the given number of digits.
func parseCode(code string, digits int) (int, error) {
	id, err := strconv.Atoi(code)
	if err != nil || len(code) != digits || strings.Trim(code, "0123456789") != "" {
		return 0, fmt.Errorf("code %q is not %d digits", code, digits)
	}
	return id, nil
}

// hasStraySpaces reports whether s has a space at an end, two in a row, or a space
// other than U+0020.
func hasStraySpaces(s string) bool {
	last := ' '
	for _, r := range s {
		if unicode.IsSpace(r) && (r != ' ' || last == ' ') {
			return true
		}
		last = r
	}
	return last == ' '
}

func checkName(name string) error {
	switch {
	case !utf8.ValidString(name):
		return fmt.Errorf("name %q is not UTF-8", name)
	case !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return fmt.Errorf("name %q has neither letter nor digit", name)
	case hasStraySpaces(name):
		return fmt.Errorf("name %q has stray spaces", name)
	case !isPlain(name) && !norm.NFC.IsNormalString(name):
		return fmt.Errorf("name %q is not in composed form (NFC)", name)
	case strings.ContainsFunc(name, func(r rune) bool { return isApostrophe(r) && r != '\'' }):
		return fmt.Errorf("name %q has an apostrophe other than '", name)
	}
	return nil
}
