// SPDX-License-Identifier: MIT

package geofile

import (
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
)

func TestSchema(t *testing.T) {
	many := make([]Column, maxColumns+1)
	for i := range many {
		many[i].Name = "c" + strings.Repeat("x", i)
	}
	one := []Column{{"a", Text}}
	for name, s := range map[string]Schema{
		"no name":         {Columns: one},
		"line in name":    {Name: "a\nb", Columns: one},
		"reserved":        {Name: "GPKG_contents", Columns: one},
		"no columns":      {Name: "a"},
		"many columns":    {Name: "a", Columns: many},
		"nameless column": {Name: "a", Columns: []Column{{"", Text}}},
		"bad UTF-8":       {Name: "a", Columns: []Column{{"\xff", Text}}},
		"capitals":        {Name: "a", Columns: []Column{{"Đ", Text}, {"đ", Text}}},
		"composed":        {Name: "a", Columns: []Column{{"\u1ea4", Text}, {"A\u0302\u0301", Text}}},
		"key":             {Name: "a", Columns: []Column{{"FID", Text}}},
		"wkt":             {Name: "a", Columns: []Column{{"WKT", Text}}},
		"no kind":         {Name: "a", Columns: []Column{{"a", Real + 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			if _, err := Create(filepath.Join(folder, "a.csv"), CSV, s); !errors.Is(err, ErrSchema) {
				t.Errorf("Create: %v", err)
			}
			if _, err := NewStream(io.Discard, CSV, s); !errors.Is(err, ErrSchema) {
				t.Errorf("NewStream: %v", err)
			}
			expectOld(t, folder, nil)
		})
	}
}

func TestBadFeatures(t *testing.T) {
	at := func(lon, lat float64) orb.MultiPolygon {
		return orb.MultiPolygon{{{{0, 0}, {1, 0}, {lon, lat}, {0, 0}}}}
	}
	good := smallFeature.Values
	for name, x := range map[string]Feature{
		"too few values":  {Values: good[:2]},
		"too many values": {Values: append(slices.Clone(good), nil)},
		"number in text":  {Values: []any{int64(1), nil, nil}},
		"text in number":  {Values: []any{nil, "1", nil}},
		"int":             {Values: []any{nil, 1, nil}},
		"not a number":    {Values: []any{nil, nil, math.NaN()}},
		"infinite":        {Values: []any{nil, nil, math.Inf(-1)}},
		"off the Earth":   {Values: good, Area: at(181, 0)},
		"south of it":     {Values: good, Area: at(0, -90.1)},
		"nowhere":         {Values: good, Area: at(math.NaN(), 0)},
	} {
		t.Run(name, func(t *testing.T) {
			w, err := NewStream(io.Discard, GeoJSON, smallSchema)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Add(x); !errors.Is(err, ErrFeature) {
				t.Errorf("Add: %v", err)
			}
		})
	}
	w, err := Create(filepath.Join(t.TempDir(), "a.shp"), Shapefile, smallSchema)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Add(Feature{Values: []any{nil, int64(math.MaxInt64), nil}}); !errors.Is(err, ErrFeature) {
		t.Errorf("a whole number too long for a Shapefile: %v", err)
	}
}
