// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// unitRow is a province or a ward for a table.
type unitRow struct {
	code, province string // province is empty for a province
	name, kind     string
}

// fullName returns the name used by corrections and mappings.
func (r unitRow) fullName() string { return r.kind + " " + r.name }

// writeUnits writes provinces.csv, wards.csv, aliases.csv, attributes.csv, districts.csv,
// earlier.csv and legacy.csv into folder, and a report of the repairs to out.
func writeUnits(ctx context.Context, folder string, out io.Writer) error {
	m, err := readMerger(filepath.Join(os.Getenv("ROADSNAP_DATA"), "merger"))
	if err != nil {
		return err
	}
	attributes, err := m.attributeTable()
	if err != nil {
		return err
	}
	districts, err := m.districtTable()
	if err != nil {
		return err
	}
	b, err := fetchBase(ctx)
	if err != nil {
		return err
	}
	provinces, err := provinceRows(b.provinces)
	if err != nil {
		return err
	}
	wards, err := wardRows(b.wards)
	if err != nil {
		return err
	}
	f := newFormation(&m, decidedNames())
	if err := f.resolveAll(); err != nil {
		return err
	}
	old, err := resolveLegacy(f, b.mappings, provinces, wards)
	if err != nil {
		return err
	}
	if err := old.addEarlier(earlierWards()); err != nil {
		return err
	}
	old.sort()
	files := map[string][][]string{
		"provinces.csv":  provinceTable(provinces),
		"wards.csv":      wardTable(wards),
		"aliases.csv":    aliasTable(),
		"attributes.csv": attributes,
		"districts.csv":  districts,
		"earlier.csv":    append([][]string{{"name", "code", "until"}}, earlierNames()...),
		"legacy.csv":     legacyTable(old.units),
	}
	var said strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := writeCSV(filepath.Join(folder, name), files[name]); err != nil {
			return err
		}
		fmt.Fprintf(&said, "%s: %d rows\n", name, len(files[name])-1)
	}
	old.report(&said)
	if _, err := units.Load(os.DirFS(folder)); err != nil {
		return fmt.Errorf("the written tables cannot be loaded: %w", err)
	}
	_, err = io.WriteString(out, said.String())
	return err
}

// provinceRows returns the base's provinces in the order of codes, amended.
func provinceRows(list []baseProvince) ([]unitRow, error) {
	var rows []unitRow
	for _, p := range list {
		row := unitRow{code: p.Code, name: normalName(p.Name), kind: units.LevelProvince}
		if name, ok := strings.CutPrefix(row.name, "Thành phố "); ok {
			row.name, row.kind = name, units.LevelCity
		}
		rows = append(rows, row)
	}
	sortRows(rows)
	return rows, amend(rows, provinceAmendments())
}

// wardRows returns the base's wards in the order of codes, corrected and amended.
func wardRows(list []baseWard) ([]unitRow, error) {
	fixes := make(map[string]correction)
	for _, c := range wardCorrections() {
		fixes[c.code] = c
	}
	var rows []unitRow
	for _, w := range list {
		full := normalName(w.Name)
		if c, ok := fixes[w.Code]; ok {
			if full != c.from {
				return nil, fmt.Errorf("ward %s is %q in the base, but the correction expects %q", w.Code, full, c.from)
			}
			full = c.to
		}
		row := unitRow{code: w.Code, province: w.ProvinceCode}
		for _, kind := range []string{units.LevelWard, units.LevelCommune, units.LevelSpecialZone} {
			if name, ok := strings.CutPrefix(full, kind+" "); ok {
				row.name, row.kind = name, kind
			}
		}
		if row.kind == "" {
			return nil, fmt.Errorf("ward %s: %q does not begin with a known kind", w.Code, full)
		}
		rows = append(rows, row)
	}
	sortRows(rows)
	for _, c := range canonicalCodes() {
		if i, ok := findRow(rows, c.code); !ok || rows[i].name != c.name {
			return nil, fmt.Errorf("the base has no ward %s %s", c.code, c.name)
		}
	}
	return rows, amend(rows, wardAmendments())
}

// amend applies amendments to sorted rows. It is an error if a row is not as the
// amendment expects: the base has changed then, and may already contain the
// amendment.
func amend(rows []unitRow, amendments []amendment) error {
	for _, a := range amendments {
		i, ok := findRow(rows, a.code)
		if !ok || rows[i].name != a.name || rows[i].kind != a.from {
			return fmt.Errorf("unit %s is not %s %s in the base", a.code, a.from, a.name)
		}
		rows[i].kind = a.to
	}
	return nil
}

func sortRows(rows []unitRow) {
	slices.SortFunc(rows, func(a, b unitRow) int { return strings.Compare(a.code, b.code) })
}

func findRow(rows []unitRow, code string) (int, bool) {
	return slices.BinarySearchFunc(rows, code, func(r unitRow, code string) int { return strings.Compare(r.code, code) })
}

// The tables contain only data that cannot be derived. engine/units derives full
// names, English names, a ward's region and a province's place in the official
// list (its row).

func provinceTable(rows []unitRow) [][]string {
	regions := regionOf()
	out := [][]string{{"code", "name", "level", "region"}}
	for _, r := range rows {
		out = append(out, []string{r.code, r.name, r.kind, regions[r.code]})
	}
	return out
}

func wardTable(rows []unitRow) [][]string {
	out := [][]string{{"code", "province_code", "name", "level"}}
	for _, r := range rows {
		out = append(out, []string{r.code, r.province, r.name, r.kind})
	}
	return out
}

func aliasTable() [][]string {
	aliases := codeAliases()
	out := [][]string{{"alias", "code"}}
	for _, alias := range slices.Sorted(maps.Keys(aliases)) {
		out = append(out, []string{alias, aliases[alias]})
	}
	return out
}

func writeCSV(path string, rows [][]string) error {
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
