// SPDX-License-Identifier: MIT

package crs

import (
	"errors"
	"math"
	"strings"
	"testing"

	"roadsnap/engine/geo"
)

const (
	esriWGS84  = `GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`
	esriVN2000 = `GEOGCS["GCS_VN_2000",DATUM["D_Vietnam_2000",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`
	ogcVN2000  = `GEOGCS["VN-2000",DATUM["Vietnam_2000",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],
		TOWGS84[-191.90441429,-39.30318279,-111.45032835,0.00928836,-0.01975479,0.00427372,0.252906278],AUTHORITY["EPSG","6756"]],
		PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4756"]]`
	ogc2 = `PROJCRS["VN-2000 / UTM zone 48N",BASEGEOGCRS["VN-2000",DATUM["Vietnam 2000",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],
		PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4756]],
		CONVERSION["UTM zone 48N",METHOD["Transverse Mercator",ID["EPSG",9807]],
		PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",8801]],
		PARAMETER["Longitude of natural origin",105,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1]],
		PARAMETER["False easting",500000,LENGTHUNIT["metre",1]],PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],
		CS[Cartesian,2],AXIS["(E)",east,ORDER[1],LENGTHUNIT["metre",1]],AXIS["(N)",north,ORDER[2],LENGTHUNIT["metre",1]],ID["EPSG",3405]]`
	ogc2WGS84 = `GEOGCRS["WGS 84",ENSEMBLE["World Geodetic System 1984 ensemble",MEMBER["World Geodetic System 1984 (Transit)"],
		ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]],ENSEMBLEACCURACY[2.0]],PRIMEM["Greenwich",0],
		CS[ellipsoidal,2],AXIS["geodetic latitude (Lat)",north],AXIS["geodetic longitude (Lon)",east],ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",4326]]`
)

// projected returns a projected system in ESRI's spelling.
func projected(base, method, parameters string) string {
	return `PROJCS["Mine",` + base + `,PROJECTION["` + method + `"],` + parameters + `,UNIT["Meter",1.0]]`
}

const tm3 = `PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",105.75],PARAMETER["Scale_Factor",0.9999],PARAMETER["Latitude_Of_Origin",0.0]`

