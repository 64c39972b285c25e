// SPDX-License-Identifier: MIT

package style

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image/color"
	"io"

	"roadsnap/engine/basemap"
	"roadsnap/engine/coast"
)

// Err is wrapped by the errors of Parse.
var Err = errors.New("map style is not valid")

// Style is the look of the map in light and dark mode.
type Style struct{ Light, Dark Theme }

// Theme is one look of the map. It is immutable.
type Theme struct {
	// Background is the colour of empty land.
	Background color.RGBA

	Ground  Ground
	Areas   []Area // in drawing order
	Lines   []Line // in drawing order, under the roads
	Roads   []Road // in drawing order, the most important road last
	Places  []Place
	Sites   map[basemap.Kind]*Site
	Shields []Shield // by prefix of the number; the last takes all others
	Overlay Overlay
	Ramps   [numRamps][]color.RGBA // by Ramp, then by class
	Borders Border

	MaxWidth float64 // of any stroke (logical pixels at the closest zoom)
}

// Area is the style of the areas of a kind.
type Area struct {
	Kind    basemap.Kind
	MinZoom float64
	Fill    color.RGBA
	Outline color.RGBA // none if transparent
	Name    Name
}

// Line is the style of the lines of a kind that is not a road.
type Line struct {
	Kind    basemap.Kind
	MinZoom float64
	Fill    color.RGBA
	Width   Stops
	Dash    []float64 // lengths on and off (logical pixels); none: unbroken
	Ties    float64   // distance of a railway's ties (logical pixels), 0 for none
	Above   bool      // above the roads on the ground
	Name    Name
}

// Name is the style of the names of areas, or of lines that are not roads.
type Name struct {
	Text
	MinZoom float64 // 0 for never
}

// Road is the style of the roads of a class.
type Road struct {
	Kind         basemap.Kind
	MinZoom      float64
	Fill, Casing color.RGBA
	Tunnel       color.RGBA
	Bridge       color.RGBA // casing of bridges
	Width        Stops      // of fill and casing together
	Edge         Stops      // of the casing on each side
	Dash         []float64
	Link         float64 // width of ramps, as a share of Width
	Name         Text
	NameZoom     float64 // from which the name is written; 0 for never
	ShieldZoom   float64 // from which the number is shown; 0 for never
}

// Place is the style of the names of places of a kind, or of house numbers.
type Place struct {
	Kind             basemap.Kind
	MinZoom, MaxZoom float64
	Priority         int // of two labels that collide, the one with the lower value is written
	Text             Text
	Upper            bool
}

// Text is the style of a text.
type Text struct {
	Size       Stops
	Fill, Halo color.RGBA
	HaloWidth  float64 // logical pixels
	Face       Face
	Spacing    float64 // between letters, in ems
}

// Overlay has the colours of traces and marks.
type Overlay struct {
	RawLine, RawDot, RawRim   color.RGBA
	Route, Inferred, Casing   color.RGBA
	OffRoad                   color.RGBA
	Halo, Warning, WarningRim color.RGBA
	Fault, FaultRim           color.RGBA
	Arrow, ArrowRim           color.RGBA // of the direction of travel
	Unknown                   color.RGBA // parts of a route without a value
}

// WithRoute returns the theme with another colour of routes; the zero colour changes nothing.
func (t Theme) WithRoute(c color.RGBA) Theme {
	if c != (color.RGBA{}) {
		t.Overlay.Route, t.Overlay.Inferred = c, c
	}
	return t
}

// Road returns the style of roads of kind k.
func (t *Theme) Road(k basemap.Kind) (*Road, bool) {
	for i := range t.Roads {
		if t.Roads[i].Kind == k {
			return &t.Roads[i], true
		}
	}
	return nil, false
}

// Line returns the style of a kind of line that is not a road.
func (t *Theme) Line(k basemap.Kind) (s *Line, ok bool) {
	for i := range t.Lines {
		if t.Lines[i].Kind == k {
			return &t.Lines[i], true
		}
	}
	return nil, false
}

// styleFile is the style file. Colours are named and looked up in the palette of
// a theme, so that light and dark differ only in their palettes.
type styleFile struct {
	Palettes struct {
		Light map[string]hexColor `json:"light"`
		Dark  map[string]hexColor `json:"dark"`
	} `json:"palettes"`
	Background string              `json:"background"`
	Ground     groundFile          `json:"ground"`
	Areas      []areaFile          `json:"areas"`
	Lines      []lineFile          `json:"lines"`
	Roads      []roadFile          `json:"roads"`
	Places     []placeFile         `json:"places"`
	Sites      siteFile            `json:"sites"`
	Shields    shieldFile          `json:"shields"`
	Overlays   map[string]string   `json:"overlays"` // names of colours
	Ramps      map[string][]string `json:"ramps"`    // names of colours
	Borders    borderFile          `json:"borders"`
}

