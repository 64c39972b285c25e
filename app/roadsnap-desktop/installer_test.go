// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"roadsnap/app/install"
	"roadsnap/app/library"
	"roadsnap/data"
	"roadsnap/ui/maps"
	"roadsnap/ui/settings"
)

// TestMapsToOpen opens the map in use in the library, unless the user chose the sample or a
// map from elsewhere.
func TestMapsToOpen(t *testing.T) {
	folder := t.TempDir()
	l := library.Open(filepath.Join(folder, "maps"))
	lock, err := l.Lock("testing")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(lock.Incoming("new.rsp"), data.SamplePack, 0o644); err != nil {
		t.Fatal(err)
	}
	used, err := lock.Add("vietnam", lock.Incoming("new.rsp"), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(l.Folder(), "bad.rsp"), []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	inst := installer{library: l, entry: install.Entry{ID: "vietnam", Name: map[string]string{"vi": "Việt Nam"}}}
	if list, err := inst.Maps(); err != nil || len(list) != 2 || list[0].Problem.Empty() || list[0].Offered ||
		!list[1].Offered || list[1].TitleIn("vi") != "Việt Nam" || !list[1].Info.HasDiagnostics || list[1].Info.Name != used.Path {
		t.Errorf("the library is %+v, %v", list, err)
	}
	elsewhere := filepath.Join(folder, "maps2", "vietnam.rsp")
	for _, c := range []struct {
		name       string
		kept, want maps.Choice
	}{
		{"nothing", maps.Choice{}, maps.Choice{Map: used.Path}},
		{"the sample", maps.Choice{Sample: true}, maps.Choice{Sample: true}},
		{"an older map of the library", maps.Choice{Map: filepath.Join(l.Folder(), "vietnam-2025-01-01.rsp")}, maps.Choice{Map: used.Path}},
		{"a map elsewhere", maps.Choice{Map: elsewhere, Overlay: "b.rsp"}, maps.Choice{Map: elsewhere, Overlay: "b.rsp"}},
		{"further maps", maps.Choice{Map: elsewhere, Further: []string{"a.rsp"}}, maps.Choice{Map: elsewhere, Further: []string{"a.rsp"}}},
	} {
		store, err := settings.Open(t.TempDir(), "none.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		rememberMaps(store, c.kept)
		if got := mapsToOpen(store, l); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if err := store.Flush(); err != nil {
			t.Error(err)
		}
	}
}

// TestNetwork takes proxy, mirror and catalogue from the settings, and refuses wrong ones.
func TestNetwork(t *testing.T) {
	store, err := settings.Open(t.TempDir(), "none.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "catalog.json")
	text := strings.Replace(string(data.Catalog), "download.geofabrik.de", "maps.example.com", 1)
	if err := os.WriteFile(own, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	inst := installer{entry: install.Entry{ID: "vietnam"}, store: store}
	for want, n := range map[string]maps.Network{
		"maps.network.bad_proxy":   {Proxy: "ftp://a"},
		"maps.network.bad_mirror":  {Mirror: "http://a/b"},
		"maps.network.bad_catalog": {Catalog: own + ".gone"},
		"":                         {Proxy: "a:1", Mirror: "https://b/c.osm.pbf", Catalog: own},
	} {
		if got := inst.SetNetwork(n); got != want {
			t.Errorf("%+v: %q, want %q", n, got, want)
		}
	}
	c, entry, err := inst.source(t.Context())
	if err != nil || c.Proxy.String() != "http://a:1" || len(entry.Roads.URLs) != 3 || entry.Roads.URLs[0] != "https://b/c.osm.pbf" || !strings.Contains(entry.Roads.URLs[1], "maps.example.com") {
		t.Errorf("%+v, %+v, %v", c, entry, err)
	}
	if err := store.Flush(); err != nil {
		t.Error(err)
	}
}
