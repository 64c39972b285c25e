package text

import (
	"fmt"
	"math"
	"strconv"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// CoordinateForm is a way to write where a point is.
type CoordinateForm string

// The forms of coordinates, in the order of the menu.
const (
	FormDecimal CoordinateForm = "decimal" // decimal degrees of WGS 84
	FormDMS     CoordinateForm = "dms"     // degrees, minutes and seconds of WGS 84
	FormUTM     CoordinateForm = "utm"     // the UTM grid of WGS 84
	FormVN2000  CoordinateForm = "vn2000"  // the national grid of Vietnam
)

// CoordinateForms are all forms with their names, keys of Catalogue.
var CoordinateForms = []struct {
	Form CoordinateForm
	Name string
}{
	{FormDecimal, "coordinates.decimal"},
	{FormDMS, "coordinates.dms"},
	{FormUTM, "coordinates.utm"},
	{FormVN2000, "coordinates.vn_two_thousand"},
}

// Zones says which zones the grid of VN-2000 has.
type Zones string

// The zones of VN-2000.
const (
	// ZonesOfProvinces are three degrees wide round the meridian of the province,
	// as cadastral plans have them. At sea and abroad it is ZonesNational.
	ZonesOfProvinces Zones = ""
	// ZonesNational are three degrees wide, by longitude.
	ZonesNational Zones = "national"
	// ZonesWide are six degrees wide, by longitude, as on topographic maps.
	ZonesWide Zones = "wide"
)

// Coordinator writes coordinates in the form that the user has chosen. The zero
// value writes decimal degrees.
type Coordinator struct {
	Form CoordinateForm
	// Zones are those of VN-2000.
	Zones Zones
	// Meridian is the central meridian of zones of three degrees that the user wants
	// everywhere, in degrees east; 0 chooses it by Zones.
	Meridian float64
}

// ByProvince reports whether Text depends on the province.
func (c Coordinator) ByProvince() bool {
	return c.Form == FormVN2000 && c.Zones == ZonesOfProvinces && c.Meridian == 0
}

// Text writes where p is, which lies in a province, the zero one at sea and abroad.
// Numbers have a decimal point in every language, so that
// they can be pasted into other programs. Where the form has no coordinates, near
// the poles or far from Vietnam, it writes decimal degrees.
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

// Texts writes where p is in every form that has coordinates there.
func (c Coordinator) Texts(p geo.Point, in units.Province) (texts []string) {
	for _, f := range CoordinateForms {
		c.Form = f.Form
		if text := c.Text(p, in); f.Form == FormDecimal || text != Coordinates(p) {
			texts = append(texts, text)
		}
	}
	return texts
}

// nearVietnam is where VN-2000 means something: the land and the seas with Hoàng
// Sa and Trường Sa.
var nearVietnam = geo.Bounds{South: 5, West: 101, North: 24.5, East: 118}

// vn2000 names the grid, then writes the northing first and calls it X, as
// surveyors in Vietnam do.
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

// MeridianText writes a meridian in degrees and whole minutes: 105°45′.
func MeridianText(degrees float64) string {
	minutes := int(math.Round(degrees * 60))
	return fmt.Sprintf("%d°%02d′", minutes/60, minutes%60)
}

// sexagesimal writes degrees as degrees, minutes and hundredths of seconds, which
// are 30 cm.
func sexagesimal(degrees float64, positive, negative string) string {
	side := positive
	if degrees < 0 {
		side, degrees = negative, -degrees
	}
	hundredths := int(math.Round(degrees * 360_000))
	return fmt.Sprintf("%d°%02d′%02d.%02d″%s",
		hundredths/360_000, hundredths/6000%60, hundredths/100%60, hundredths%100, side)
}

// BrowserMap returns the address of OpenStreetMap's own map of p.
func BrowserMap(p geo.Point, zoom float64) string {
	lat, lon := strconv.FormatFloat(p.Lat, 'f', 6, 64), strconv.FormatFloat(p.Lon, 'f', 6, 64)
	level := min(max(int(math.Round(zoom)), 3), 19)
	return fmt.Sprintf("https://www.openstreetmap.org/?mlat=%s&mlon=%s#map=%d/%s/%s", lat, lon, level, lat, lon)
}
