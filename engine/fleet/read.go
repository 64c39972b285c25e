// SPDX-License-Identifier: MIT

package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine/units"
)

// Limits of a file.
const (
	maxBytes   = 32 << 20
	maxRows    = 100_000 // that are not empty, in all sheets
	maxColumns = 1_000
	// maxCells is the number of cells up to the last one that is not blank in each row, in all
	// sheets. They take some 100 MB.
	maxCells = 2_000_000
	maxAbove = 30 // rows above the names of the columns, as for a title
)

// sheet is a table before its columns are known.
type sheet struct {
	name   string // "" in a CSV file
	rows   []sheetRow
	serial func(float64) time.Time // reads day numbers; nil: they are no dates
}

// sheetRow is a row with a cell that is not empty.
type sheetRow struct {
	number int // counted from 1
	cells  []string
}

// ReadFile reads a register from a file, as Read does. It reads no more of the file than Read
// accepts. The error is an [*Error], or that of the operating system.
func ReadFile(path string) (r Register, err error) {
	f, err := os.Open(path)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		at := &Error{File: path}
		return r, at.with(ErrFormat, "is a folder", "name the file in it")
	}
	content, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return r, err
	}
	return Read(path, content)
}

// Read reads a register from a CSV or XLSX file with this name, for errors, and content.
// Columns are found by their Vietnamese or English names; other columns, and sheets without
// a column of plates or drivers, are passed over. Under any names of the columns a title
// may stand.
//
// A row with a plate is a vehicle, one with the name of a driver is a driver, and one with both
// is an assignment, too. Repeated rows count once. The column "record", which WriteCSV writes,
// says instead which of them a row is.
//
// Times are dates, with the day or the year first, with or without a time of day, in
// Vietnam's zone unless another is given. A date as the end includes its day. Texts have
// single spaces. The error is an [*Error].
func Read(name string, content []byte) (Register, error) {
	at := &Error{File: name}
	if len(content) > maxBytes {
		return Register{}, at.with(ErrTooLarge, fmt.Sprintf("longer than %d MB", maxBytes>>20), tooLargeRemedy)
	}
	var sheets []sheet
	var err error
	switch {
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		sheets, err = readXLSX(at, content)
	case bytes.HasPrefix(content, []byte("\xd0\xcf\x11\xe0")):
		err = at.with(ErrFormat, "an old .xls file, or one with a password", "save it as .xlsx without a password")
	default:
		sheets, err = readCSV(at, content)
	}
	if err != nil {
		return Register{}, err
	}
	b := builder{vehicles: map[string]int{}, drivers: map[string][]int{}, assignments: map[Assignment]bool{}}
	used := false
	for i := range sheets {
		read, err := b.sheet(at, &sheets[i])
		if err != nil {
			return Register{}, err
		}
		used = used || read
	}
	if !used {
		for _, s := range sheets {
			if len(s.rows) > 0 {
				at = &Error{File: name, Sheet: s.name, Row: s.rows[0].number}
				break
			}
		}
		return Register{}, at.with(ErrColumns, "no column of plates or drivers", "name the columns, such as “Biển số” and “Lái xe”, or “plate” and “driver”")
	}
	return b.register, nil
}

// with returns the error at the place of e.
func (e *Error) with(err error, msg, remedy string) *Error {
	at := *e
	at.Err, at.Msg, at.Remedy = err, msg, remedy
	return &at
}

// builder makes a register of rows.
type builder struct {
	register    Register
	vehicles    map[string]int   // by PlateKey
	drivers     map[string][]int // by nameKey
	assignments map[Assignment]bool
}

