// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine/crs"
	"roadsnap/engine/geofile"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// system returns the coordinate system with a name as --crs has it.
func (c *selection) system(t *units.Table, name string) (crs.System, error) {
	switch folded := strings.ToLower(name); folded {
	case "", "wgs84":
		return crs.System{}, nil
	case "utm48":
		return crs.ByEPSG(32648)
	case "utm49":
		return crs.ByEPSG(32649)
	case "vn2000":
		if c.Province == "" {
			return crs.System{}, errors.New("--crs vn2000 is the grid of one province; add --province, or name a system such as EPSG:3405")
		}
		p, err := c.province(t)
		if err != nil {
			return crs.System{}, err
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

// checkColumns refuses columns that do not exist, and options that the format has no place for.
func (c *unitsExportCmd) checkColumns(kind units.Kind, format geofile.Format) error {
	if c.Excel && format != geofile.CSV {
		return fmt.Errorf("--excel is for CSV; the format is %s", format)
	}
	names := unitfile.ColumnNames(kind)
	for _, name := range c.Columns {
		if !slices.Contains(names, name) {
			return fmt.Errorf("no column %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}
