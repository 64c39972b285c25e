// SPDX-License-Identifier: MIT

package trace

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/crs"
	"roadsnap/engine/errclass"
)

// Recipe says how to read a table of positions. [Preview] gives the one that Read finds out by
// itself; a saved one reads the next file of the same shape in the same way. The zero value of
// a field other than Columns lets Read find it out.
type Recipe struct {
	Name string `json:"name,omitempty"`
	// Shape is the fingerprint of the column names, see [Shape]. Options.Recipes are chosen by it.
	Shape string `json:"shape,omitempty"`
	// Encoding is "utf-8", "utf-16le", "utf-16be" or "windows-1258".
	Encoding string `json:"encoding,omitempty"`
	// Delimiter separates the cells of a text: "," ";" "|" or a tab.
	Delimiter string `json:"delimiter,omitempty"`
	// Header is the row with the column names, counted from 1 without blank rows; 0 if the table
	// has none.
	Header int `json:"header"`
	// Columns are the columns that are read. No role occurs twice.
	Columns []Column `json:"columns"`
	// Decimal is the decimal mark "." or ","; the other one groups thousands.
	Decimal string `json:"decimal,omitempty"`
	// Dates is the order of dates such as 01/02/2026: "dmy" or "mdy".
	Dates string `json:"dates,omitempty"`
	// Zone is the zone of times without one: "UTC" or an offset such as "+07:00".
	Zone string `json:"zone,omitempty"`
	// Speed is the unit of the speed: "km/h", "m/s", "kn" or "mph".
	Speed string `json:"speed,omitempty"`
	// CRS is the coordinate system, such as "EPSG:9210", if it is not WGS 84 in degrees.
	CRS string `json:"crs,omitempty"`
	// Sheets are the sheets of a workbook to read, all if there are none.
	Sheets []string `json:"sheets,omitempty"`
}

// Column is a column of a table and its role, one of [Roles].
type Column struct {
	Role   string `json:"role"`
	Number int    `json:"number"` // counted from 1
	// Name is the name of the column. A table in which another column has it is read from
	// there. "" if the table has no names.
	Name string `json:"name,omitempty"`
}

// roleKeys are the names of the roles in recipes. Recipes on disk have them.
var roleKeys = [numRoles]string{
	roleLat: "lat", roleLon: "lon", rolePosition: "position", roleTime: "time", roleDate: "date", roleSpeed: "speed",
	roleHeading: "heading", roleAccuracy: "accuracy", roleHDOP: "hdop", roleVehicle: "vehicle", roleDevice: "device",
	roleDriver: "driver", roleTrip: "trip", roleIgnition: "ignition", roleStatus: "status", roleOdometer: "odometer",
	roleElevation: "elevation", roleAddress: "address", roleZone: "utm_zone", roleBand: "utm_band",
}

// Roles returns the roles that a column can have: lat and lon, or position for both in one
// cell, time, date, speed and so on. With a projected system, lat is the northing and lon the
// easting.
func Roles() []string {
	keys := slices.Clone(roleKeys[:])
	return slices.DeleteFunc(keys, func(s string) bool { return s == "" })
}

// speedUnits are the units of Recipe.Speed (m/s).
var speedUnits = map[string]float64{"km/h": 1 / kmhPerMPS, "m/s": 1, "kn": mpsPerKnot, "mph": 1609.344 / 3600}

// SpeedUnits returns the units that Recipe.Speed can have.
func SpeedUnits() []string { return []string{"km/h", "m/s", "kn", "mph"} }

// Encodings returns the encodings that Recipe.Encoding can have.
func Encodings() []string { return []string{"utf-8", "utf-16le", "utf-16be", "windows-1258"} }

// Limits of a recipe.
const (
	maxRecipe       = 1 << 20 // bytes
	maxRecipeSheets = 10_000
	maxRecipeText   = 1000 // bytes of a name
)

// ErrRecipe means that a recipe cannot be used.
var ErrRecipe = errclass.Narrow(ErrFormat, errclass.TraceRecipe, "unusable recipe")

func recipeError(format string, a ...any) error {
	return fmt.Errorf("%w: %w", ErrRecipe, fmt.Errorf(format, a...))
}

// ParseRecipe reads a recipe in JSON. The error wraps ErrRecipe.
func ParseRecipe(text []byte) (Recipe, error) {
	var r Recipe
	if len(text) > maxRecipe {
		return r, recipeError("longer than %d MiB", maxRecipe>>20)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return Recipe{}, recipeError("%w", err)
	}
	return r, r.Validate()
}