// sheet reads a sheet; ok is false if it has no columns of a register.
func (b *builder) sheet(at *Error, s *sheet) (ok bool, err error) {
	head, most := -1, 0
	for i, row := range s.rows[:min(len(s.rows), maxAbove+1)] {
		if c, count, _ := columnsOf(row.cells); c.usable() && count > most {
			head, most = i, count
		}
	}
	if head < 0 {
		return false, nil
	}
	c, _, again := columnsOf(s.rows[head].cells)
	if again >= 0 {
		place := Error{File: at.File, Sheet: s.name, Row: s.rows[head].number, Column: columnName(s, again, clean(s.rows[head].cells[again]))}
		return false, place.with(ErrColumns, "another column means the same", "rename or remove one of them")
	}
	for i := range s.rows[head+1:] {
		r := &rowReader{sheet: s, row: &s.rows[head+1+i], columns: &c, file: at.File}
		if err := b.row(r); err != nil {
			return false, err
		}
	}
	return true, nil
}

// columnName returns the name of a column for errors.
func columnName(s *sheet, column int, name string) string {
	number := strconv.Itoa(column + 1)
	if s.name != "" {
		number = lettersOf(column)
	}
	if name == "" {
		return number
	}
	return fmt.Sprintf("%s (%s)", number, name)
}

// lettersOf returns the letters of a column (from 0).
func lettersOf(column int) (letters string) {
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		letters = string(rune('A'+(n-1)%26)) + letters
	}
	return letters
}

// row adds what a row says.
func (b *builder) row(r *rowReader) error {
	v := Vehicle{Plate: r.text(rolePlate), Kind: r.text(roleKind), Group: r.text(roleGroup)}
	d := Driver{Name: r.text(roleDriver), Licence: r.text(roleLicence), Phone: r.text(rolePhone)}
	a := Assignment{Plate: v.Plate, Driver: d.Name}
	var err error
	if v.Norm, err = r.norm(); err != nil {
		return err
	}
	if err := r.legal(&v); err != nil {
		return err
	}
	if a.From, err = r.time(roleFrom); err != nil {
		return err
	}
	if a.To, err = r.time(roleTo); err != nil {
		return err
	}
	if !a.From.IsZero() && !a.To.IsZero() && !a.From.Before(a.To) {
		return r.fault(roleTo, "the end is not after the beginning", "correct one of the dates")
	}
	if v == (Vehicle{}) && d == (Driver{}) && a == (Assignment{}) && r.text(roleRecord) == "" { // such as a remark
		return nil
	}
	if r.columns.found[roleRecord] {
		return b.record(r, v, d, a)
	}
	ofVehicle, ofDriver := v != (Vehicle{Plate: v.Plate}), d.Licence != "" || d.Phone != ""
	dated := !a.From.IsZero() || !a.To.IsZero()
	switch {
	case PlateKey(v.Plate) == "" && (v.Plate != "" || ofVehicle || dated):
		return r.fault(rolePlate, "no plate", "fill in the plate of the vehicle")
	case d.Name == "" && (ofDriver || dated):
		return r.fault(roleDriver, "no driver", "fill in the name of the driver")
	}
	if v.Plate != "" {
		if err := b.vehicle(r, v); err != nil {
			return err
		}
	}
	if d.Name != "" {
		b.driver(d)
	}
	if v.Plate != "" && d.Name != "" && !b.assignments[a] {
		b.assignments[a] = true
		b.register.Assignments = append(b.register.Assignments, a)
	}
	return nil
}

// The values of the column of records, folded.
var (
	vehicleRecords    = []string{"vehicle", "xe"}
	driverRecords     = []string{"driver", "lai xe", "tai xe"}
	assignmentRecords = []string{"assignment", "phan cong"}
)

// record adds a row that says what it is.
func (b *builder) record(r *rowReader, v Vehicle, d Driver, a Assignment) error {
	kind := units.Fold(r.text(roleRecord))
	isVehicle, isDriver, isAssignment := slices.Contains(vehicleRecords, kind), slices.Contains(driverRecords, kind), slices.Contains(assignmentRecords, kind)
	switch {
	case !isVehicle && !isDriver && !isAssignment:
		return r.fault(roleRecord, fmt.Sprintf("%q is no record", shown(r.text(roleRecord))), "write vehicle, driver or assignment")
	case !isDriver && PlateKey(v.Plate) == "":
		return r.fault(rolePlate, "no plate", "fill in the plate of the vehicle")
	case !isVehicle && d.Name == "":
		return r.fault(roleDriver, "no driver", "fill in the name of the driver")
	case isVehicle:
		b.register.Vehicles = append(b.register.Vehicles, v)
	case isDriver:
		b.register.Drivers = append(b.register.Drivers, d)
	default:
		b.register.Assignments = append(b.register.Assignments, a)
	}
	return nil
}

