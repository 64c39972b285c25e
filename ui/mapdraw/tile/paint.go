// SPDX-License-Identifier: MIT

package tile

import (
	"errors"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// line is a line of a tile. Its shape is a slice of the painter's points (pixels
// of the tile).
type line struct {
	kind  basemap.Kind
	flags basemap.Flags
	level int8
	shape []raster.Vec
}

// layer is the layer of a road: underground, on the ground, or on a bridge.
type layer int8

const (
	underground layer = -1
	ground      layer = 0
)

// layer returns the layer of l. Bridges are 1 or more, and higher ones are drawn
// later.
func (l *line) layer() layer {
	switch {
	case l.flags.Has(basemap.Tunnel):
		return underground
	case l.flags.Has(basemap.Bridge):
		return layer(max(l.level, 1))
	default:
		return ground
	}
}

// Painter draws tiles one after another and reuses its memory.
type Painter struct {
	Theme   *style.Theme
	Picture raster.Picture // of the tile
	sink    raster.Sink    // destination of shapes: the picture, or another sink

	Side  int // of the picture (pixels), view.TileSize except in tests
	zoom  float64
	scale float64 // device pixels in a logical pixel
	proj  view.Projector
	Fresh func() *image.RGBA // returns a picture to draw into

	points raster.Arena
	areas  map[basemap.Kind][][][]raster.Vec // rings of each area
	lines  map[basemap.Kind][]line
	levels []layer // of the bridges in the tile, ascending
	ground groundPainter
	group  string // layer group with one layer for each kind of road; "" for none
	pair   [2]raster.Vec
	drawn  bool // anything except ground of one colour
	labels label.Gatherer
}

// NewPainter returns a Painter; without fonts its tiles have no labels.
func NewPainter(theme *style.Theme, fonts *style.Fonts) *Painter {
	p := &Painter{
		Theme: theme, Side: view.TileSize,
		areas: map[basemap.Kind][][][]raster.Vec{}, lines: map[basemap.Kind][]line{},
		labels: label.NewGatherer(theme, fonts),
	}
	p.sink = &p.Picture
	p.Fresh = func() *image.RGBA { return image.NewRGBA(image.Rect(0, 0, p.Side, p.Side)) }
	return p
}

// Paint draws the tile key of src. It gives up and returns nil when stop returns
// true. If the source cannot be read, the tile shows the background. If only the
// ground cannot be read, the features are still drawn.
func (p *Painter) Paint(src Source, key view.Tile, stop func() bool) (*Tile, error) {
	corner := raster.Vec{X: float64(key.X) * view.TileSize, Y: float64(key.Y) * view.TileSize}
	p.begin(corner, key.WorldSize(), key.Zoom(), key.Density.Scale(), int(key.X+key.Y)%2)
	unknown := p.GatherGround(src, func(margin float64) geo.FixedBounds { return key.Box(p.Side, margin) })
	if unknown != nil {
		p.ground.reset() // a partly read ground would be wrong
	}
	err := src.Visit(view.DataZoom(p.zoom), key.Box(p.Side, p.margin()), func(f basemap.Feature) bool {
		p.Gather(f)
		return !stop()
	})
	if err != nil {
		return &Tile{Key: key, Ground: p.Theme.Background}, errors.Join(unknown, err)
	}
	if stop() {
		return nil, nil
	}
	t := &Tile{Key: key, Labels: p.labels.Finish()}
	if stop() {
		return nil, nil
	}
	p.Draw(stop)
	if stop() {
		return nil, nil
	}
	t.Ground = p.ground.even
	if p.drawn {
		t.Picture, p.Picture.Dst = p.Picture.Dst, nil
	}
	return t, unknown
}

// begin prepares for a square whose corner is a pixel of a world that is size
// pixels wide. turn is the turn of the labels.
func (p *Painter) begin(corner raster.Vec, size, zoom, scale float64, turn int) {
	p.zoom, p.scale = zoom, scale
	p.proj = view.NewProjector(size, corner.X, corner.Y)
	p.Picture.Reset(p.Side, p.Side)
	p.points.Reset()
	for k := range p.areas {
		p.areas[k] = p.areas[k][:0]
	}
	for k := range p.lines {
		p.lines[k] = p.lines[k][:0]
	}
	p.levels = p.levels[:0]
	p.ground.reset()
	p.drawn = false
	p.labels.Begin(corner, size, zoom, scale, turn)
}

// Aim moves the painter to a square of a picture of v, whose corner is the pixel
// (left, top) of the picture. It returns the distance from which features reach
// into the square (pixels).
func (p *Painter) Aim(v view.Viewport, left, top int) (margin float64) {
	ox, oy := v.Origin()
	p.begin(raster.Vec{X: ox + float64(left), Y: oy + float64(top)}, v.WorldSize(), v.Zoom, v.Scale, 0)
	return p.margin()
}

// margin returns the distance from which features reach into a square (pixels).
func (p *Painter) margin() float64 { return p.Theme.MaxWidth*p.scale + 1 }

// Names returns the label candidates of the square.
func (p *Painter) Names() label.Set { return p.labels.Finish() }

// DrawInto draws the gathered features into a sink.
func (p *Painter) DrawInto(sink raster.Sink, stop func() bool) {
	p.sink = sink
	p.drawAllGround()
	p.drawFeatures(stop)
}

// Gather copies the parts of f that the tile shows. Only Gather reads the source;
// later steps use the copies.
func (p *Painter) Gather(f basemap.Feature) {
	switch {
	case f.Kind.IsArea():
		p.gatherArea(f)
	case f.Kind.IsPoint():
		if part := f.Part(0); len(part) > 0 {
			x, y := p.proj.Fixed(part[0])
			p.labels.Point(f, raster.Vec{X: x, Y: y})
		}
	case f.Kind.IsLine():
		shape := p.project(f.Part(0))
		if len(shape) < 2 {
			return
		}
		l := line{kind: f.Kind, flags: f.Flags, level: f.Level, shape: shape}
		p.lines[f.Kind] = append(p.lines[f.Kind], l)
		if s := l.layer(); s > ground && !slices.Contains(p.levels, s) {
			p.levels = append(p.levels, s)
		}
		if f.Name != "" || f.Ref != "" {
			p.labels.Line(f, shape)
		}
	}
}

func (p *Painter) gatherArea(f basemap.Feature) {
	rings := make([][]raster.Vec, 0, f.NumParts())
	for i := range f.NumParts() {
		if ring := p.project(f.Part(i)); len(ring) >= 3 {
			rings = append(rings, ring)
		}
	}
	p.areas[f.Kind] = append(p.areas[f.Kind], rings)
	p.labels.Area(f, rings)
}

// leastStep is the distance below which vertices are left out (pixels). It
// changes no pixel by more than a few per cent.
const leastStep = 0.3

// project converts part to pixels of the tile. It leaves out a vertex too near
// the one before it, except the first and the last.
func (p *Painter) project(part []geo.Fixed) []raster.Vec {
	shape := p.points.Take(len(part))
	for i, f := range part {
		x, y := p.proj.Fixed(f)
		if n := len(shape); n > 0 && i < len(part)-1 {
			if q := shape[n-1]; math.Abs(x-q.X) < leastStep && math.Abs(y-q.Y) < leastStep {
				continue
			}
		}
		shape = append(shape, raster.Vec{X: x, Y: y})
	}
	return shape
}

// Draw paints the tile.
func (p *Painter) Draw(stop func() bool) {
	if p.Picture.Dst == nil {
		p.Picture.Dst = p.Fresh()
	}
	p.drawGround()
	p.drawn = p.ground.painted
	p.layGround()
	p.drawFeatures(stop)
}

// drawFeatures draws the features on the ground into the sink.
func (p *Painter) drawFeatures(stop func() bool) {
	for i := range p.Theme.Areas {
		p.drawAreas(&p.Theme.Areas[i])
	}
	if stop() {
		return
	}
	p.sink.Layer("waterways", "")
	for i := range p.Theme.Lines {
		if s := &p.Theme.Lines[i]; !s.Above {
			p.drawLines(s, underground, ground)
		}
	}
	p.sink.Layer("tunnels", "")
	p.drawRoads(underground, casingPass)
	p.drawRoads(underground, fillPass)
	if stop() {
		return
	}
	p.drawLayer(ground, "roads", "railways")
	slices.Sort(p.levels)
	for _, level := range p.levels {
		suffix := strconv.Itoa(int(level))
		p.drawLayer(level, "bridges-"+suffix, "rail-bridges-"+suffix)
	}
}

// drawLayer draws the roads of a layer that is not underground, and the lines
// above them.
func (p *Painter) drawLayer(at layer, roads, lines string) {
	p.sink.Layer(roads, "casing")
	p.drawRoads(at, casingPass)
	p.group = roads
	p.drawRoads(at, fillPass)
	p.group = ""
	p.sink.Layer(roads, "arrows")
	p.drawArrows(at)
	p.sink.Layer(lines, "")
	for i := range p.Theme.Lines {
		if s := &p.Theme.Lines[i]; s.Above {
			p.drawLines(s, at, at)
		}
	}
}

// paintShapes paints the shapes drawn so far in one colour.
func (p *Painter) paintShapes(c color.RGBA) {
	if !p.Picture.Empty() {
		p.drawn = true
	}
	p.sink.Paint(c)
}

func (p *Painter) drawAreas(s *style.Area) {
	if p.zoom < s.MinZoom {
		return
	}
	p.sink.Layer(s.Kind.String(), "")
	for _, rings := range p.areas[s.Kind] {
		p.sink.Fill(rings)
	}
	p.paintShapes(s.Fill)
	if s.Outline.A == 0 {
		return
	}
	for _, rings := range p.areas[s.Kind] {
		for _, ring := range rings {
			p.sink.Polyline(ring, p.scale, 0)
		}
	}
	p.paintShapes(s.Outline)
}

// drawLines draws the lines of a style that lie between two layers.
func (p *Painter) drawLines(s *style.Line, lowest, highest layer) {
	if p.zoom < s.MinZoom {
		return
	}
	width := s.Width.At(p.zoom) * p.scale
	for i := range p.lines[s.Kind] {
		l := &p.lines[s.Kind][i]
		if at := l.layer(); at < lowest || at > highest {
			continue
		}
		if len(s.Dash) == 2 {
			p.sink.DashesFrom(l.shape, 0, width, s.Dash[0]*p.scale, s.Dash[1]*p.scale, raster.ButtStart|raster.ButtEnd)
			continue
		}
		p.sink.Polyline(l.shape, width, 0)
		if s.Ties > 0 && p.zoom >= tieZoom {
			// A tie is drawn as a dash, short along the line and wide across it.
			p.sink.DashesFrom(l.shape, 0, width*3, max(width*0.6, p.scale), s.Ties*p.scale, raster.ButtStart|raster.ButtEnd)
		}
	}
	p.paintShapes(s.Fill)
}

// tieZoom is the zoom from which the ties of railways are drawn.
const tieZoom = 13
