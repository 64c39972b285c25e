package mapdraw

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// overlays writes the overlays below or above the labels.
func (s *svgMap) overlays(aboveLabels bool) error {
	id, title := "overlays", "Trips"
	if aboveLabels {
		id, title = "marks", "Marks"
	}
	s.open(id, title, "")
	o := &svgOverlays{svg: s.svg, theme: &s.Theme, view: s.view, frame: s.frame}
	for _, one := range s.Overlays {
		top, ok := one.(Topmost)
		if (ok && top.AboveLabels()) != aboveLabels {
			continue
		}
		if !o.draw(one) {
			if err := s.embed(one); err != nil {
				return err
			}
		}
	}
	s.end()
	return s.ctx.Err()
}

// svgOverlays writes overlays as paths, in the sizes and colours in which their
// Draw paints them.
type svgOverlays struct {
	svg
	theme  *style.Theme
	view   view.Viewport
	frame  raster.Box
	canvas Canvas // for projecting; nothing is painted on it
}

// draw writes an overlay; false if it is of a kind that it does not know.
func (o *svgOverlays) draw(one Overlay) bool {
	switch one := one.(type) {
	case *borderSheet:
		o.borders(one)
	case Highlight:
		o.stroke(paint{stroke: halved(o.theme.Overlay.Halo), width: highlightWidth * o.scale}, one.Line)
	case Route:
		o.route(one)
	case RawTrace:
		o.raw(one)
	case Measure:
		o.measure(one)
	case Selection:
		o.selection(one.Points)
	case Warnings:
		o.warnings(one.Points)
	case Faults:
		o.faults(one)
	default:
		return false
	}
	return true
}

// marks returns the places of marks in the picture.
func (o *svgOverlays) marks(points []geo.Point, spacing float64) []raster.Vec {
	return spaced(o.canvas.project(points, o.view), spacing*o.scale, o.view)
}

// stroke writes lines in one path.
func (o *svgOverlays) stroke(look paint, lines ...[]geo.Point) {
	var path svgPath
	for _, line := range lines {
		path.line(o.canvas.trace(line, o.view), o.frame)
	}
	o.path(&path, look)
}

func (o *svgOverlays) raw(t RawTrace) {
	c, s := &o.theme.Overlay, o.scale
	o.stroke(paint{stroke: c.RawLine, width: rawWidth * s}, t.Points)
	if t.HasSelected && t.Selected >= 0 && t.Selected < len(t.Points) {
		o.selection(t.Points[t.Selected : t.Selected+1])
	}
	dots := o.marks(t.Points, rawSpacing)
	for _, at := range dots {
		o.disc(at, (rawRadius+rawRim)*s, c.RawRim)
	}
	for _, at := range dots {
		o.disc(at, rawRadius*s, c.RawDot)
	}
}

func (o *svgOverlays) route(r Route) {
	c, s := &o.theme.Overlay, o.scale
	var all, onRoad, offRoad, sure, inferred [][]geo.Point
	for _, leg := range r.Legs {
		all = append(all, leg.Line)
		if leg.OffRoad {
			offRoad = append(offRoad, leg.Line)
			continue
		}
		onRoad = append(onRoad, leg.Line)
		leg.stretches(func(line []geo.Point, guessed bool) {
			if guessed {
				inferred = append(inferred, line)
			} else {
				sure = append(sure, line)
			}
		})
	}
	if r.Selected {
		o.stroke(paint{stroke: c.Halo, width: (routeWidth + 2*routeCasing + 2*routeHalo) * s}, all...)
	}
	o.stroke(paint{stroke: c.Casing, width: (routeWidth + 2*routeCasing) * s}, onRoad...)
	o.stroke(paint{stroke: c.Inferred, width: routeWidth * s, dash: []float64{inferredOn * s, inferredOff * s}, butt: true}, inferred...)
	o.stroke(paint{stroke: c.Route, width: routeWidth * s}, sure...)
	// A dash of no length with round ends is a dot; 0 itself some programs skip.
	dots := []float64{0.01, offRoadGap * s}
	o.stroke(paint{stroke: c.Casing, width: (offRoadDot + 2) * s, dash: dots}, offRoad...)
	o.stroke(paint{stroke: c.OffRoad, width: offRoadDot * s, dash: dots}, offRoad...)
}

func (o *svgOverlays) measure(m Measure) {
	if len(m.Points) == 0 {
		return
	}
	s, line := o.scale, m.line()
	if m.Closed {
		var area svgPath
		area.ring(raster.ClipRing(o.canvas.project(line, o.view), o.frame))
		o.path(&area, paint{fill: tinted(m.Ink)})
	}
	o.stroke(paint{stroke: m.Casing, width: (measureWidth + 2*measureCasing) * s}, line)
	if leg := m.nextLeg(); leg != nil {
		o.stroke(paint{stroke: m.Ink, width: measureWidth * s, dash: []float64{measureOn * s, measureOff * s}}, leg)
	}
	o.stroke(paint{stroke: m.Ink, width: measureWidth * s}, line)
	corners := o.canvas.project(m.Points, o.view)
	for _, at := range corners {
		o.disc(at, measureCorner*s, m.Ink)
	}
	for _, at := range corners {
		o.disc(at, (measureCorner-measureCasing)*s, m.Casing)
	}
}