// vehicle adds a vehicle, or what an earlier row did not say of it.
func (b *builder) vehicle(r *rowReader, v Vehicle) error {
	key := PlateKey(v.Plate)
	i, known := b.vehicles[key]
	if !known {
		b.vehicles[key] = len(b.register.Vehicles)
		b.register.Vehicles = append(b.register.Vehicles, v)
		return nil
	}
	old := &b.register.Vehicles[i]
	const remedy = "make the rows of this plate agree"
	if old.Kind != "" && v.Kind != "" && old.Kind != v.Kind {
		return r.fault(roleKind, fmt.Sprintf("%s has the kind %q in an earlier row", shown(v.Plate), shown(old.Kind)), remedy)
	}
	if old.Group != "" && v.Group != "" && old.Group != v.Group {
		return r.fault(roleGroup, fmt.Sprintf("%s has the group %q in an earlier row", shown(v.Plate), shown(old.Group)), remedy)
	}
	if old.Norm != 0 && v.Norm != 0 && old.Norm != v.Norm {
		return r.fault(roleNorm, fmt.Sprintf("%s has the norm %v in an earlier row", shown(v.Plate), old.Norm), remedy)
	}
	if err := r.agree(*old, v, remedy); err != nil {
		return err
	}
	*old = old.with(v)
	return nil
}

// driver adds a driver, or what an earlier row did not say of him. Two of one name with
// different licences or phones are two.
func (b *builder) driver(d Driver) {
	fits := func(a, b string) bool { return a == "" || b == "" || a == b }
	key := nameKey(d.Name)
	for _, i := range b.drivers[key] {
		old := &b.register.Drivers[i]
		if fits(old.Licence, d.Licence) && fits(old.Phone, d.Phone) {
			old.Licence, old.Phone = either(old.Licence, d.Licence), either(old.Phone, d.Phone)
			return
		}
	}
	b.drivers[key] = append(b.drivers[key], len(b.register.Drivers))
	b.register.Drivers = append(b.register.Drivers, d)
}

func either(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// rowReader reads the cells of a row.
type rowReader struct {
	sheet   *sheet
	row     *sheetRow
	columns *columns
	file    string
}

// text returns the text of a role, "" for none.
func (r *rowReader) text(of role) string {
	c := r.columns
	if !c.found[of] || c.at[of] >= len(r.row.cells) {
		return ""
	}
	cell := clean(r.row.cells[c.at[of]])
	if blank(cell) {
		return ""
	}
	return cell
}

// fault returns an error in the cell of a role.
func (r *rowReader) fault(of role, msg, remedy string) error {
	at := &Error{File: r.file, Sheet: r.sheet.name, Row: r.row.number}
	if r.columns.found[of] {
		at.Column = columnName(r.sheet, r.columns.at[of], r.columns.names[of])
	}
	return at.with(ErrValue, msg, remedy)
}

func (r *rowReader) norm() (float64, error) {
	s := r.text(roleNorm)
	if s == "" {
		return 0, nil
	}
	x, ok := parseNorm(s)
	if !ok {
		return 0, r.fault(roleNorm, fmt.Sprintf("%q is no fuel norm", shown(s)), "write litres per 100 km, such as 12.5")
	}
	return x, nil
}

func (r *rowReader) time(of role) (time.Time, error) {
	s := r.text(of)
	t, ok := readTime(s, of == roleTo, r.sheet.serial)
	if !ok {
		return t, r.fault(of, fmt.Sprintf("%q is no date", shown(s)), "write day/month/year, such as 25/11/2026 or 25/11/2026 07:30")
	}
	return t, nil
}

// shown returns the beginning of a text for an error.
func shown(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

// isEmpty reports whether a row has no text.
func isEmpty(cells []string) bool {
	return !slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}
