// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/boundary"
	"roadsnap/engine/choropleth"
	"roadsnap/engine/layer"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
	"roadsnap/internal/atomicfile"
)

// joinPicture holds the options of the map of a joined table.
type joinPicture struct {
	Picture  string `help:"Draw the first of --column as a map of classes: .png or .pdf." placeholder:"FILE"`
	Title    string `help:"The title of the map; by default the name of the column." placeholder:"TEXT"`
	Legend   string `help:"What the values are; by default the name of the column." placeholder:"TEXT"`
	Source   string `help:"Where the values are from. The source of the borders is added." placeholder:"TEXT"`
	Method   string `help:"How values are divided into classes: quantiles, equal (steps) or natural (breaks)." enum:"quantiles,equal,natural" default:"quantiles"`
	Classes  int    `help:"The number of classes, 1 to 9." default:"5"`
	Exact    bool   `help:"Do not round the edges of the classes."`
	Ramp     string `help:"The colours: blue, green, heat, purple, sea, and from one hue to another blue-orange and purple-green." enum:"blue,green,heat,purple,sea,blue-orange,purple-green" default:"blue"`
	Language string `help:"The language of legend and numbers: vi or en." enum:"vi,en" default:"vi"`
	DPI      int    `name:"dpi" help:"Dots per inch of a PNG, 36 to 600." default:"150"`
}

// checkPicture refuses options that make no sense.
func (c *joinPicture) checkPicture() error {
	switch ending := strings.ToLower(filepath.Ext(c.Picture)); {
	case c.Picture == "":
		return nil
	case ending != ".png" && ending != ".pdf":
		return fmt.Errorf("--picture %q: the name must end in .png or .pdf", c.Picture)
	case c.Classes < 1 || c.Classes > choropleth.MaxClasses:
		return fmt.Errorf("--classes %d: choose 1 to %d", c.Classes, choropleth.MaxClasses)
	case c.DPI < 36 || c.DPI > choropleth.MaxDPI:
		return fmt.Errorf("--dpi %d: choose 36 to %d", c.DPI, choropleth.MaxDPI)
	}
	return nil
}

// draw draws the map, if one is wanted.
func (c *joinPicture) draw(s streams, a *units.Atlas, t *joinedTable, licence string) error {
	if c.Picture == "" {
		return nil
	}
	if t.Kind == units.KindWard && !a.HasWards() {
		return errNoWards
	}
	column, err := t.drawn()
	if err != nil {
		return &exitError{exitUsage, err}
	}
	m := c.areas(a, t, column)
	var values []float64
	for _, area := range m.Areas {
		values = append(values, area.Value)
	}
	if m.Classes, err = choropleth.Classify(values, c.Classes, choropleth.Method(c.Method), !c.Exact); err != nil {
		return err
	}
	m.Legend = cmp.Or(c.Legend, t.layer.Columns[column].Name)
	m.Title, m.Language = cmp.Or(c.Title, m.Legend), choropleth.Language(c.Language)
	m.Ramp, _ = choropleth.RampByName(c.Ramp)
	m.Source = strings.TrimSpace(c.Source + "\n" + m.Language.Borders(licence))
	return atomicfile.Write(c.Picture, 0o666, func(w io.Writer) error {
		if strings.EqualFold(filepath.Ext(c.Picture), ".pdf") {
			return m.WritePDF(w, time.Now())
		}
		return m.WritePNG(w, c.DPI)
	})
}

// drawn returns the column whose values are drawn.
func (t *joinedTable) drawn() (int, error) {
	numbers := slices.DeleteFunc(slices.Clone(t.columns), func(i int) bool { return t.layer.Columns[i].Kind != layer.Number })
	switch {
	case t.several == choropleth.Rows && len(t.columns) > 0:
		return t.columns[0], nil
	case len(numbers) == 0:
		return 0, errors.New("no column to draw has numbers only; choose one with --column")
	case len(numbers) > 1 && len(numbers) == len(t.columns) || len(t.columns) > 1:
		var names []string
		for _, i := range numbers {
			names = append(names, t.layer.Columns[i].Name)
		}
		return numbers[0], drawable(names)
	}
	return numbers[0], nil
}

// drawable refuses to choose among several columns.
func drawable(names []string) error {
	if len(names) < 2 {
		return nil
	}
	return fmt.Errorf("the columns %s have numbers; choose one with --column", strings.Join(names, ", "))
}

// fewProvinces is the largest number of provinces of wards that are drawn without the others.
const fewProvinces = 5

// areas returns a map with the areas of the units. If the table has wards of few provinces, only
// those are drawn.
func (c *joinPicture) areas(a *units.Atlas, t *joinedTable, column int) *choropleth.Map {
	list := t.units(a)
	provinces := map[string]bool{}
	if t.Kind == units.KindWard {
		for _, u := range list {
			if len(t.Rows[u.Code()]) > 0 {
				provinces[u.Ward.ProvinceCode] = true
			}
		}
	}
	few := t.Kind == units.KindWard && len(provinces) <= fewProvinces
	level := a.Net().Level(boundary.Country)
	if few {
		level = a.Net().Level(boundary.Ward)
	} else if t.Kind == units.KindWard {
		level = a.Net().Level(boundary.Province)
	}
	m := &choropleth.Map{}
	for _, u := range list {
		if u.HasLand && (!few || provinces[u.Ward.ProvinceCode]) {
			value := math.NaN()
			if rows := t.Rows[u.Code()]; len(rows) > 0 {
				value = t.several.Number(rows, t.layer.Columns[column].Numbers)
			}
			m.Areas = append(m.Areas, choropleth.Area{Polygons: unitfile.PolygonsOf(u, level), Value: value})
		}
	}
	if t.Kind == units.KindWard {
		for _, p := range a.Provinces() {
			if !few || provinces[p.Code] {
				m.Outlines = append(m.Outlines, unitfile.PolygonsOf(unitfile.OfProvince(a, p), level))
			}
		}
	}
	return m
}