func (o *svgOverlays) selection(points []geo.Point) {
	for _, at := range o.canvas.project(points, o.view) {
		o.printf("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" %s stroke-width=\"%s\"/>\n", number(at.X), number(at.Y),
			number(haloRadius*o.scale), colour("stroke", o.theme.Overlay.Halo), number(haloWidth*o.scale))
	}
}

func (o *svgOverlays) warnings(points []geo.Point) {
	c, s := &o.theme.Overlay, o.scale
	for _, at := range o.marks(points, warningSpace) {
		size := warningSize * s
		var triangle, mark svgPath
		triangle.ring([]raster.Vec{{X: at.X, Y: at.Y - size}, {X: at.X + size*0.95, Y: at.Y + size*0.7}, {X: at.X - size*0.95, Y: at.Y + size*0.7}})
		o.path(&triangle, paint{stroke: c.WarningRim, width: 4 * s})
		o.path(&triangle, paint{fill: c.Warning, stroke: c.Warning, width: 2 * s})
		mark.line([]raster.Vec{{X: at.X, Y: at.Y - size*0.4}, {X: at.X, Y: at.Y + size*0.1}}, o.frame)
		o.path(&mark, paint{stroke: c.WarningRim, width: 1.6 * s})
		o.disc(raster.Vec{X: at.X, Y: at.Y + size*0.45}, 0.9*s, c.WarningRim)
	}
}

func (o *svgOverlays) faults(f Faults) {
	c, s := &o.theme.Overlay, o.scale
	for _, b := range f.Framed {
		var frame svgPath
		frame.ring(faultFrame(b, o.view, s))
		o.path(&frame, paint{fill: o.theme.Borders.Fault})
		o.path(&frame, paint{stroke: c.Fault, width: faultLine * s, dash: []float64{faultOn * s, faultOff * s}, butt: true})
	}
	for _, at := range o.marks(f.Points, warningSpace) {
		o.disc(at, (faultRadius+1.4)*s, c.FaultRim)
		o.disc(at, faultRadius*s, c.Fault)
		arm := faultCross * s
		var cross svgPath
		cross.line([]raster.Vec{{X: at.X - arm, Y: at.Y - arm}, {X: at.X + arm, Y: at.Y + arm}}, o.frame)
		cross.line([]raster.Vec{{X: at.X - arm, Y: at.Y + arm}, {X: at.X + arm, Y: at.Y - arm}}, o.frame)
		o.path(&cross, paint{stroke: c.FaultRim, width: 1.8 * s})
	}
}

// embed writes an overlay that can only paint itself as pictures, one for each
// band of the map.
func (s *svgMap) embed(one Overlay) error {
	var m raster.Mask
	for top := 0; top < s.Height; top += view.TileSize {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		v := s.view.Band(top, min(top+view.TileSize, s.Height))
		// What it leaves of black and of white tells its colour and its alpha.
		onBlack, onWhite := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height)), image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		for _, ground := range []struct {
			dst *image.RGBA
			col color.Color
		}{{onBlack, color.Black}, {onWhite, color.White}} {
			draw.Draw(ground.dst, ground.dst.Rect, image.NewUniform(ground.col), image.Point{}, draw.Src)
			m.Reset(v.Width, v.Height)
			one.Draw(&Canvas{dst: ground.dst, mask: &m, theme: &s.Theme, scale: s.scale}, v)
		}
		seen := lift(onBlack, onWhite)
		if seen.Empty() {
			continue
		}
		var file bytes.Buffer
		if err := png.Encode(&file, onBlack.SubImage(seen)); err != nil {
			return err
		}
		s.printf("<image x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" xlink:href=\"data:image/png;base64,%s\"/>\n",
			seen.Min.X, top+seen.Min.Y, seen.Dx(), seen.Dy(), base64.StdEncoding.EncodeToString(file.Bytes()))
	}
	return nil
}

// lift gives onBlack the alpha that the difference to onWhite tells, and
// returns the box of what is not clear.
func lift(onBlack, onWhite *image.RGBA) (seen image.Rectangle) {
	for y := range onBlack.Rect.Dy() {
		for x := range onBlack.Rect.Dx() {
			i := onBlack.PixOffset(x, y)
			black, white := onBlack.Pix[i:i+4:i+4], onWhite.Pix[i:i+4:i+4]
			alpha := uint8(0)
			for j := range 3 {
				alpha = max(alpha, 255-(white[j]-min(black[j], white[j])))
			}
			for j := range 3 {
				black[j] = min(black[j], alpha)
			}
			black[3] = alpha
			if alpha != 0 {
				seen = seen.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return seen
}
