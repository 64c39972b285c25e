// SPDX-License-Identifier: MIT

package unitfile

import (
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine/boundary"
	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
	"roadsnap/engine/geofile"
	"roadsnap/engine/units"
)

// Choice says what to export, in the words of a user. The command line and the HTTP API resolve it
// in the same way.
type Choice struct {
	Kind     units.Kind  // AnyKind for wards, or provinces if the borders have no wards
	Province string      // code of the province of the units; "" for all
	Box      *geo.Bounds // only units whose land reaches into it; nil for all
	Level    string      // of the borders; "" for the finest
	System   string      // see SystemOf
	Columns  []string    // nil for all
	Excel    bool        // see geofile.Schema
	Format   geofile.Format
}

// ChoiceError is the error of a Choice that cannot be made.
type ChoiceError struct {
	Field string // the field of Choice, in lower case
	Text  string
}

// Error returns the text.
func (e *ChoiceError) Error() string { return e.Text }

func wrong(field, format string, args ...any) error {
	return &ChoiceError{field, fmt.Sprintf(format, args...)}
}

// Resolve returns the units of a choice, in the order of their codes, and the options for Write. The
// error is a *ChoiceError.
func (c Choice) Resolve(a *units.Atlas, licence string) ([]Unit, Options, error) {
	o := Options{Kind: c.Kind, Level: a.Net().Finest(), Licence: licence, Columns: c.Columns, Excel: c.Excel}
	switch {
	case c.Kind == units.KindWard && !a.HasWards():
		return nil, o, wrong("kind", "only an overview of the provinces is installed, no borders of wards")
	case c.Kind == units.AnyKind && a.HasWards():
		o.Kind = units.KindWard
	case c.Kind == units.AnyKind:
		o.Kind = units.KindProvince
	}
	if c.Level != "" {
		asked, known := boundary.ParseLevel(c.Level)
		switch {
		case !known:
			return nil, o, wrong("level", "no level is called %q; there are %v", c.Level, boundary.Levels())
		case a.Net().Level(asked) != asked:
			return nil, o, wrong("level", "borders at the level %v are not installed, the finest are at %v", asked, o.Level)
		}
		o.Level = asked
	}
	if c.Excel && c.Format != geofile.CSV {
		return nil, o, wrong("excel", "the form for Excel is one of CSV; the format is %s", c.Format)
	}
	names := ColumnNames(o.Kind)
	for _, name := range c.Columns {
		if !slices.Contains(names, name) {
			return nil, o, wrong("columns", "no column %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	var err error
	if o.System, err = SystemOf(a.Table, c.System, c.Province); err != nil {
		return nil, o, wrong("crs", "%v", err)
	}
	if err := geofile.Check(c.Format, Schema(o)); err != nil {
		return nil, o, wrong("crs", "%v", err)
	}
	list, err := c.units(a, o.Kind)
	return list, o, err
}

// units returns the units of a kind.
func (c Choice) units(a *units.Atlas, kind units.Kind) (list []Unit, err error) {
	provinces, wards := a.Provinces(), a.Wards()
	if c.Province != "" {
		p, ok := a.Province(c.Province)
		if !ok {
			return nil, wrong("province", "no province has the code %s", c.Province)
		}
		provinces, wards = []units.Province{p}, a.WardsOf(p.Code)
	}
	if kind == units.KindProvince {
		for _, p := range provinces {
			list = append(list, OfProvince(a, p))
		}
	} else {
		for _, w := range wards {
			list = append(list, OfWard(a, w))
		}
	}
	if c.Box != nil {
		region := geo.BoxRegion(*c.Box)
		list = slices.DeleteFunc(list, func(u Unit) bool { return !u.HasLand || !reaches(u.Land, region) })
	}
	return list, nil
}

// reaches reports whether a land overlaps a region.
func reaches(land boundary.Land, region *geo.Region) bool {
	if !land.Bounds().Fixed().Intersects(region.Bounds()) {
		return false
	}
	for polygon := range land.Polygons(boundary.Street) {
		var rings [][]geo.Fixed
		for ring := range polygon.Rings() {
			rings = append(rings, slices.Collect(ring.Points()))
		}
		if region.Overlaps(rings...) {
			return true
		}
	}
	return false
}

// SystemOf returns a coordinate system by its name: "wgs84" (or ""), "utm48", "utm49", "vn2000" (the
// grid of the province with a code), "vn2000:NAME" (that of a former province), or a code such as
// "EPSG:9210".
func SystemOf(t *units.Table, name, province string) (crs.System, error) {
	switch strings.ToLower(name) {
	case "", "wgs84":
		return crs.System{}, nil
	case "utm48":
		return crs.ByEPSG(32648)
	case "utm49":
		return crs.ByEPSG(32649)
	case "vn2000":
		p, ok := t.Province(province)
		if !ok {
			return crs.System{}, fmt.Errorf("vn2000 is the grid of one province; choose the province, or name a system such as EPSG:3405")
		}
		meridian, _ := p.Meridian()
		return gridOf(meridian, p.FullName)
	}
	if former, ok := strings.CutPrefix(name, "vn2000:"); ok {
		meridian, known := units.FormerMeridian(former)
		if !known {
			return crs.System{}, fmt.Errorf("no former province is called %q", former)
		}
		return gridOf(meridian, former)
	}
	s, err := crs.ByName(name)
	if err == nil && s.EPSG() == 0 {
		err = fmt.Errorf("the coordinate system %v has no code of EPSG; choose one that has", s)
	}
	return s, err
}

func gridOf(meridian float64, province string) (crs.System, error) {
	s, ok := crs.OfMeridian(meridian)
	if !ok {
		return s, fmt.Errorf("the grid of %s is not known; name a system such as EPSG:9210", province)
	}
	return s, nil
}
