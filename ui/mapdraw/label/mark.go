// SPDX-License-Identifier: MIT

package label

import (
	"image"
	"math"
	"strings"

	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/text"
)

// Sizes of marks (logical pixels).
const (
	markGap    = 2.5 // between an icon and the name under it
	markRadius = 0.3 // of the plate's corners, as a share of its side
	markFrame  = 1.0
	markAir    = 2 // free space around a mark
	// repeatMark is the least distance between two marks with the same name, such as
	// the buildings of one school.
	repeatMark = 150
)

// mark adds the icon of a point of interest at p, with its name from the zoom of its
// style on.
func (l *Gatherer) mark(f basemap.Feature, p raster.Vec) {
	s := l.theme.Sites[f.Kind]
	if l.types == nil || s == nil || l.zoom < s.MinZoom || !inTile(p) {
		return
	}
	lb := Label{Kind: Mark, Style: &s.Text}
	if hasName(f) && l.zoom >= s.NameZoom {
		lb = l.level(Wrap(strings.Clone(norm.NFC.String(f.Name))), &s.Text)
		lb.Kind = Mark
	}
	lb.Site, lb.Side = s, math.Round(s.Size.At(l.zoom)*l.scale)
	lb.At, lb.priority = l.toWorld(p), s.Priority
	l.labels = append(l.labels, lb)
}

// number adds a house number at p.
func (l *Gatherer) number(f basemap.Feature, p raster.Vec, s *style.Place) {
	lb := l.level(strings.Clone(f.Name), &s.Text)
	lb.Kind, lb.At, lb.priority = Mark, l.toWorld(p), s.Priority
	l.labels = append(l.labels, lb)
}

// markAlternatives returns the number of places of a label without a course: 2 for a
// mark that can leave out its name.
func (lb *Label) markAlternatives() int {
	if lb.Kind == Mark && lb.Site != nil && lb.Text != "" {
		return 2
	}
	return 1
}

// iconOnly returns a mark without its name.
func (lb *Label) iconOnly() *Label {
	out := *lb
	out.Text, out.Width, out.rows = "", 0, text.Rows{}
	return &out
}

func (lb *Label) markRepeat() float64 {
	if lb.Site == nil || lb.Text == "" {
		return 0
	}
	return repeatMark
}

// markBoxes returns the boxes of the icon and of the text.
func (lb *Label) markBoxes(scale float64) (boxes []raster.Box) {
	if lb.Site != nil {
		boxes = append(boxes, raster.Around(0, 0, lb.Side/2, lb.Side/2).Grow(markAir*scale))
	}
	if lb.Text != "" {
		r, down := lb.lie(), lb.textBelow(scale)
		boxes = append(boxes, raster.Box{
			X0: -lb.Width / 2, Y0: down + r.Top*lb.Size, X1: lb.Width / 2, Y1: down + r.Bottom*lb.Size,
		}.Grow(markAir*scale))
	}
	return boxes
}

// textBelow returns the distance of the text's middle from the point (device pixels).
func (lb *Label) textBelow(scale float64) float64 {
	if lb.Site == nil {
		return 0
	}
	return math.Round(lb.Side/2 + markGap*scale - lb.lie().Top*lb.Size)
}

// mark moves the letters of a mark under its icon and adds the icon's plate.
func (l *Layouter) mark(lb *Label, t *text.Writing, scale float64) {
	if lb.Site == nil {
		return
	}
	down := lb.textBelow(scale)
	for i := range t.Letters {
		t.Letters[i].Y += down
	}
	if lb.Text == "" {
		t.Letters = nil
	}
	t.Plate = plateOf(lb.Site, lb.Side, markFrame*scale)
}

// Icon returns the picture of a kind's icon, with a side in pixels.
func Icon(s *style.Site, side float64) image.Image {
	var k text.Inker
	return k.Sprite(Symbol(s, side)).Pix
}

// Symbol returns a kind's icon without a name, with a side in pixels, around its position.
func Symbol(s *style.Site, side float64) text.Writing {
	return text.Writing{Style: &s.Text, Plate: plateOf(s, side, markFrame*side/16)}
}

// plateOf returns the plate of an icon. frame is the width of its border (pixels).
func plateOf(s *style.Site, side, frame float64) *text.Plate {
	radius := markRadius * side
	return &text.Plate{
		Width: side, Height: side, Fill: s.Plate, Frame: s.Border, FrameWidth: frame,
		Radius: radius, Inner: radius - frame, Icon: s.Icon, Ink: s.Ink,
	}
}
