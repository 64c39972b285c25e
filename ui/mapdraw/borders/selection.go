// SPDX-License-Identifier: MIT

package borders

import (
	"image"
	"math"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// selection holds the selected units, which are filled and have a halo: none,
// one, or all wards of a country. Like the borders, they are drawn on the
// goroutine of the Borders, so that dragging the map only moves a picture.
type selection struct {
	codes  []string // never changed in place
	number int      // incremented with each change of codes
	units  *selectedUnits
	layer  *selectionLayer
}

// outlinesWish selects outlines of the selected units to read.
type outlinesWish struct {
	number int
	level  boundary.Level
	box    view.Box // units outside it are left out
}

// selectedUnits holds the outlines of units. It is immutable.
type selectedUnits struct {
	wish     outlinesWish
	outlines map[string]*unitOutline
}

// selectionLayer is a picture of selected units: a borderLayer cropped to them.
type selectionLayer struct {
	borderLayer
	whole layerWish // the request before cropping
	units *selectedUnits
}

// Select fills units and draws a halo around each; without codes it clears the
// selection. No unit may lie in another. It reports whether the selection has
// changed.
func (b *Borders) Select(codes ...string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if slices.Equal(b.selected.codes, codes) {
		return false
	}
	b.selected.codes = slices.Clone(codes)
	b.selected.number++
	if len(codes) == 0 {
		b.selected.units, b.selected.layer = nil, nil
	}
	b.change.Broadcast()
	return true
}

// due returns the next piece of work for the selected units, nil for none. b.mu
// must be held.
func (s *selection) due(b *Borders, epoch int) func() {
	if len(s.codes) == 0 || b.wanted.tolerance == 0 {
		return nil
	}
	wish, codes, old := outlinesWish{s.number, b.wanted.level, b.wanted.box}, s.codes, s.units
	if old == nil || old.wish != wish {
		return func() {
			units := wish.read(b.source, codes, old)
			b.deliver(epoch, func() {
				if s.number == wish.number {
					s.units = units
				}
			})
		}
	}
	if picture := b.picture; s.layer == nil || s.layer.units != old || s.layer.whole != picture {
		return func() {
			layer := old.draw(picture, len(codes) > 1)
			b.deliver(epoch, func() {
				if len(s.codes) > 0 {
					s.layer = layer
				}
			})
		}
	}
	return nil
}

// read reads the outlines of units, and reuses those of old.
func (wish outlinesWish) read(source Source, codes []string, old *selectedUnits) *selectedUnits {
	out := &selectedUnits{wish, make(map[string]*unitOutline, len(codes))}
	for _, code := range codes {
		if old != nil && old.wish.level == wish.level {
			if o := old.outlines[code]; o != nil && (len(o.rings) > 0 || old.wish.box.Holds(wish.box)) {
				out.outlines[code] = o
				continue
			}
		}
		out.outlines[code] = readOutline(source, code, wish.level, wish.box)
	}
	return out
}

// haloShare is the share of a ring's breadth that its halo may take if several
// units are selected, so that halos do not cover small wards. leastHalo is the
// least share of the full width, and leastCore the least width (logical pixels).
const (
	haloShare = 0.15
	leastHalo = 0.1
	leastCore = 0.45
)

// haloOf returns the width of a ring's halo and of the line in its middle. world
// is the side of the world. All are in logical pixels.
func haloOf(l *style.Border, ring view.Box, world float64, several bool) (halo, core float64) {
	if !several {
		return l.HaloWidth, l.CoreWidth
	}
	breadth := min(ring.X1-ring.X0, ring.Y1-ring.Y0) * world
	share := max(min(haloShare*breadth/l.HaloWidth, 1), leastHalo)
	return l.HaloWidth * share, max(l.CoreWidth*share, leastCore)
}

// draw draws the requested picture, cropped to the units.
func (u *selectedUnits) draw(picture layerWish, several bool) *selectionLayer {
	look := &picture.theme.Borders
	size := view.WorldSize(picture.zoom, picture.density)
	margin := look.HaloWidth * picture.density
	out := &selectionLayer{whole: picture, units: u}
	out.wish = picture
	out.wish.at = u.extent(size, int(math.Ceil(margin))).Intersect(picture.at)
	at := out.wish.at
	out.pix = raster.Sparse{Width: at.Dx()}
	if at.Empty() {
		return out
	}
	sink := raster.Transparent{Picture: raster.Picture{Dst: image.NewRGBA(image.Rect(0, 0, at.Dx(), at.Dy()))}}
	sink.Reset(at.Dx(), at.Dy())
	var shown ringSet
	for _, o := range u.outlines {
		shown.add(o, out.wish.plane(at), margin)
	}
	sink.Fill(shown.rings)
	sink.Paint(look.Selected)
	shown.drawHalos(&sink, look, out.wish.plane(at), several)
	out.pix.Add(sink.Dst)
	return out
}

// extent returns the bounds of the outlines (pixels), with a margin.
func (u *selectedUnits) extent(size float64, margin int) image.Rectangle {
	all := view.NoBox
	for _, o := range u.outlines {
		for _, box := range o.boxes {
			all = all.With(view.World{X: box.X0, Y: box.Y0}).With(view.World{X: box.X1, Y: box.Y1})
		}
	}
	if all.X0 > all.X1 {
		return image.Rectangle{}
	}
	return image.Rect(
		int(math.Floor(all.X0*size)), int(math.Floor(all.Y0*size)),
		int(math.Ceil(all.X1*size)), int(math.Ceil(all.Y1*size)),
	).Inset(-margin)
}