type areaFile struct {
	Kind     string    `json:"kind"`
	MinZoom  float64   `json:"min_zoom"`
	Fill     string    `json:"fill"`
	Outline  string    `json:"outline"`
	Name     *textFile `json:"name"`
	NameZoom float64   `json:"name_zoom"`
}

type lineFile struct {
	Kind    string    `json:"kind"`
	MinZoom float64   `json:"min_zoom"`
	Fill    string    `json:"fill"`
	Width   Stops     `json:"width"`
	Dash    []float64 `json:"dash"`
	Ties    float64   `json:"ties"`
	Above   bool      `json:"above_roads"`

	Name     *textFile `json:"name"`
	NameZoom float64   `json:"name_zoom"`
}

type roadFile struct {
	Kind       string    `json:"kind"`
	MinZoom    float64   `json:"min_zoom"`
	Fill       string    `json:"fill"`
	Casing     string    `json:"casing"`
	Tunnel     string    `json:"tunnel"`
	Bridge     string    `json:"bridge"`
	Width      Stops     `json:"width"`
	Edge       Stops     `json:"edge"`
	Dash       []float64 `json:"dash"`
	Link       float64   `json:"link"`
	Name       *textFile `json:"name"`
	NameZoom   float64   `json:"name_zoom"`
	ShieldZoom float64   `json:"shield_zoom"`
}

type placeFile struct {
	Kind     string   `json:"kind"`
	MinZoom  float64  `json:"min_zoom"`
	MaxZoom  float64  `json:"max_zoom"`
	Priority int      `json:"priority"`
	Text     textFile `json:"text"`
	Upper    bool     `json:"upper"`
}

type textFile struct {
	Size      Stops   `json:"size"`
	Fill      string  `json:"fill"`
	Halo      string  `json:"halo"`
	HaloWidth float64 `json:"halo_width"`
	Face      string  `json:"face"`
	Spacing   float64 `json:"spacing"`
}

// Parse reads a style file, such as assets/style/map.json. Its errors wrap Err,
// name the place in the file, and report all faults together.
func Parse(data []byte) (Style, error) {
	var file styleFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return Style{}, fmt.Errorf("%w: %w", Err, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Style{}, fmt.Errorf("%w: extra data after its end", Err)
	}
	light := themeBuilder{file: &file, name: "light", palette: file.Palettes.Light}
	dark := themeBuilder{file: &file, name: "dark", palette: file.Palettes.Dark}
	style := Style{Light: light.theme(), Dark: dark.theme()}
	if faults := errors.Join(append(light.faults, dark.faults...)...); faults != nil {
		return Style{}, fmt.Errorf("%w: %w", Err, faults)
	}
	return style, nil
}

// hexColor is a colour as #rrggbb or #rrggbbaa.
type hexColor color.RGBA

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *hexColor) UnmarshalText(text []byte) error {
	v := [4]uint8{3: 255}
	if (len(text) != 7 && len(text) != 9) || text[0] != '#' {
		return fmt.Errorf("%q is not a colour: want #rrggbb or #rrggbbaa", text)
	}
	if _, err := hex.Decode(v[:], text[1:]); err != nil {
		return fmt.Errorf("%q is not a colour: %w", text, err)
	}
	// image/color uses premultiplied alpha.
	mul := func(u uint8) uint8 { return uint8((uint32(u)*uint32(v[3]) + 127) / 255) }
	*c = hexColor{R: mul(v[0]), G: mul(v[1]), B: mul(v[2]), A: v[3]}
	return nil
}

// Stops are values at zoom levels, in ascending order of zoom.
type Stops []stop

type stop struct{ zoom, value float64 }

// UnmarshalJSON reads a list of pairs of zoom and value, or one number for all
// zooms.
func (s *Stops) UnmarshalJSON(data []byte) error {
	var one float64
	if json.Unmarshal(data, &one) == nil {
		*s = Stops{{0, one}}
		return nil
	}
	var pairs [][2]float64
	if err := json.Unmarshal(data, &pairs); err != nil {
		return fmt.Errorf("want a number or a list of [zoom, value]: %w", err)
	}
	*s = make(Stops, len(pairs))
	for i, p := range pairs {
		if i > 0 && p[0] < pairs[i-1][0] {
			return fmt.Errorf("zooms %v are not in ascending order", pairs)
		}
		(*s)[i] = stop{p[0], p[1]}
	}
	return nil
}

// Ground holds the colours of the ground other than Theme.Background.
type Ground struct{ Sea, Abroad color.RGBA }

type groundFile struct {
	Sea    string `json:"sea"`
	Abroad string `json:"abroad"`
}

// GroundColour returns the colour of a kind of ground.
func (t *Theme) GroundColour(k coast.Kind) color.RGBA {
	switch k {
	case coast.Sea, coast.Wet:
		return t.Ground.Sea
	case coast.Abroad:
		return t.Ground.Abroad
	default:
		return t.Background
	}
}
