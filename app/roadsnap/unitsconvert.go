// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"roadsnap/engine"
	"roadsnap/engine/address"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// unitsConvertCmd is `roadsnap units convert`.
type unitsConvertCmd struct {
	bordered
	To        string   `help:"Convert to the units in force (new), or to those before July 2025 (former)." enum:"new,former" default:"new"`
	Column    string   `help:"The column of whole addresses, by name or by number from 1; found by its name by default." placeholder:"NAME"`
	Ward      string   `help:"The column of wards, if the units have columns of their own." placeholder:"NAME"`
	District  string   `help:"The column of districts." placeholder:"NAME"`
	Province  string   `help:"The column of provinces." placeholder:"NAME"`
	Format    string   `help:"The format of the result: csv, xlsx or ndjson; that of the input by default." enum:"csv,xlsx,ndjson," default:"" placeholder:"FORMAT"`
	LatColumn string   `help:"The column of latitudes; they decide where a ward was divided. Needs --pack." placeholder:"NAME"`
	LonColumn string   `help:"The column of longitudes." placeholder:"NAME"`
	JSON      bool     `name:"json" help:"Print the answer to one address as JSON."`
	Text      []string `arg:"" optional:"" name:"address" help:"An address; a table is read from standard input when left out."`
}

// Help returns the rest of the help.
func (unitsConvertCmd) Help() string {
	return `An address may be written in any usual form. What stands before the units, such as house number and street, is kept.

A table is CSV, an XLSX workbook, of which the first visible sheet is read, or lines of JSON. Each row is copied, and the columns new_address, ward_code, prov_code, confidence, reason and candidates are appended; with --to former they are former_address, former_code, ward_code, confidence, reason and candidates. An address is converted only if one unit is meant. Otherwise the first columns are empty, and candidates has the codes. Where coordinates decide, --pack must have borders of wards; with --to former, those of June 2025 (roadsnap import --former-units). With --pack the street decides too, if the map has it in one of the candidates only. A file without a delimiter has one address per line.

Reasons are whole, already_new, divided, both, ambiguous, located, street, coordinates_elsewhere, conflict, no_ward and not_found; with --to former also one_part, parts, already_former and no_former.

  roadsnap units convert 12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM
  roadsnap units convert < customers.csv > converted.csv
  roadsnap units convert < customers.xlsx > converted.xlsx
  roadsnap units convert --ward phuong --district quan --province tinh < customers.csv
  roadsnap units convert --to former < new.csv`
}

// Run converts the given address, or each row of standard input.
func (c *unitsConvertCmd) Run(ctx context.Context, s streams) (err error) {
	if c.Pack, err = packInUse(c.Pack); err != nil {
		return err
	}
	switch {
	case (c.LatColumn == "") != (c.LonColumn == ""):
		return &exitError{exitUsage, errors.New("give both --lat-column and --lon-column, or neither")}
	case c.LatColumn != "" && c.Pack == "":
		return &exitError{exitUsage, errors.New("coordinates decide only with borders of wards: add --pack, or install a map")}
	case c.JSON && len(c.Text) == 0:
		return &exitError{exitUsage, errors.New("--json goes with one address; --format ndjson writes the rows of a table as JSON")}
	case c.Format != "" && len(c.Text) > 0:
		return &exitError{exitUsage, errors.New("--format goes with a table from standard input; --json prints one address as JSON")}
	}
	return c.open(func(e *engine.Engine) error {
		convert := address.New(e.Units())
		var damaged sync.Once
		if c.LatColumn != "" {
			convert.Locate = func(p geo.Point) (w units.Ward, ok bool) {
				_ = e.Atlas(func(a *units.Atlas) error {
					at, found := a.Locate(p)
					w, ok = at.Ward, found && at.WardFound
					return nil
				})
				return w, ok
			}
			convert.LocateFormer = func(p geo.Point) (f units.Former, ok bool) {
				_ = e.Atlas(func(a *units.Atlas) error {
					f, ok = a.Former().Locate(p)
					return nil
				})
				return f, ok
			}
		}
		if c.Pack != "" {
			convert.Shares = func(f units.Former) (shares []units.Share, ok bool) {
				_ = e.Atlas(func(a *units.Atlas) error {
					shares, ok = a.Former().Shares(f)
					return nil
				})
				return shares, ok
			}
			convert.Streets = func(name string, among []units.Ward) []units.Ward {
				on, err := e.StreetWards(name, among)
				if err != nil {
					damaged.Do(func() { fmt.Fprintln(s.notes, "streets cannot decide:", err) })
				}
				return on
			}
		}
		if len(c.Text) > 0 {
			return c.answer(s, e.Units(), convert)
		}
		if f, ok := s.in.(*os.File); ok && isTerminal(f) {
			fmt.Fprintln(s.notes, "reading a table from standard input; Ctrl-D ends it")
		}
		t := addressTable{rowTable: rowTable{in: s.in, out: s.out}, convert: convert, options: c}
		bar := progress{s: s.withResults()}
		bar.wait("converting")
		err := t.run(ctx)
		bar.finish()
		if err != nil {
			return err
		}
		return t.report(s.notes)
	})
}

// one converts a query in the chosen direction.
func (c *unitsConvertCmd) one(convert *address.Converter, q address.Query) address.Answer {
	return convert.Convert(address.Direction(c.To), q)
}

// answer prints the conversion of one address.
func (c *unitsConvertCmd) answer(s streams, t *units.Table, convert *address.Converter) error {
	text := strings.Join(c.Text, " ")
	a := c.one(convert, address.Query{Address: text})
	if c.JSON {
		if err := printJSON(s.out, addressRecord(c.To, a)); err != nil {
			return err
		}
	} else {
		rows := [][2]string{{"reason", string(a.Reason)}, {"confidence", fmt.Sprintf("%.2f", a.Confidence)}}
		if a.Decided {
			rows = append([][2]string{{"address", a.Address}}, rows...)
		}
		what := "candidates"
		if len(a.Candidates) == 1 {
			what = "unit"
		}
		for _, k := range a.Candidates {
			said := describeWard(t, k.Ward)
			if k.HasFormer && c.To == "former" {
				said = describeFormer(k.Former)
			} else if k.HasFormer {
				said += ", from " + k.Former.Name + ", " + k.Former.District
			}
			if k.Share > 0 {
				said += percentText(k.Share)
			}
			rows = append(rows, [2]string{what, said})
			what = ""
		}
		if err := table(s.out, rows); err != nil {
			return err
		}
	}
	if a.Reason == address.NotFound {
		return fmt.Errorf("%q names no ward, district or province", text)
	}
	return nil
}

// addressRecord has the form of the HTTP API.
func addressRecord(to string, a address.Answer) object {
	candidates := make([]object, len(a.Candidates))
	for i, k := range a.Candidates {
		candidates[i] = object{{"ward_code", k.Ward.Code}, {"former_code", nil}}
		if k.HasFormer && k.Former.Code != "" {
			candidates[i][1].value = k.Former.Code
		}
		if k.Share > 0 {
			candidates[i] = append(candidates[i], member{"share", roundedShare(k.Share)})
		}
	}
	record := object{{"new_address", a.Address}, {"ward_code", a.Ward.Code}, {"prov_code", a.Province.Code}}
	if to == "former" {
		record = object{{"former_address", a.Address}, {"former_code", a.Former.Code}, {"prov_code", a.Province.Code}}
	}
	for i := range record {
		if record[i].value == "" {
			record[i].value = nil
		}
	}
	return append(record, member{"confidence", a.Confidence}, member{"reason", string(a.Reason)}, member{"candidates", candidates})
}
