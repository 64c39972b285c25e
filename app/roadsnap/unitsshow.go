// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// unitsShowCmd is `roadsnap units show`.
type unitsShowCmd struct {
	bordered
	JSON  bool     `name:"json" help:"Print JSON, with the same member names as the HTTP API."`
	Geom  bool     `help:"Include the border as GeoJSON; implies --json."`
	Level string   `help:"The level of detail of the border: country, province, ward or street; by default the finest available." enum:"country,province,ward,street," default:"" placeholder:"LEVEL"`
	Unit  []string `arg:"" name:"code or name" help:"A code, two digits for a province and five for a ward, or a name."`
}

// Help returns the rest of the help.
func (unitsShowCmd) Help() string {
	return `If several units have the name, they are listed, and the exit code is 1.

  roadsnap units show 79
  roadsnap units show --pack vietnam.rsp Sa Pa, Lào Cai
  roadsnap units show --pack vietnam.rsp --geom --level ward 26740 > ward.json`
}

// Run prints the record.
func (c *unitsShowCmd) Run(s streams) error {
	if c.Level != "" && !c.Geom {
		return &exitError{exitUsage, errors.New("--level goes with --geom")}
	}
	return c.open(func(e *engine.Engine) error {
		return e.Atlas(func(a *units.Atlas) error {
			u, err := choose(s.err, a, strings.Join(c.Unit, " "))
			if err != nil {
				return err
			}
			noteMeasures(s.notes, a, c.Pack, u)
			p := portrayOf(a, u)
			if !c.JSON && !c.Geom {
				return p.print(s.out, a.Table)
			}
			record := p.record()
			if c.Geom {
				switch {
				case !u.HasLand && !a.HasWards():
					return errNoWards
				case !u.HasLand:
					fmt.Fprintf(s.notes, "no border of %s is installed\n", u.FullName())
				}
				level, given := boundary.ParseLevel(c.Level)
				if !given {
					level = a.Net().Finest()
				}
				level = a.Net().Level(level)
				record = append(record, member{unitfile.GeomLevel, level.String()}, member{unitfile.Geom, unitfile.GeometryOf(u, level)})
				return json.NewEncoder(s.out).Encode(record) // indented, each coordinate would have a line
			}
			return printJSON(s.out, record)
		})
	})
}

// portrait is the record of a unit.
type portrait struct {
	unitfile.Unit
	home       units.Province // the province of a ward, or the unit itself
	wards      int            // of a province
	neighbours []neighbour
	coast      float64        // length of its outline without a neighbour: coast, national border (metres)
	made       []units.Former // of a ward
	before     *units.FormerBorders
	merged     []string // the former provinces of a province
	levels     []levelCount
	parts      int
	gaps       []units.Fault
	overlaps   []units.Fault
}

type neighbour struct {
	unitfile.Unit
	metres float64
}

// levelCount is the number of vertices of a border at a level.
type levelCount struct {
	level    boundary.Level
	vertices int
}

func portrayOf(a *units.Atlas, u unitfile.Unit) portrait {
	p := portrait{Unit: u, home: u.Province}
	var touches func(units.Ward) bool
	if u.Kind == units.KindProvince {
		p.wards = len(a.WardsOf(u.Province.Code))
		p.merged = a.FormerProvincesOf(u.Province.Code)
		for _, n := range a.ProvinceNeighbours(u.Province) {
			p.neighbours = append(p.neighbours, neighbour{unitfile.OfProvince(a, n.Province), n.Metres})
		}
		touches = func(w units.Ward) bool { return w.ProvinceCode == u.Province.Code }
	} else {
		p.home, _ = a.Province(u.Ward.ProvinceCode)
		p.made, p.before = a.FormerUnitsOf(u.Ward.Code), a.Former()
		for _, n := range a.WardNeighbours(u.Ward) {
			p.neighbours = append(p.neighbours, neighbour{unitfile.OfWard(a, n.Ward), n.Metres})
		}
		touches = func(w units.Ward) bool { return w.Code == u.Ward.Code }
	}
	if !u.HasLand {
		return p
	}
	p.coast = u.Land.Outline()
	for _, n := range p.neighbours {
		p.coast -= n.metres
	}
	p.coast = max(0, p.coast)
	for _, level := range boundary.Levels() {
		if a.Net().Level(level) == level {
			p.levels = append(p.levels, levelCount{level, unitfile.CountVertices(u.Land, level)})
		}
	}
	for range u.Land.Polygons(a.Net().Finest()) {
		p.parts++
	}
	p.gaps, p.overlaps = a.Faults(touches)
	return p
}

// record returns the portrait as JSON: the members of the API, then others.
func (p portrait) record() object {
	record := slices.Concat(object{{"kind", p.Kind.String()}}, recordOf(p.Unit, unitfile.RecordColumns(p.Kind)))
	if p.Kind == units.KindProvince {
		record = append(record, member{"ward_count", p.wards}, member{"made_of_provinces", nonNil(p.merged)})
	} else {
		record = append(record, member{"prov_name", p.home.Name}, member{"prov_fname", p.home.FullName}, member{"made_of", formerRecords(p.made, p.before, p.Ward.Code)})
	}
	if !p.HasLand {
		return append(record, member{"center", nil}, member{"viewport", nil}, member{"area_km2", nil})
	}
	vertices := object{}
	for _, l := range p.levels {
		vertices = append(vertices, member{l.level.String(), l.vertices})
	}
	neighbours := make([]object, len(p.neighbours))
	for i, n := range p.neighbours {
		neighbours[i] = object{{"code", n.Code()}, {"name", n.FullName()}, {"shared_km", kilometres(n.metres)}}
	}
	return append(record,
		member{unitfile.Center, unitfile.LatLngOf(p.Land.Center())},
		member{unitfile.Viewport, unitfile.LatLngBoundsOf(p.Land.Bounds())},
		member{"area_km2", unitfile.SquareKilometres(p.Land.Size())},
		member{"parts", p.parts},
		member{"vertices", vertices},
		member{"neighbours", neighbours},
		member{"unshared_km", kilometres(p.coast)},
		member{"gaps", faultRecords(p.gaps, false)},
		member{"overlaps", faultRecords(p.overlaps, true)},
	)
}

func faultRecords(list []units.Fault, overlap bool) []object {
	records := make([]object, len(list))
	for i, f := range list {
		codes := make([]string, len(f.Wards))
		for k, w := range f.Wards {
			codes[k] = w.Code
		}
		records[i] = object{{"at", unitfile.LatLngOf(f.At)}, {"area_m2", tenths(f.Area)}, {"wards", codes}}
		if overlap {
			records[i] = append(records[i], member{"given_to", f.Winner.Code})
		}
	}
	return records
}
