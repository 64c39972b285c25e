// SPDX-License-Identifier: MIT

package style

import "image/color"

// Border is the style of administrative units. Borders are violet, as on most
// maps of such units, because no road, water or trip has that colour. Provinces
// differ from wards by width.
type Border struct {
	// Ward has a casing and no line at zooms at which roads are wide. The pale
	// band is used because dashes along the middle of a road look like its lane
	// markings.
	Ward, Province Stroke

	Hover, Selected, Fault color.RGBA // fill of the unit's area
	Halo, Core             color.RGBA // outline of the selected unit
	HaloWidth, CoreWidth   float64    // (logical pixels)

	Names [numNames]UnitName
}

// Stroke is a line with a casing; widths are in logical pixels. A line of width 0
// is not drawn.
type Stroke struct {
	Width, Casing        Stops // casing on each side
	Colour, CasingColour color.RGBA
	dash                 []float64 // lengths on and off
	dashZoom             float64   // zoom from which it is dashed, so that it does not look like a road
}

// DashAt returns the dash lengths of a line at a zoom, nil for an unbroken line.
func (s *Stroke) DashAt(zoom float64) []float64 {
	if zoom < s.dashZoom {
		return nil
	}
	return s.dash
}

// UnitName is the style of the names of one kind of unit.
type UnitName struct {
	minZoom, maxZoom float64
	Text             Text
}

// ShownAt reports whether the names are written at a zoom.
func (s *UnitName) ShownAt(zoom float64) bool { return zoom >= s.minZoom && zoom < s.maxZoom }

type borderFile struct {
	Ward      strokeFile `json:"ward"`
	Province  strokeFile `json:"province"`
	Hover     string     `json:"hover"`
	Selected  string     `json:"selected"`
	Fault     string     `json:"fault"`
	Halo      string     `json:"halo"`
	HaloWidth float64    `json:"halo_width"`
	Core      string     `json:"core"`
	CoreWidth float64    `json:"core_width"`
	// Names is indexed by NameKind.String.
	Names map[string]unitNameFile `json:"names"`
}

type strokeFile struct {
	Fill   string `json:"fill"`
	Width  Stops  `json:"width"`
	Casing string `json:"casing"`
	Edge   Stops  `json:"edge"`

	Dash     []float64 `json:"dash"`
	DashZoom float64   `json:"dash_zoom"`
}

type unitNameFile struct {
	MinZoom float64  `json:"min_zoom"`
	MaxZoom float64  `json:"max_zoom"`
	Text    textFile `json:"text"`
}

// NameKind is a kind of name with its own style.
type NameKind uint8

// The kinds of names of units and of the land and sea around the country.
const (
	Islands NameKind = iota
	Province
	Ward
	Sea
	Country
	numNames
)

// String returns the name of k in the style file.
func (k NameKind) String() string {
	return [numNames]string{"islands", "province", "ward", "sea", "country"}[k]
}
