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

// selection is the units that are drawn filled and with a halo: none, one, or all
// wards of a country. Its picture is drawn between the frames, as that of the
// borders is, so that dragging the map moves it and draws nothing.
type selection struct {
	codes  []string // never changed in place
	number int      // how often other codes came: another number, other ones
	units  *selectedUnits
	layer  *selectionLayer
}

// outlinesWish says which outlines are wanted of the selected units.
type outlinesWish struct {
	number int
	level  boundary.Level
	box    view.Box // units outside it are left out
}

// selectedUnits are the outlines of units. They are immutable.
type selectedUnits struct {
	wish     outlinesWish
	outlines map[string]*unitOutline
}

// selectionLayer is a picture of selected units: a borderLayer cut off round them.
type selectionLayer struct {
	borderLayer
	whole layerWish // as it was wished for, before it was cut off
	units *selectedUnits
}

// Select fills units and puts a halo round each; none leaves none selected. None
// may lie in another. It reports whether other ones are selected now.
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

// due returns what is to be done for the selected units, nil for nothing. The lock
// of b is held.
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

// read reads the outlines of units, without those that old has.
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

// haloShare is which share of a ring's breadth its halo may take where several
// units are selected, so that small wards do not drown in their halos; leastHalo is the
// least share of the full width, leastCore the least width in logical pixels.
const (
	haloShare = 0.15
	leastHalo = 0.1
	leastCore = 0.45
)

// haloOf returns how wide the halo of a ring and the line in its middle are; world is
// the world's side. All are in logical pixels.
func haloOf(l *style.Border, ring view.Box, world float64, several bool) (halo, core float64) {
	if !several {
		return l.HaloWidth, l.CoreWidth
	}
	breadth := min(ring.X1-ring.X0, ring.Y1-ring.Y0) * world
	share := max(min(haloShare*breadth/l.HaloWidth, 1), leastHalo)
	return l.HaloWidth * share, max(l.CoreWidth*share, leastCore)
}

// draw draws the picture that picture wishes for, cut off round the units.
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

// extent returns the pixels that the outlines lie in, with a margin.
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
