// SPDX-License-Identifier: MIT

package crs

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/geo"
)

// meridians are the central meridians (degrees east) of the TM-3 zones of VN-2000 by EPSG
// code: the three national zones, that of Đà Nẵng, and those of the provinces.
var meridians = map[int]float64{
	5896: 102, 5897: 105, 5898: 108, 5899: 107.75,
	9205: 103, 9206: 104, 9207: 104.5, 9208: 104.75, 9209: 105.5, 9210: 105.75, 9211: 106,
	9212: 106.25, 9213: 106.5, 9214: 107, 9215: 107.25, 9216: 107.5, 9217: 108.25, 9218: 108.5,
}

// Zone is a TM-3 zone of VN-2000.
type Zone struct {
	EPSG     int
	Meridian float64 // central (degrees east)
}

// Zones returns the TM-3 zones of VN-2000 by their meridians.
func Zones() (list []Zone) {
	for code, m := range meridians {
		list = append(list, Zone{code, m})
	}
	slices.SortFunc(list, func(a, b Zone) int { return cmp.Compare(a.Meridian, b.Meridian) })
	return list
}

// ByEPSG returns the system with a code of the EPSG registry.
func ByEPSG(code int) (System, error) {
	const utmNorth = 32600 // plus the zone
	utm := func(zone int) geo.TransverseMercator { return geo.VN2000WideGrid(float64(6*zone - 183)) }
	switch {
	case code == 4326 || code == 4979:
		return System{}, nil
	case code == 4756:
		return System{vn2000: true}, nil
	case code == 3405 || code == 3406:
		return System{vn2000: true, projected: true, grid: utm(code - 3405 + 48)}, nil
	case code > utmNorth && code <= utmNorth+60:
		return System{projected: true, grid: utm(code - utmNorth)}, nil
	}
	if m, known := meridians[code]; known {
		return System{vn2000: true, projected: true, grid: geo.VN2000Grid(m)}, nil
	}
	return System{}, &UnknownError{Name: "EPSG:" + strconv.Itoa(code)}
}

// codeAtEnd matches names that end in a code of EPSG: "EPSG:4326",
// "urn:ogc:def:crs:EPSG:9.8.4:9210", "http://www.opengis.net/def/crs/EPSG/0/4326".
var codeAtEnd = regexp.MustCompile(`(?i)\bEPSG[:/](?:[\w.]*[:/])?(\d{4,6})$`)

// ByName returns the system with a name as the member crs of GeoJSON has it, a code of EPSG
// with or without "EPSG:", or a definition in well-known text.
func ByName(name string) (System, error) {
	name = strings.TrimSpace(name)
	if m := codeAtEnd.FindStringSubmatch(name); m != nil {
		name = m[1]
	}
	if code, err := strconv.Atoi(name); err == nil {
		return ByEPSG(code)
	}
	switch {
	case strings.HasSuffix(strings.ToUpper(name), "CRS84") || plain(name) == "wgs84":
		return System{}, nil
	case plain(name) == "vn2000":
		return System{vn2000: true}, nil
	}
	if strings.ContainsAny(name, "[(") {
		return FromWKT(name)
	}
	return System{}, &UnknownError{Name: name}
}
