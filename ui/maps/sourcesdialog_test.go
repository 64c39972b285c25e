// SPDX-License-Identifier: MIT

package maps

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine/units"
	"roadsnap/ui/text"
)

// TestSourcesForm adds files one by one, and reads the fields for boundaries.
func TestSourcesForm(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "vi")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	path := func(name string) string {
		p := filepath.Join(folder, name)
		if err := os.WriteFile(p, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	roads, wards := path("vietnam.osm.pbf"), path("wards.shp")
	var next string
	f := newSourcesForm(words, table, func(then func(string)) { then(next) }, true)
	if _, ok := f.sources(); ok || f.wrong.Text != words.T("maps.sources.none") {
		t.Errorf("no file is accepted: %q", f.wrong.Text)
	}
	add := func(file string) {
		next = file
		f.ask(f.add)
	}
	add(wards)
	if _, ok := f.sources(); ok || f.wrong.Text != words.T("maps.sources.no_extract") || !f.borders.Visible() {
		t.Errorf("boundaries alone are installed: %q, fields %v", f.wrong.Text, f.borders.Visible())
	}
	add(roads)
	add(roads)
	if f.wrong.Visible() {
		t.Error("the complaint stays")
	}
	if texts := strings.Join(labelsIn(f.list), "\n"); texts != "wards.shp · ranh giới\nvietnam.osm.pbf · đường và địa danh" {
		t.Errorf("listed are %q", texts)
	}
	if !strings.Contains(f.need.Text, "bộ nhớ") || !strings.Contains(f.need.Text, "Còn trống") && !strings.Contains(f.need.Text, "còn trống") {
		t.Errorf("it says %q", f.need.Text)
	}
	f.columns.SetText("MADV")
	if _, ok := f.sources(); ok || f.wrong.Text != words.T("maps.sources.bad_columns") {
		t.Errorf("a column without its meaning is accepted: %q", f.wrong.Text)
	}
	f.columns.SetText(" code = MADV, name=TENDV,")
	f.system.SetSelected("VN-2000 105°45′ · Cao Bằng, Hải Phòng, Hồ Chí Minh, Tây Ninh")
	f.encoding.SetSelected("TCVN3")
	got, ok := f.sources()
	want := Sources{Files: []string{wards, roads}, CRS: "EPSG:9210", Encoding: "tcvn3", Columns: map[string]string{"code": "MADV", "name": "TENDV"}}
	if !ok || !reflect.DeepEqual(got, want) || got.Roads() != roads || !reflect.DeepEqual(got.Units(), []string{wards}) {
		t.Errorf("%v, %+v, want %+v", ok, got, want)
	}
	if o := got.options("x.rsp"); o.UnitsCRS != "EPSG:9210" || o.UnitsEncoding != "tcvn3" || o.UnitsColumns["name"] != "TENDV" || o.Roads != roads {
		t.Errorf("options %+v", o)
	}
	if in, name := f.proposal(); in != folder || name != "vietnam" {
		t.Errorf("the proposal is %s in %s", name, in)
	}
	test.Tap(buttonsIn(f.list)[0])
	if got, _ := f.sources(); len(got.Files) != 1 || f.borders.Visible() {
		t.Errorf("after the removal of the boundaries: %+v", got)
	}
}
