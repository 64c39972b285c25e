// SPDX-License-Identifier: MIT

package borders

import (
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// surrounding is a sea or a country around Vietnam, with the zooms at which it is
// named. A gulf is named when there is room for it, a country only while some of
// its land must be visible.
type surrounding struct {
	vi, en           string // in two lines for narrow gulfs
	at               geo.Point
	kind             style.NameKind
	minZoom, maxZoom float64
}

// surroundings are named in a view of the country, the most important first.
// Positions are in the open sea, or where a view of Vietnam shows most of a
// country: China is named in Guangxi at close zooms.
var surroundings = []surrounding{
	{"Biển Đông", "East Sea", geo.Point{Lat: 13.2, Lon: 113.0}, style.Sea, 3, 8.5},
	{"Vịnh\nBắc Bộ", "Gulf of\nTonkin", geo.Point{Lat: 19.6, Lon: 107.4}, style.Sea, 4.75, 9},
	{"Vịnh\nThái Lan", "Gulf of\nThailand", geo.Point{Lat: 9.6, Lon: 101.9}, style.Sea, 4.25, 8.5},
	{"Trung Quốc", "China", geo.Point{Lat: 32.0, Lon: 106.0}, style.Country, 3, 4.75},
	{"Trung Quốc", "China", geo.Point{Lat: 24.1, Lon: 109.0}, style.Country, 4.75, 8},
	{"Lào", "Laos", geo.Point{Lat: 19.7, Lon: 102.4}, style.Country, 4.5, 8},
	{"Campuchia", "Cambodia", geo.Point{Lat: 12.8, Lon: 104.5}, style.Country, 4.75, 8},
	{"Thái Lan", "Thailand", geo.Point{Lat: 15.7, Lon: 101.2}, style.Country, 4.5, 8},
	{"Myanmar", "Myanmar", geo.Point{Lat: 20.9, Lon: 96.2}, style.Country, 4, 7.5},
	{"Malaysia", "Malaysia", geo.Point{Lat: 4.2, Lon: 102.1}, style.Country, 5, 7.5},
	{"Malaysia", "Malaysia", geo.Point{Lat: 3.2, Lon: 114.2}, style.Country, 5, 7.5},
	{"Philippines", "Philippines", geo.Point{Lat: 16.4, Lon: 121.1}, style.Country, 4.75, 7.5},
	{"Indonesia", "Indonesia", geo.Point{Lat: -0.4, Lon: 113.6}, style.Country, 3, 7},
	{"Brunei", "Brunei", geo.Point{Lat: 4.6, Lon: 114.6}, style.Country, 6.25, 8.5},
	{"Singapore", "Singapore", geo.Point{Lat: 1.4, Lon: 103.8}, style.Country, 6, 8.5},
	{"Bangladesh", "Bangladesh", geo.Point{Lat: 24.0, Lon: 90.2}, style.Country, 4.5, 7.5},
	{"Ấn Độ", "India", geo.Point{Lat: 22.0, Lon: 79.5}, style.Country, 3, 7},
	{"Vịnh\nBengal", "Bay of\nBengal", geo.Point{Lat: 15.0, Lon: 88.5}, style.Sea, 3.5, 7.5},
	{"Biển\nAndaman", "Andaman\nSea", geo.Point{Lat: 11.2, Lon: 95.6}, style.Sea, 4.5, 7.5},
	{"Biển\nPhilippines", "Philippine\nSea", geo.Point{Lat: 16.5, Lon: 127.5}, style.Sea, 3.5, 7.5},
	{"Biển Sulu", "Sulu Sea", geo.Point{Lat: 8.4, Lon: 120.2}, style.Sea, 5, 8},
}

// vietnamese is the default language of the names around the country.
const vietnamese = "vi"

// placeSurroundings returns the surroundings with their names in a language.
func placeSurroundings(language string) []placedName {
	out := make([]placedName, len(surroundings))
	for i, s := range surroundings {
		text := s.en
		if language == vietnamese {
			text = s.vi
		}
		if s.kind == style.Country {
			text = strings.ToUpper(text)
		}
		out[i] = placedName{text: text, at: view.Project(s.at), kind: s.kind, minZoom: s.minZoom, maxZoom: s.maxZoom}
	}
	return out
}
