// SPDX-License-Identifier: MIT

package text_test

import (
	"testing"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/text"
)

func TestCoordinatesInEveryForm(t *testing.T) {
	benThanh := geo.Point{Lat: 10.77653, Lon: 106.70098}
	hoChiMinh, hanoi, danang := province(t, "79"), province(t, "01"), province(t, "48")
	andorra := geo.Point{Lat: 42.5, Lon: 1.5}
	for _, c := range []struct {
		name string
		c    text.Coordinator
		at   geo.Point
		in   units.Province
		want string
	}{
		{"nothing chosen", text.Coordinator{}, benThanh, units.Province{}, "10.77653, 106.70098"},
		{"decimal", text.Coordinator{Form: text.FormDecimal}, benThanh, units.Province{}, "10.77653, 106.70098"},
		{"degrees, minutes and seconds", text.Coordinator{Form: text.FormDMS}, benThanh, units.Province{}, "10°46′35.51″N 106°42′03.53″E"},
		{"south and west", text.Coordinator{Form: text.FormDMS}, geo.Point{Lat: -0.5, Lon: -0.25}, units.Province{}, "0°30′00.00″S 0°15′00.00″W"},
		{"seconds that round up to a degree", text.Coordinator{Form: text.FormDMS}, geo.Point{Lat: 10.9999999, Lon: 1}, units.Province{}, "11°00′00.00″N 1°00′00.00″E"},
		{"UTM", text.Coordinator{Form: text.FormUTM}, benThanh, units.Province{}, "UTM 48N 685985.7 E 1191786.7 N"},
		{"UTM in the east of Vietnam", text.Coordinator{Form: text.FormUTM}, geo.Point{Lat: 16.0544, Lon: 108.2022}, units.Province{}, "UTM 49N 200638.6 E 1776975.3 N"},
		{"UTM at a pole", text.Coordinator{Form: text.FormUTM}, geo.Point{Lat: 89, Lon: 7}, units.Province{}, "89.00000, 7.00000"},
		{"VN-2000 in the province's zone", text.Coordinator{Form: text.FormVN2000}, benThanh, hoChiMinh, "VN-2000 / 105°45′ 3° X 1191901.4 Y 603806.1"},
		{"VN-2000 at sea", text.Coordinator{Form: text.FormVN2000}, geo.Point{Lat: 20, Lon: 107.2}, units.Province{}, "VN-2000 / 108°00′ 3° X 2212457.0 Y 416093.8"},
		{"VN-2000 where no provinces are known", text.Coordinator{Form: text.FormVN2000}, benThanh, units.Province{}, "VN-2000 / 108°00′ 3° X 1192042.6 Y 357735.3"},
		{"VN-2000 in a national zone", text.Coordinator{Form: text.FormVN2000, Zones: text.ZonesNational}, geo.Point{Lat: 21.0285, Lon: 105.8542}, hanoi, "VN-2000 / 105°00′ 3° X 2326345.3 Y 588591.9"},
		{"VN-2000 on a chosen meridian", text.Coordinator{Form: text.FormVN2000, Meridian: 105.75}, benThanh, danang, "VN-2000 / 105°45′ 3° X 1191901.4 Y 603806.1"},
		{"VN-2000 in a zone of six degrees", text.Coordinator{Form: text.FormVN2000, Zones: text.ZonesWide}, geo.Point{Lat: 16.0544, Lon: 108.2022}, danang, "VN-2000 / 111°00′ 6° X 1777091.3 Y 200445.2"},
		{"VN-2000 far from Vietnam", text.Coordinator{Form: text.FormVN2000}, andorra, units.Province{}, "42.50000, 1.50000"},
	} {
		if got := c.c.Text(c.at, c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestCoordinatesAreWrittenInTheFormsThatThereAre(t *testing.T) {
	for name, c := range map[string]struct {
		at   geo.Point
		want int
	}{
		"Vietnam": {geo.Point{Lat: 10.77653, Lon: 106.70098}, 4},
		"Andorra": {geo.Point{Lat: 42.5, Lon: 1.5}, 3},
		"a pole":  {geo.Point{Lat: 89, Lon: 7}, 2},
	} {
		if texts := (text.Coordinator{Form: text.FormUTM}).Texts(c.at, units.Province{}); len(texts) != c.want {
			t.Errorf("%s: %q, want %d forms", name, texts, c.want)
		}
	}
}

// province returns a province of the official table.
func province(t *testing.T, code string) units.Province {
	t.Helper()
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	p, ok := table.Province(code)
	if !ok {
		t.Fatalf("no province %s", code)
	}
	return p
}

func TestBrowserMapShowsThePlaceAtAZoomThatThereIs(t *testing.T) {
	got := text.BrowserMap(geo.Point{Lat: 10.77653, Lon: 106.70098}, 19.75)
	if want := "https://www.openstreetmap.org/?mlat=10.776530&mlon=106.700980#map=19/10.776530/106.700980"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