// Validate returns an error that wraps ErrRecipe if the recipe contradicts itself.
func (r Recipe) Validate() error {
	var seen [numRoles]bool
	for _, c := range r.Columns {
		i := slices.Index(roleKeys[:], c.Role)
		switch {
		case i < 0 || c.Role == "":
			return recipeError("no role %q; there are %s", c.Role, strings.Join(Roles(), ", "))
		case seen[i]:
			return recipeError("two columns are %q", c.Role)
		case c.Number < 1 || c.Number > maxLineMarks+1:
			return recipeError("column %d; columns are counted from 1 to %d", c.Number, maxLineMarks+1)
		case len(c.Name) > maxRecipeText:
			return recipeError("the name of column %d is too long", c.Number)
		}
		seen[i] = true
	}
	if !seen[rolePosition] && !(seen[roleLat] && seen[roleLon]) {
		return recipeError("columns lat and lon, or a column position, are needed")
	}
	if r.Header < 0 || r.Header > maxAbove+1 {
		return recipeError("header %d; it is at most %d", r.Header, maxAbove+1)
	}
	if len(r.Name) > maxRecipeText || len(r.Sheets) > maxRecipeSheets {
		return recipeError("too many sheets, or too long a name")
	}
	for _, c := range []struct {
		field, value string
		allowed      []string
	}{
		{"encoding", r.Encoding, Encodings()}, {"delimiter", r.Delimiter, []string{"\t", ";", ",", "|"}}, {"decimal", r.Decimal, []string{".", ","}},
		{"dates", r.Dates, []string{"dmy", "mdy"}}, {"speed", r.Speed, SpeedUnits()},
	} {
		if c.value != "" && !slices.Contains(c.allowed, c.value) {
			return recipeError("%s %q; it is one of %q", c.field, c.value, c.allowed)
		}
	}
	if _, err := r.location(); err != nil {
		return err
	}
	if r.CRS != "" {
		if _, err := crs.ByName(r.CRS); err != nil {
			return recipeError("%w", err)
		}
	}
	return nil
}

// location returns the zone of times, nil if the recipe has none.
func (r Recipe) location() (*time.Location, error) {
	if r.Zone == "" {
		return nil, nil
	}
	if strings.EqualFold(r.Zone, "utc") {
		return time.UTC, nil
	}
	at, err := time.Parse("-07:00", r.Zone)
	if err != nil {
		return nil, recipeError("zone %q; it is UTC or an offset such as +07:00", r.Zone)
	}
	_, seconds := at.Zone()
	return time.FixedZone("", seconds), nil
}

