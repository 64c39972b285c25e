package style

import "image/color"

// Border is how administrative units look. Borders are violet, as on most
// maps of such units: no road, water or trip is. Provinces differ from wards by
// weight.
type Border struct {
	// Ward has a casing and no line at zooms at which roads are wide: a pale band,
	// because dashes along the middle of a road look like its lane markings.
	Ward, Province Stroke

	Hover, Selected, Fault color.RGBA // of the ground
	Halo, Core             color.RGBA // of the selected unit's outline
	HaloWidth, CoreWidth   float64    // in logical pixels

	Names [numNames]UnitName
}

// Stroke is a line with a casing; widths are in logical pixels. A line of width 0 is
// not drawn.
type Stroke struct {
	Width, Casing        Stops // of the casing on each side
	Colour, CasingColour color.RGBA
	dash                 []float64 // lengths on and off
	dashZoom             float64   // from which it is dashed, so that it is taken for no road
}

// DashAt returns the dashes of a line at a zoom, nil for an unbroken one.
func (s *Stroke) DashAt(zoom float64) []float64 {
	if zoom < s.dashZoom {
		return nil
	}
	return s.dash
}

// UnitName writes the names of units of a kind.
type UnitName struct {
	minZoom, maxZoom float64
	Text             Text
}

// ShownAt reports whether names of the kind are written at a zoom.
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
	// Names are by NameKind.String.
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

// NameKind tells how a name is set.
type NameKind uint8

// The kinds of names that belong to units and to what lies round the country.
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
