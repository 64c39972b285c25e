// SPDX-License-Identifier: MIT

package gis

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"roadsnap/engine/choropleth"
	"roadsnap/engine/layer"
	"roadsnap/ui/mapdraw/export"
)

// Style says how a layer is drawn.
type Style struct {
	Hidden  bool              `json:"hidden,omitempty"`
	Colour  int               `json:"colour"`           // of Palette, without a column
	Column  string            `json:"column,omitempty"` // whose values give the colours
	Method  choropleth.Method `json:"method,omitempty"`
	Classes int               `json:"classes,omitempty"`
	Ramp    string            `json:"ramp,omitempty"`
	Label   string            `json:"label,omitempty"` // the column whose texts are written on the map
	Opacity float64           `json:"opacity"`
	Size    float64           `json:"size"`
	Hollow  bool              `json:"hollow,omitempty"` // areas are drawn as outlines
}

// Palette holds the colours of layers and of categories, which people who do not distinguish red
// from green can tell apart (Okabe and Ito, "Color universal design", 2008).
var Palette = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0xf0, 0xe4, 0x42, 0xff},
}

// other is the colour of further categories, and nothing that of rows without a value.
var (
	other   = color.NRGBA{0x77, 0x77, 0x77, 0xff}
	nothing = color.NRGBA{0xd9, 0xd9, 0xd9, 0xff}
)

// defaultClasses is the number of classes at first.
const defaultClasses = 5

// Key explains a colour.
type Key struct {
	Colour color.NRGBA
	Text   string
}

// painted is a style applied to data.
type painted struct {
	classes []int8
	colours []color.NRGBA
	keys    []Key
}

// paint applies a style to data. noData is the text of rows without a value, and others that of
// further categories.
func paint(d *Data, s Style, language choropleth.Language, others string) (p painted) {
	at := d.Column(s.Column)
	if at < 0 {
		return painted{colours: []color.NRGBA{Palette[s.Colour%len(Palette)]}}
	}
	c := &d.Columns[at]
	p.classes = make([]int8, d.Len())
	if c.Kind != layer.Number {
		return p.categories(c, others, language.NoData())
	}
	classes, err := choropleth.Classify(c.Numbers, max(s.Classes, 1), s.Method, true)
	if err != nil { // there is no value
		for i := range p.classes {
			p.classes[i] = 0
		}
		p.colours, p.keys = []color.NRGBA{nothing}, []Key{{nothing, language.NoData()}}
		return p
	}
	ramp, ok := choropleth.RampByName(s.Ramp)
	if !ok {
		ramp = choropleth.Ramps()[0]
	}
	p.colours = append(ramp.Colours(classes.Len()), nothing)
	for i, label := range classes.Labels(language) {
		p.keys = append(p.keys, Key{p.colours[i], label})
	}
	missing := false
	for i, x := range c.Numbers {
		if n := classes.Of(x); n >= 0 && !math.IsNaN(x) {
			p.classes[i] = int8(n)
		} else {
			p.classes[i], missing = int8(classes.Len()), true
		}
	}
	if missing {
		p.keys = append(p.keys, Key{nothing, language.NoData()})
	}
	return p
}

// categories gives the most frequent values colours of their own.
func (p painted) categories(c *layer.Column, others, noData string) painted {
	counts := map[string]int{}
	for _, text := range c.Texts {
		counts[text]++
	}
	_, missing := counts[""]
	delete(counts, "")
	values := make([]string, 0, len(counts))
	for v := range counts {
		values = append(values, v)
	}
	slices.SortFunc(values, func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	of := map[string]int8{}
	for i, v := range values[:min(len(values), len(Palette))] {
		of[v] = int8(i)
		p.colours, p.keys = append(p.colours, Palette[i]), append(p.keys, Key{Palette[i], v})
	}
	last := int8(len(p.colours))
	p.colours = append(p.colours, other, nothing)
	if len(values) > len(Palette) {
		p.keys = append(p.keys, Key{other, others})
	}
	if missing {
		p.keys = append(p.keys, Key{nothing, noData})
	}
	for i, text := range c.Texts {
		switch class, ok := of[text]; {
		case ok:
			p.classes[i] = class
		case text == "":
			p.classes[i] = last + 1
		default:
			p.classes[i] = last
		}
	}
	return p
}

// Legend explains the colours of the visible layers, for a picture.
func (m *Model) Legend() (rows []export.LegendColour) {
	for _, i := range m.state.Items {
		if i.Style.Hidden || i.Data == nil {
			continue
		}
		keys := i.Keys()
		if len(keys) == 0 {
			keys = []Key{i.Colour()}
		} else {
			rows = append(rows, export.LegendColour{Text: i.Title(), Heading: true})
		}
		for _, k := range keys {
			k.Colour.A = uint8(255 * i.Style.Opacity) // as on the map
			rows = append(rows, export.LegendColour{Colour: k.Colour, Text: k.Text})
		}
	}
	return rows
}