// Shape returns the fingerprint of the names of columns. It does not change with case, accents
// and blanks. It is "" for rows without a name.
func Shape(names []string) string {
	folded := make([]string, len(names))
	for i, n := range names {
		folded[i] = foldName(n)
	}
	for len(folded) > 0 && folded[len(folded)-1] == "" {
		folded = folded[:len(folded)-1]
	}
	if len(folded) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(folded, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// recipeOf returns the recipe of a table that was found in rows.
func recipeOf(found table, rows [][]string) Recipe {
	r := Recipe{Delimiter: delimiterName(found.delimiter)}
	var names []string
	if found.named {
		r.Header = found.names + 1
		names = heading(rows, found.names)
		r.Shape = Shape(rows[found.names])
	}
	if above := found.above(rows); !found.named && above >= 0 {
		r.Header, names = above+1, rows[above]
		r.Shape = Shape(names)
	}
	for i, c := range found.columns.at {
		if !c.found || roleKeys[i] == "" {
			continue
		}
		listed := Column{Role: roleKeys[i], Number: c.index + 1}
		if c.index < len(names) {
			listed.Name = strings.TrimSpace(names[c.index])
		}
		r.Columns = append(r.Columns, listed)
	}
	slices.SortStableFunc(r.Columns, func(a, b Column) int { return cmp.Compare(a.Number, b.Number) })
	if found.columns.at[roleSpeed].found {
		for unit, size := range speedUnits {
			if size == found.columns.speed {
				r.Speed = unit
			}
		}
	}
	if found.columns.utc {
		r.Zone = "UTC"
	}
	return r
}

// above returns the index of the row above the first position of a table without known names,
// which may be names all the same, −1 if there is none.
func (t *table) above(rows [][]string) int {
	last := max(t.columns.at[roleLat].index, t.columns.at[roleLon].index, t.columns.at[rolePosition].index)
	i := slices.IndexFunc(rows, func(row []string) bool {
		for _, r := range []role{roleLat, roleLon, rolePosition} {
			if c := t.columns.at[r]; c.found && (c.index >= len(row) || !hasDecimals(row[c.index])) {
				return false
			}
		}
		return true
	})
	if i < 1 || i > maxAbove+1 || len(rows[i-1]) <= last || filled(rows[i-1]) < 2 {
		return -1
	}
	return i - 1
}

func delimiterName(d rune) string {
	if d == 0 {
		return ""
	}
	return string(d)
}

// tableBy returns the table in rows by a recipe. The error is an *Error if the rows lack a
// column that the recipe needs.
func (c *collector) tableBy(r *Recipe, rows [][]string) (table, error) {
	found := table{columns: columns{speed: 1 / kmhPerMPS, elevation: 1}}
	var names []string
	if r.Header > 0 {
		found.named, found.names = true, r.headerIn(rows)
		if found.names >= len(rows) {
			return found, c.fault(ErrColumns, 0, 0, fmt.Sprintf("the table has no row %d with column names", r.Header), "check the recipe")
		}
		names = heading(rows, found.names)
		byName := namedColumns(names)
		found.columns.plainSpeed = byName.plainSpeed && r.Speed == ""
		found.columns.speed, found.columns.odometer, found.columns.elevation = byName.speed, byName.odometer, byName.elevation
		found.columns.at[roleNS], found.columns.at[roleEW], found.columns.lonFirst = byName.at[roleNS], byName.at[roleEW], byName.lonFirst
	}
	for _, wanted := range r.Columns {
		i, ok := wanted.in(names)
		role := role(slices.Index(roleKeys[:], wanted.Role)) //nolint:gosec // Validate has checked it
		if !ok {
			if role == roleLat || role == roleLon || role == rolePosition {
				return found, c.fault(ErrColumns, found.names+1, 0, fmt.Sprintf("the table has no column %s, which the recipe needs", quote(wanted.Name)), "choose another recipe, or none")
			}
			continue
		}
		found.columns.at[role] = column{i, true}
	}
	found.columns.setReports()
	if r != c.opt.Recipe {
		c.note(NoteRecipe, 0, r.Name)
	}
	return found, c.applyRecipe(r, &found)
}

// applyRecipe takes what a recipe says besides the columns.
func (c *collector) applyRecipe(r *Recipe, found *table) error {
	if r.Speed != "" {
		found.columns.speed = speedUnits[r.Speed]
	}
	if r.Delimiter != "" {
		found.delimiter = rune(r.Delimiter[0])
	}
	if r.Decimal != "" {
		found.decimal = r.Decimal[0]
	}
	if r.CRS != "" {
		s, err := crs.ByName(r.CRS)
		if err != nil {
			return c.fault(ErrFormat, 0, 0, err.Error(), "check the recipe")
		}
		found.system = &s
	}
	if zone, err := r.location(); err != nil {
		return c.fault(ErrFormat, 0, 0, err.Error(), "check the recipe")
	} else if zone != nil {
		c.clock.location = zone
	}
	switch r.Dates {
	case "dmy":
		c.clock.dayFirstProof, c.clock.given = true, true
	case "mdy":
		c.clock.monthFirst = true
	}
	return nil
}

// headerIn returns the index of the row of column names: the one that has the names of the
// recipe, or else the one with its number.
func (r *Recipe) headerIn(rows [][]string) int {
	fits := func(i int) bool {
		row, named := heading(rows, i), false
		for _, c := range r.Columns {
			if c.Name == "" {
				continue
			}
			if _, ok := c.in(row); !ok {
				return false
			}
			named = true
		}
		return named
	}
	if i := r.Header - 1; i < len(rows) && fits(i) {
		return i
	}
	for i := range rows[:min(len(rows), maxAbove+1)] {
		if fits(i) {
			return i
		}
	}
	return r.Header - 1
}

// fits reports whether some row has all the columns.
func (r *Recipe) fits(rows [][]string) bool {
	n := widest(rows)
	return !slices.ContainsFunc(r.Columns, func(c Column) bool { return c.Number > n })
}

// in returns the index of the column in a table with the given names, which may be nil.
func (c Column) in(names []string) (int, bool) {
	want := foldName(c.Name)
	if want == "" || names == nil {
		return c.Number - 1, true
	}
	if i := c.Number - 1; i < len(names) && foldName(names[i]) == want {
		return i, true
	}
	i := slices.IndexFunc(names, func(n string) bool { return foldName(n) == want })
	return i, i >= 0
}

// recipeFor returns the recipe for a table with these first rows: Options.Recipe, or the one of
// Options.Recipes for the shape of a row, nil if there is none.
func (c *collector) recipeFor(rows [][]string, delimiter rune) *Recipe {
	if c.opt.Recipe != nil {
		return c.opt.Recipe
	}
	for i := range c.opt.Recipes {
		r := &c.opt.Recipes[i]
		if r.Shape == "" || r.Delimiter != "" && delimiter != 0 && r.Delimiter != string(delimiter) || r.Validate() != nil {
			continue
		}
		for _, row := range rows[:min(len(rows), maxAbove+1)] {
			if Shape(row) == r.Shape {
				return r
			}
		}
	}
	return nil
}
