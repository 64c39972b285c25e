// SPDX-License-Identifier: MIT

package style

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/raster"
)

// Site is the style of the points of interest of a kind: an icon on a plate, and the name
// under it.
type Site struct {
	Kind        basemap.Kind
	MinZoom     float64 // of the icon
	NameZoom    float64
	Priority    int   // as in Place
	Size        Stops // side of the plate (logical pixels)
	Icon        []Step
	Plate       color.RGBA
	Ink, Border color.RGBA // of the icon and of the plate's border
	Text        Text
}

// Step is a line or a curve to the last of its points, in the outline of a letter (ems)
// or of an icon (sides of its plate, from the middle of the plate).
type Step struct {
	Op  sfnt.SegmentOp
	Pts [3]raster.Vec
}

// iconGrid is the side of the grid on which icons are drawn in the style file.
const iconGrid = 16

// parseIcon reads an outline in the syntax of SVG paths, with the commands M, L, C and Z
// in absolute coordinates. The inside is by the non-zero rule.
func parseIcon(path string) ([]Step, error) {
	var steps []Step
	for rest := path; rest != ""; {
		op, count := sfnt.SegmentOpMoveTo, 1
		switch rest[0] {
		case 'M':
		case 'L':
			op = sfnt.SegmentOpLineTo
		case 'C':
			op, count = sfnt.SegmentOpCubeTo, 3
		case 'Z':
			rest = rest[1:]
			continue
		default:
			return nil, fmt.Errorf("%q is not M, L, C or Z", rest[0])
		}
		end := 1 + strings.IndexAny(rest[1:]+"Z", "MLCZ")
		numbers := strings.Fields(rest[1:end])
		if len(numbers) != 2*count {
			return nil, fmt.Errorf("%q has %d numbers, want %d", rest[:end], len(numbers), 2*count)
		}
		step := Step{Op: op}
		for i, text := range numbers {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || !(v >= 0 && v <= iconGrid) {
				return nil, fmt.Errorf("%q is not a number within 0…%d", text, iconGrid)
			}
			if v = v/iconGrid - 0.5; i%2 == 0 {
				step.Pts[i/2].X = v
			} else {
				step.Pts[i/2].Y = v
			}
		}
		if len(steps) == 0 && op != sfnt.SegmentOpMoveTo {
			return nil, fmt.Errorf("does not begin with M")
		}
		steps = append(steps, step)
		rest = rest[end:]
	}
	if len(steps) == 0 {
		return nil, fmt.Errorf("is empty")
	}
	return steps, nil
}

type siteFile struct {
	Size   Stops                    `json:"size"`
	Ink    string                   `json:"ink"`
	Frame  string                   `json:"frame"`
	Text   textFile                 `json:"text"`
	Groups map[string]siteGroupFile `json:"groups"`
	Icons  map[string]string        `json:"icons"`
	Kinds  []siteKindFile           `json:"kinds"`
}

type siteGroupFile struct {
	Fill string `json:"fill"`
	Text string `json:"text"`
}

type siteKindFile struct {
	Kind     string  `json:"kind"`
	Icon     string  `json:"icon"`
	Group    string  `json:"group"`
	MinZoom  float64 `json:"min_zoom"`
	NameZoom float64 `json:"name_zoom"`
	Priority int     `json:"priority"`
}

func (b *themeBuilder) sites(f siteFile) map[basemap.Kind]*Site {
	if len(f.Kinds) == 0 {
		return nil
	}
	all := map[basemap.Kind]*Site{}
	text, size := b.text("sites.text", f.Text), b.positive("sites.size", f.Size)
	ink, border := b.color("sites.ink", f.Ink), b.color("sites.frame", f.Frame)
	for i, k := range f.Kinds {
		place := fmt.Sprintf("sites.kinds[%d]", i)
		s := &Site{
			Kind: b.kind(place, k.Kind, basemap.Kind.IsPOI), MinZoom: k.MinZoom, NameZoom: k.NameZoom, Priority: k.Priority,
			Size: size, Ink: ink, Border: border, Text: text,
		}
		icon, err := parseIcon(f.Icons[k.Icon])
		if err != nil {
			b.fault("%s: icon %q: %w", place, k.Icon, err)
		}
		group, found := f.Groups[k.Group]
		if !found {
			b.fault("%s: no group %q", place, k.Group)
		}
		s.Icon, s.Plate, s.Text.Fill = icon, b.color(place+".fill", group.Fill), b.color(place+".text", group.Text)
		if all[s.Kind] != nil {
			b.fault("%s: kind %q occurs twice", place, k.Kind)
		}
		all[s.Kind] = s
	}
	return all
}
