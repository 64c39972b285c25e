package present_test

import (
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/ui/present"
)

func TestCoordinatesInEveryForm(t *testing.T) {
	benThanh := geo.Point{Lat: 10.77653, Lon: 106.70098}
	lookup := overview(t)
	andorra := geo.Point{Lat: 42.5, Lon: 1.5}
	for _, c := range []struct {
		name string
		c    present.Coordinator
		at   geo.Point
		want string
	}{
		{"nothing chosen", present.Coordinator{}, benThanh, "10.77653, 106.70098"},
		{"decimal", present.Coordinator{Form: present.FormDecimal}, benThanh, "10.77653, 106.70098"},
		{"degrees, minutes and seconds", present.Coordinator{Form: present.FormDMS}, benThanh, "10°46′35.51″N 106°42′03.53″E"},
		{"south and west", present.Coordinator{Form: present.FormDMS}, geo.Point{Lat: -0.5, Lon: -0.25}, "0°30′00.00″S 0°15′00.00″W"},
		{"seconds that round up to a degree", present.Coordinator{Form: present.FormDMS}, geo.Point{Lat: 10.9999999, Lon: 1}, "11°00′00.00″N 1°00′00.00″E"},
		{"UTM", present.Coordinator{Form: present.FormUTM}, benThanh, "UTM 48N 685985.7 E 1191786.7 N"},
		{"UTM in the east of Vietnam", present.Coordinator{Form: present.FormUTM}, geo.Point{Lat: 16.0544, Lon: 108.2022}, "UTM 49N 200638.6 E 1776975.3 N"},
		{"UTM at a pole", present.Coordinator{Form: present.FormUTM}, geo.Point{Lat: 89, Lon: 7}, "89.00000, 7.00000"},
		{"VN-2000 in the province's zone", present.Coordinator{Form: present.FormVN2000, Lookup: lookup}, benThanh, "VN-2000 / 105°45′ 3° X 1191901.4 Y 603806.1"},
		{"VN-2000 at sea", present.Coordinator{Form: present.FormVN2000, Lookup: lookup}, geo.Point{Lat: 20, Lon: 107.2}, "VN-2000 / 108°00′ 3° X 2212457.0 Y 416093.8"},
		{"VN-2000 where no provinces are known", present.Coordinator{Form: present.FormVN2000}, benThanh, "VN-2000 / 108°00′ 3° X 1192042.6 Y 357735.3"},
		{"VN-2000 in a national zone", present.Coordinator{Form: present.FormVN2000, Zones: present.ZonesNational, Lookup: lookup}, geo.Point{Lat: 21.0285, Lon: 105.8542}, "VN-2000 / 105°00′ 3° X 2326345.3 Y 588591.9"},
		{"VN-2000 on a chosen meridian", present.Coordinator{Form: present.FormVN2000, Meridian: 105.75}, benThanh, "VN-2000 / 105°45′ 3° X 1191901.4 Y 603806.1"},
		{"VN-2000 in a zone of six degrees", present.Coordinator{Form: present.FormVN2000, Zones: present.ZonesWide, Lookup: lookup}, geo.Point{Lat: 16.0544, Lon: 108.2022}, "VN-2000 / 111°00′ 6° X 1777091.3 Y 200445.2"},
		{"VN-2000 far from Vietnam", present.Coordinator{Form: present.FormVN2000}, andorra, "42.50000, 1.50000"},
	} {
		if got := c.c.Text(c.at); got != c.want {
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
		if texts := (present.Coordinator{Form: present.FormUTM}).Texts(c.at); len(texts) != c.want {
			t.Errorf("%s: %q, want %d forms", name, texts, c.want)
		}
	}
}

// overview is what an app knows that has no map, only the provinces.
func overview(t *testing.T) present.Lookup {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestBrowserMapShowsThePlaceAtAZoomThatThereIs(t *testing.T) {
	got := present.BrowserMap(geo.Point{Lat: 10.77653, Lon: 106.70098}, 19.75)
	if want := "https://www.openstreetmap.org/?mlat=10.776530&mlon=106.700980#map=19/10.776530/106.700980"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
