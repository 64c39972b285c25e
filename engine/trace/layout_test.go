// SPDX-License-Identifier: MIT

package trace

import (
	"errors"
	"testing"

	"roadsnap/engine/geo"
)

func TestFindLayout(t *testing.T) {
	for _, c := range []struct {
		name, head, lat, lon string
		want                 Layout
		err                  error
	}{
		{name: "commas", head: "id,lat,lon\n1,2,3\n", want: Layout{Delimiter: ',', Named: true, Lat: 1, Lon: 2}},
		{name: "byte order mark", head: "\uFEFFlat;lng\n", want: Layout{Delimiter: ';', Named: true, Lat: 0, Lon: 1}},
		{name: "plane names", head: "x\ty\n", want: Layout{Delimiter: '\t', Named: true, Lat: 1, Lon: 0}},
		{name: "one cell", head: "id|tọa độ\n", want: Layout{Delimiter: '|', Named: true, Lat: 1, Lon: 1}},
		{name: "below a title", head: "Report, of May\n\nlat,lon\n", want: Layout{Delimiter: ',', Named: true, Names: 1, Lat: 0, Lon: 1}},
		{name: "no names", head: "a,21.0285,105.8542\nb,21.0286,105.8543\n", want: Layout{Delimiter: ',', Lat: 1, Lon: 2}},
		{name: "given by name", head: "lat,lon,N,E\n", lat: "n", lon: "e", want: Layout{Delimiter: ',', Named: true, Lat: 2, Lon: 3}},
		{name: "given by number", head: "a;b;c\n1;2;3\n", lat: "2", lon: "3", want: Layout{Delimiter: ';', Named: true, Lat: 1, Lon: 2}},
		{name: "given by number, without names", head: "0;2;3\n1;2;3\n", lat: "2", lon: "3", want: Layout{Delimiter: ';', Lat: 1, Lon: 2}},
		{name: "a number beyond the row", head: "a;b;c\n", lat: "2", lon: "4", err: ErrColumns},
		{name: "no such name", head: "lat,lon\n", lat: "n", lon: "e", err: ErrColumns},
		{name: "half of the names", head: "lat,lon\n", lat: "lat", err: ErrColumns},
		{name: "no positions", head: "a,b\n1,2\n", err: ErrColumns},
		{name: "nothing", head: "", err: ErrColumns},
		{name: "UTF-16", head: "\xff\xfel\x00a\x00t\x00", err: ErrFormat},
		{name: "gzip", head: "\x1f\x8b\x08", err: ErrFormat},
		{name: "workbook", head: "PK\x03\x04", err: ErrFormat},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := FindLayout([]byte(c.head), LayoutOptions{File: "points", Lat: c.lat, Lon: c.lon})
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("%+v, %v; want %+v, %v", got, err, c.want, c.err)
			}
		})
	}
}

func TestLayoutPoint(t *testing.T) {
	hanoi := geo.Point{Lat: 21.5, Lon: 105.25}
	two, one := Layout{Lat: 0, Lon: 1}, Layout{Lat: 1, Lon: 1}
	for _, c := range []struct {
		name, lat, lon string
		layout         Layout
		ok             bool
	}{
		{"plain", "21.5", "105.25", two, true},
		{"decimal commas", "21,5", " 105,25 ", two, true},
		{"minutes", "21°30'N", "E105°15'", two, true},
		{"one cell", "21.5, 105.25", "21.5, 105.25", one, true},
		{"exchanged", "105.25", "21.5", two, false},
		{"metres", "2380000", "590000", two, false},
		{"nothing", "", "", two, false},
		{"not a number", "NaN", "105.25", two, false},
		{"half of a cell", "21.5", "21.5", one, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := c.layout.Point(c.lat, c.lon); ok != c.ok || ok && got != hanoi {
				t.Errorf("%v, %v", got, ok)
			}
		})
	}
}