func TestKnownSystems(t *testing.T) {
	at := func(code int) System {
		s, err := ByEPSG(code)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for text, want := range map[string]System{
		esriWGS84:  {},
		ogc2WGS84:  {},
		esriVN2000: at(4756),
		ogcVN2000:  at(4756),
		ogc2:       at(3405),
		projected(esriVN2000, "Transverse_Mercator", tm3):                      at(9210),
		projected(ogcVN2000, "Gauss_Kruger", tm3):                              at(9210),
		strings.ReplaceAll(ogcVN2000, `"Vietnam_2000"`, `"unknown"`):           at(4756),
		strings.NewReplacer("[", "(", "]", ")").Replace(esriVN2000):            at(4756),
		"\ufeff  " + strings.ToLower(esriWGS84):                                {},
		`COMPD_CS["both",` + ogcVN2000 + `,VERT_CS["height",UNIT["metre",1]]]`: at(4756),
		"EPSG:4326": {},
		"WGS 84":    {}, "VN-2000": at(4756),
		"epsg:9210":                                    at(9210),
		"3406":                                         at(3406),
		"urn:ogc:def:crs:OGC:1.3:CRS84":                {},
		"urn:ogc:def:crs:EPSG::3405":                   at(3405),
		"urn:ogc:def:crs:EPSG:9.8.4:4756":              at(4756),
		"http://www.opengis.net/def/crs/EPSG/0/4326":   {},
		"http://www.opengis.net/def/crs/OGC/1.3/CRS84": {},
	} {
		if got, err := ByName(text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
}

// TestUnknownSystems checks that each is refused, by its name and the reason.
func TestUnknownSystems(t *testing.T) {
	swap := func(old, with string) string {
		text := projected(esriVN2000, "Transverse_Mercator", tm3)
		if !strings.Contains(text, old) {
			t.Fatalf("no %q", old)
		}
		return strings.Replace(text, old, with, 1)
	}
	for _, c := range []struct{ text, name, detail string }{
		{"EPSG:3857", "EPSG:3857", ""},
		{"urn:ogc:def:crs:EPSG::32748", "EPSG:32748", ""},
		{"Hanoi 1972", "Hanoi 1972", ""},
		{"", "", ""},
		{swap("D_Vietnam_2000", "D_Hanoi_1972"), "Mine", "D_Hanoi_1972"},
		{swap("6378137.0", "6378245.0"), "Mine", "ellipsoid"},
		{swap("Transverse_Mercator", "Lambert_Conformal_Conic"), "Mine", "Lambert"},
		{swap(`UNIT["Meter",1.0]`, `UNIT["Foot",0.3048]`), "Mine", "Foot"},
		{swap(`"Latitude_Of_Origin",0.0`, `"Latitude_Of_Origin",10.0`), "Mine", "equator"},
		{swap(`"Scale_Factor",0.9999`, `"Scale_Factor",9999`), "Mine", "9999"},
		{swap(`"Scale_Factor",0.9999`, `"Azimuth",0`), "Mine", "Azimuth"},
		{swap(`PARAMETER["Central_Meridian",105.75],`, ``), "Mine", "meridian"},
		{swap(`"Central_Meridian",105.75`, `"Central_Meridian"`), "Mine", "no value"},
		{swap(`PRIMEM["Greenwich",0.0]`, `PRIMEM["Paris",2.337]`), "Mine", "Greenwich"},
		{swap(`UNIT["Degree",0.0174532925199433]`, `UNIT["Grad",0.015707963]`), "Mine", "Grad"},
		{strings.ReplaceAll(ogcVN2000, "Vietnam_2000", "WGS_1984"), "VN-2000", "shifted"},
		{`LOCAL_CS["site",UNIT["metre",1]]`, "site", "LOCAL_CS"},
		{`PROJCS["x"]`, "x", "base"},
		{`GEOGCS["x"]`, "x", "datum"},
		{projected(esriVN2000, "Transverse_Mercator", tm3)[:200], "PROJCS", "text"},
		{strings.Repeat("A[", 10_000), "A[A[", "text"},
		{strings.Repeat(" ", 100_000) + esriWGS84, "GEOGCS", "text"},
	} {
		_, err := ByName(c.text)
		if c.text == "" || strings.HasPrefix(c.text, " ") {
			_, err = FromWKT(c.text)
		}
		var unknown *UnknownError
		if !errors.As(err, &unknown) || !strings.Contains(unknown.Name, c.name) || !strings.Contains(unknown.Detail, c.detail) {
			t.Errorf("%.80s: %v, want %q and %q", c.text, err, c.name, c.detail)
		}
	}
}

// TestPositions compares positions with those of PROJ 9.1, which was given the official seven
// parameters (EPSG:6960). By itself it uses other ones around Hồ Chí Minh City, 0.8 m away.
func TestPositions(t *testing.T) {
	for _, c := range []struct {
		code     int
		x, y     float64
		lat, lon float64
	}{
		{4756, 106.7, 10.77, 10.7689814907997, 106.701786186486},
		{3405, 685000, 1192000, 10.7774887544215, 106.693764451596},
		{3406, 260000, 1780000, 16.0872231571043, 108.758153235247},
		{9210, 603900, 1191400, 10.7719945810902, 106.701823946019},
		{9218, 480000, 1290000, 11.6648406861872, 108.318341048551},
		{5899, 550000, 1775000, 16.0484788117688, 108.219118329029},
		{5896, 600000, 2400000, 21.6931456739433, 102.968309317321},
		{32648, 685000, 1192000, 10.7785072111709, 106.691978191746},
	} {
		s, err := ByEPSG(c.code)
		if err != nil {
			t.Fatal(err)
		}
		if d := geo.Distance(s.Point(c.x, c.y), geo.Point{Lat: c.lat, Lon: c.lon}); d > 0.002 || math.IsNaN(d) {
			t.Errorf("%d (%s): %v, %v is %v, %g m from what PROJ has", c.code, s, c.x, c.y, s.Point(c.x, c.y), d)
		}
	}
}

// TestMeridiansAreThoseInUse compares the zones of EPSG with those that geo has.
func TestMeridiansAreThoseInUse(t *testing.T) {
	have := make(map[float64]bool)
	for _, m := range meridians {
		have[m] = true
	}
	for _, m := range geo.VN2000Meridians() {
		if !have[m] && m != 111 { // over the sea, without a code
			t.Errorf("no zone with the meridian %v", m)
		}
		delete(have, m)
	}
	if len(have) > 0 {
		t.Errorf("zones that are not in use: %v", have)
	}
}

func FuzzByName(f *testing.F) {
	for _, text := range []string{esriWGS84, ogcVN2000, ogc2, ogc2WGS84, projected(esriVN2000, "Transverse_Mercator", tm3), "EPSG:9210", "urn:ogc:def:crs:OGC:1.3:CRS84"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ByName(text)
		var unknown *UnknownError
		if err != nil && !errors.As(err, &unknown) {
			t.Error(err)
		}
		s.Point(500_000, 1_200_000)
	})
}
