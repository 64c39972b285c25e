// SPDX-License-Identifier: MIT

package search

import (
	"math"
	"strings"
	"testing"

	"roadsnap/engine/geo"
)

func TestParsePoint(t *testing.T) {
	saigon := geo.Point{Lat: 10.7769, Lon: 106.7009}
	for text, want := range map[string]geo.Point{
		"10.7769, 106.7009":                                 saigon,
		"10.7769 106.7009":                                  saigon,
		"10.7769;106.7009":                                  saigon,
		"(10.7769, 106.7009)":                               saigon,
		"106.7009, 10.7769":                                 saigon, // swapped
		"10,7769 106,7009":                                  saigon, // decimal commas
		"10,7769, 106,7009":                                 saigon,
		"10,7769,106,7009":                                  saigon,
		"10.7769N 106.7009E":                                saigon,
		"10.7769° N, 106.7009° E":                           saigon,
		"N10.7769 E106.7009":                                saigon,
		"N 10.7769, E 106.7009":                             saigon,
		"E106.7009 N10.7769":                                saigon,
		"106.7009E 10.7769N":                                saigon,
		"10.7769B 106.7009Đ":                                saigon,
		`10°46'36.84"N 106°42'3.24"E`:                       saigon,
		"10°46′36.84″N, 106°42′3.24″E":                      saigon,
		"10°46'36.84''B 106°42'3.24''Đ":                     saigon,
		"10 46 36.84 N 106 42 3.24 E":                       saigon,
		"10 46 36.84, 106 42 3.24":                          saigon,
		"10°46.614'N 106°42.054'E":                          saigon,
		"-33.8568, 151.2153":                                {Lat: -33.8568, Lon: 151.2153},
		"33.8568S 151.2153E":                                {Lat: -33.8568, Lon: 151.2153},
		"51.5, -0.12":                                       {Lat: 51.5, Lon: -0.12},
		"21, 105":                                           {Lat: 21, Lon: 105},
		"151.2153 -33.8568":                                 {Lat: -33.8568, Lon: 151.2153}, // only this is on Earth
		"https://www.google.com/maps/@10.7769,106.7009,17z": saigon,
		"https://www.google.com/maps/place/X/@10.1,106.1,17z/data=!3m1!4b1!8m2!3d10.7769!4d106.7009": saigon,
		"https://www.google.com/maps?q=10.7769,106.7009":                                             saigon,
		"https://maps.google.com/?q=loc:10.7769,106.7009&z=14":                                       saigon,
		"https://www.google.com/maps/search/?api=1&query=10.7769%2C106.7009":                         saigon,
		"https://www.google.com/maps/search/10.7769,+106.7009?entry=tts":                             saigon,
		"https://www.google.com/maps/dir/10.1,106.1/10.7769,106.7009/@10.5,106.5,12z":                saigon,
		"https://www.google.com/maps/dir/?api=1&destination=10.7769,106.7009":                        saigon,
		"https://maps.apple.com/?ll=10.7769,106.7009&q=Nha":                                          saigon,
		"https://www.openstreetmap.org/#map=17/10.7769/106.7009":                                     saigon,
		"https://www.openstreetmap.org/?mlat=10.7769&mlon=106.7009#map=12/10.1/106.1":                saigon,
		"https://www.bing.com/maps?cp=10.7769~106.7009&lvl=16":                                       saigon,
		"https://waze.com/ul?ll=10.7769,106.7009&navigate=yes":                                       saigon,
		"https://yandex.com/maps/?ll=106.7009,10.7769&z=15":                                          saigon,
		"geo:10.7769,106.7009":                                        saigon,
		"geo:10.7769,106.7009;u=35?z=17":                              saigon,
		"geo:0,0?q=10.7769,106.7009(Nhà hát)":                         saigon,
		"GEO:10.7769,106.7009,12":                                     saigon,
		"Nhà hát https://maps.google.com/?q=10.7769,106.7009 xem nhé": saigon,
	} {
		p, found := ParsePoint(text)
		if !found || math.Abs(p.Lat-want.Lat) > 1e-6 || math.Abs(p.Lon-want.Lon) > 1e-6 {
			t.Errorf("%q gives %v, %v; want %v", text, p, found, want)
		}
	}
	for _, text := range []string{
		"", "10.7769", "10.7769N", "le loi", "12 nguyen hue", "3/2", "12/3A le loi", "10.7 106.7 le loi", "ql 1a", "200, 300", "10.7N 106.7N",
		"10°70'0\"N 106°0'0\"E", "1 2 3 4 5", "10.5 46 36 N 106 42 3 E", "geo:", "geo:91,0", "https://maps.app.goo.gl/abc", "https://example.org/10",
		strings.Repeat("1 ", 3000), "24 7", "E 10 le 12",
	} {
		if p, found := ParsePoint(text); found {
			t.Errorf("%q gives %v", text, p)
		}
	}
}

// TestParseShort checks the short links of OpenStreetMap with the example of its wiki.
func TestParseShort(t *testing.T) {
	p, found := ParsePoint("https://osm.org/go/0EEQjE--")
	if want := (geo.Point{Lat: 51.5107, Lon: 0.0550}); !found || geo.Distance(p, want) > 1000 {
		t.Errorf("%v, %v, want about %v", p, found, want)
	}
	for _, text := range []string{"https://osm.org/go/", "https://osm.org/go/0!", "https://osm.org/go/0EEQjEEEEEEEEEEEE"} {
		if p, found := ParsePoint(text); found {
			t.Errorf("%q gives %v", text, p)
		}
	}
}

func TestLinkText(t *testing.T) {
	for text, want := range map[string]string{
		"https://www.google.com/maps/search/Ch%E1%BB%A3+B%E1%BA%BFn+Th%C3%A0nh": "Chợ Bến Thành",
		"https://www.google.com/maps/place/Landmark+81":                         "Landmark 81",
		"https://maps.google.com/?q=B%E1%BA%BFn+xe+Mi%E1%BB%81n+%C4%90%C3%B4ng": "Bến xe Miền Đông",
		"https://maps.app.goo.gl/abc":                                           "",
		"Chợ Bến Thành":                                                         "",
	} {
		if got, _ := LinkText(text); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
	if !IsLink("xem https://maps.app.goo.gl/abc") || IsLink("le loi") {
		t.Error("IsLink is wrong")
	}
}

func FuzzParsePoint(f *testing.F) {
	for _, text := range []string{"10.77, 106.70", `10°46'36.8"N 106°42'3.2"E`, "https://osm.org/go/0EEQjE--", "geo:0,0?q=10,106(x)", "https://www.google.com/maps/@10.77,106.70,17z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, found := ParsePoint(text); found && !p.Valid() {
			t.Errorf("%q gives %v", text, p)
		}
		LinkText(text)
	})
}
