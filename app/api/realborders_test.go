// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"roadsnap/engine/geo"
	"sync"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/units"
)

// realPack imports the boundaries of all wards, once for all tests.
var realPack = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "roadsnap")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	table, err := units.Load(data.Units())
	if err != nil {
		return nil, err
	}
	out := filepath.Join(folder, "wards.rsp")
	_, err = engine.Import(context.Background(), engine.ImportOptions{
		Units: []string{filepath.Join(os.Getenv("ROADSNAP_DATA"), "units")}, Table: table, Out: out,
	})
	if err != nil {
		return nil, err
	}
	return os.ReadFile(out)
})

// withRealWards makes a server answer from the real boundaries.
func withRealWards(tb testing.TB) func(*Options) {
	tb.Helper()
	if os.Getenv("ROADSNAP_DATA") == "" || testing.Short() {
		tb.Skip("ROADSNAP_DATA is not set: it names the folder of real data")
	}
	content, err := realPack()
	if err != nil {
		tb.Fatal(err)
	}
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { e.Close() })
	if err := e.OpenBytes("wards", content); err != nil {
		tb.Fatal(err)
	}
	return func(o *Options) { o.Engine = e }
}

// TestRealBorders performs the checks of TestGeometryAtEachLevel for every real
// ward and province. It also checks that the center of each ward is located in
// it.
func TestRealBorders(t *testing.T) {
	s := startServer(t, withRealWards(t))
	for _, level := range []string{"country", "province", "ward"} {
		wards := getRecords(t, s, "wards?size=5000&fields=ward_code,prov_code,geom,center,viewport&geom_level="+level)
		provinces := getRecords(t, s, "provinces?fields=prov_code,geom,center,viewport&geom_level="+level)
		if len(wards) != 3321 || len(provinces) != 34 {
			t.Fatalf("%d wards, %d provinces", len(wards), len(provinces))
		}
		for _, u := range append(wards, provinces...) {
			checkGeometry(t, u)
		}
		if of, all := outside(t, provinces), outside(t, wards); !maps.Equal(of, all) {
			t.Errorf("%s: the outlines of the provinces have %d lines, those of their wards %d", level, len(of), len(all))
		}
	}
	for _, province := range []string{"68", "66", "01", "56"} {
		for _, u := range getRecords(t, s, "wards?size=5000&geom_level=street&fields=ward_code,prov_code,geom,center,viewport&prov_code="+province) {
			checkGeometry(t, u)
			if !u.has(u.Center.Lng, u.Center.Lat) {
				t.Errorf("%s: its center %v lies outside", u.code(), *u.Center)
			}
			at := geo.AppendDegrees(nil, int32(u.Center.Lat*1e7+0.5))
			lon := geo.AppendDegrees(nil, int32(u.Center.Lng*1e7+0.5))
			if _, ward, onBorder, _ := located(t, s, string(at), string(lon)); ward != u.WardCode || onBorder {
				t.Errorf("%s: its center is in %s", u.code(), ward)
			}
		}
	}
}
