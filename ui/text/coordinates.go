// SPDX-License-Identifier: MIT

package text

import (
	"fmt"
	"math"
	"strconv"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// CoordinateForm is a notation of coordinates.
type CoordinateForm string

// The forms of coordinates, in the order of the menu.
const (
	FormDecimal CoordinateForm = "decimal" // decimal degrees of WGS 84
	FormDMS     CoordinateForm = "dms"     // degrees, minutes and seconds of WGS 84
	FormUTM     CoordinateForm = "utm"     // the UTM grid of WGS 84
	FormVN2000  CoordinateForm = "vn2000"  // the national grid of Vietnam
)

// CoordinateForms lists all forms with the keys of their names in Catalogue.
var CoordinateForms = []struct {
	Form CoordinateForm
	Name string
}{
	{FormDecimal, "coordinates.decimal"},
	{FormDMS, "coordinates.dms"},
	{FormUTM, "coordinates.utm"},
	{FormVN2000, "coordinates.vn_two_thousand"},
}

// Zones selects the zones of the VN-2000 grid.
type Zones string

// The zones of VN-2000.
const (
	// ZonesOfProvinces are zones of three degrees round the meridian of the province, as
	// on cadastral maps. At sea and abroad they are ZonesNational.
	ZonesOfProvinces Zones = ""
	// ZonesNational are zones of three degrees, chosen by longitude.
	ZonesNational Zones = "national"
	// ZonesWide are zones of six degrees, chosen by longitude, as on topographic maps.
	ZonesWide Zones = "wide"
)

// Coordinator formats coordinates in the form chosen by the user. The zero value writes
// decimal degrees.
type Coordinator struct {
	Form CoordinateForm
	// Zones is used for FormVN2000.
	Zones Zones
	// Meridian is a fixed central meridian for zones of three degrees (degrees east). If
	// it is 0, Zones selects the meridian.
	Meridian float64
}

// ByProvince reports whether Text depends on the province.
func (c Coordinator) ByProvince() bool {
	return c.Form == FormVN2000 && c.Zones == ZonesOfProvinces && c.Meridian == 0
}

// Text returns the coordinates of p. in is the province of p, zero at sea and abroad.
// Numbers have a decimal point in every language, so that they can be pasted into other
// programs. Where the form has no coordinates, near the poles or far from Vietnam, Text
// returns decimal degrees.
func (c Coordinator) Text(p geo.Point, in units.Province) string {
	switch c.Form {
	case FormDMS:
		return sexagesimal(p.Lat, "N", "S") + " " + sexagesimal(p.Lon, "E", "W")
	case FormUTM:
		if u, ok := geo.UTMOf(p); ok {
			side := "N"
			if !u.North {
				side = "S"
			}
			return fmt.Sprintf("UTM %d%s %.1f E %.1f N", u.Zone, side, u.Easting, u.Northing)
		}
	case FormVN2000:
		if nearVietnam.Contains(p) {
			return c.vn2000(p, in)
		}
	case FormDecimal:
	}
	return Coordinates(p)
}

// Texts returns the coordinates of p in every form that has coordinates there.
func (c Coordinator) Texts(p geo.Point, in units.Province) (texts []string) {
	for _, f := range CoordinateForms {
		c.Form = f.Form
		if text := c.Text(p, in); f.Form == FormDecimal || text != Coordinates(p) {
			texts = append(texts, text)
		}
	}
	return texts
}

// nearVietnam is the area in which VN-2000 is used: the land, and the sea with Hoàng Sa
// and Trường Sa.
var nearVietnam = geo.Bounds{South: 5, West: 101, North: 24.5, East: 118}

// vn2000 returns the grid and the coordinates of p. As usual in Vietnamese surveying, the
// northing comes first and is called X.
func (c Coordinator) vn2000(p geo.Point, in units.Province) string {
	shifted := geo.ToVN2000(p)
	var grid geo.TransverseMercator
	width := 3
	switch province, known := in.Meridian(); {
	case c.Meridian != 0:
		grid = geo.VN2000Grid(c.Meridian)
	case c.Zones == ZonesWide:
		grid, width = geo.VN2000WideGrid(geo.VN2000WideMeridian(shifted.Lon)), 6
	case c.Zones == ZonesOfProvinces && known:
		grid = geo.VN2000Grid(province)
	default:
		grid = geo.VN2000Grid(geo.VN2000Meridian(shifted.Lon))
	}
	q := grid.Project(shifted)
	return fmt.Sprintf("VN-2000 / %s %d° X %.1f Y %.1f", MeridianText(grid.Meridian), width, q.Northing, q.Easting)
}

// MeridianText formats a meridian in degrees and whole minutes: 105°45′.
func MeridianText(degrees float64) string {
	minutes := int(math.Round(degrees * 60))
	return fmt.Sprintf("%d°%02d′", minutes/60, minutes%60)
}

// sexagesimal formats degrees as degrees, minutes and hundredths of seconds (30 cm).
func sexagesimal(degrees float64, positive, negative string) string {
	side := positive
	if degrees < 0 {
		side, degrees = negative, -degrees
	}
	hundredths := int(math.Round(degrees * 360_000))
	return fmt.Sprintf("%d°%02d′%02d.%02d″%s",
		hundredths/360_000, hundredths/6000%60, hundredths/100%60, hundredths%100, side)
}

// BrowserMap returns the URL of p on the OpenStreetMap website.
func BrowserMap(p geo.Point, zoom float64) string {
	lat, lon := strconv.FormatFloat(p.Lat, 'f', 6, 64), strconv.FormatFloat(p.Lon, 'f', 6, 64)
	level := min(max(int(math.Round(zoom)), 3), 19)
	return fmt.Sprintf("https://www.openstreetmap.org/?mlat=%s&mlon=%s#map=%d/%s/%s", lat, lon, level, lat, lon)
}
