package mapdraw

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"

	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
)

// ExportSVG writes a picture as SVG: lines, areas and letters as paths,
// grouped by what they are, each group a layer for Inkscape. All features of
// the picture are held in memory at once. Overlays that have no shapes here are
// embedded as pictures.
func ExportSVG(ctx context.Context, w io.Writer, o ExportOptions) error {
	e, err := newExporter(ctx, o)
	if err != nil {
		return err
	}
	e.total = squares(e.Height) + 2
	if err := e.chooseNames(); err != nil {
		return fmt.Errorf("mapdraw: export: %w", err)
	}
	buffered := bufio.NewWriter(w)
	s := &svgMap{exporter: e, svg: svg{w: buffered, scale: e.view.Scale}}
	if err := s.write(); err != nil {
		return fmt.Errorf("mapdraw: export: %w", err)
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("mapdraw: export: %w", err)
	}
	return nil
}

// svgMap writes a picture as SVG.
type svgMap struct {
	*exporter
	svg
	painter  *tilePainter // with all features of the picture, and no names
	frame    raster.Box   // of the picture and a little more: what is cut to
	texts    int          // how many have a name of their own
	swatches int          // how many there are
}

// cutMargin is how far beyond the picture shapes are cut off, in logical pixels:
// more than half of the widest line, so that no cut end shows.
const cutMargin = 64.0

func (s *svgMap) write() error {
	if err := s.gatherAll(); err != nil {
		return err
	}
	s.step()
	s.frame = raster.Box{X0: 0, Y0: 0, X1: float64(s.Width), Y1: float64(s.Height)}.Grow(cutMargin * s.scale)
	s.begin(s.Width, s.Height, s.DotsPerInch, s.Licence)
	s.open("background", "Background", "")
	s.rect(raster.Box{X0: 0, Y0: 0, X1: float64(s.Width), Y1: float64(s.Height)}, 0, s.Theme.Background)
	s.end()
	s.ground()
	s.areas()
	s.lines("waterways", "Waterways and ferries", func(l *style.Line) bool { return !l.Above }, underground, ground)
	s.tunnels()
	s.storey(ground, "roads", "Roads")
	s.lines("railways", "Railways", func(l *style.Line) bool { return l.Above }, ground, ground)
	slices.Sort(s.painter.levels)
	for _, level := range s.painter.levels {
		s.storey(level, fmt.Sprintf("bridges-%d", level), fmt.Sprintf("Bridges %d", level))
		s.lines(fmt.Sprintf("rail-bridges-%d", level), fmt.Sprintf("Railway bridges %d", level),
			func(l *style.Line) bool { return l.Above }, level, level)
	}
	if err := s.overlays(false); err != nil {
		return err
	}
	s.names()
	if err := s.overlays(true); err != nil {
		return err
	}
	s.furniture()
	s.finish()
	s.step()
	return s.ctx.Err()
}

// gatherAll reads the features of the whole picture.
func (s *svgMap) gatherAll() error {
	s.painter = newTilePainter(&s.Theme, nil)
	s.painter.side = 1 // nothing is painted
	zoom, margin := s.aim(s.painter, 0, 0)
	if s.Source == nil {
		return nil
	}
	s.exporter.painter = s.painter
	if err := s.Source.Visit(zoom, s.view.BoxOf(0, 0, s.Width, s.Height, margin), s.take); err != nil {
		return err
	}
	err := s.painter.gatherGround(s.Source, func(margin float64) geo.Box {
		return s.view.BoxOf(0, 0, s.Width, s.Height, margin+cutMargin*s.view.Scale)
	})
	if err != nil {
		return err
	}
	return s.ctx.Err()
}

// ground writes one path for each kind of ground.
func (s *svgMap) ground() {
	var path svgPath
	for k, rings := range s.painter.ground.rings {
		kind := coast.Kind(k)
		look := paint{fill: s.Theme.GroundColour(kind)}
		frame := s.frame
		if reach := s.painter.reach(); kind == coast.Sketch && reach > 0 {
			look.stroke, look.width, frame = look.fill, 2*reach, frame.Grow(reach)
		}
		path.reset()
		for _, ring := range rings {
			path.ring(raster.ClipRing(ring, frame))
		}
		if len(path.d) > 0 {
			s.open(kind.String(), kind.String(), `fill-rule="evenodd"`)
			s.path(&path, look)
			s.end()
		}
	}
}

func (s *svgMap) areas() {
	for i := range s.Theme.Areas {
		st := &s.Theme.Areas[i]
		found := s.painter.areas[st.Kind]
		if s.view.Zoom < st.MinZoom || len(found) == 0 {
			continue
		}
		s.open(st.Kind.String(), st.Kind.String(), `fill-rule="evenodd"`)
		var path svgPath
		for _, rings := range found {
			path.reset()
			for _, ring := range rings {
				path.ring(raster.ClipRing(ring, s.frame))
			}
			s.path(&path, paint{fill: st.Fill, stroke: st.Outline, width: s.scale})
		}
		s.end()
	}
}

// lines writes the lines of the styles that which is true of and that lie
// between two storeys.
func (s *svgMap) lines(id, title string, which func(*style.Line) bool, lowest, highest storey) {
	s.open(id, title, "")
	for i := range s.Theme.Lines {
		st := &s.Theme.Lines[i]
		if s.view.Zoom < st.MinZoom || !which(st) {
			continue
		}
		var path svgPath
		for j := range s.painter.lines[st.Kind] {
			l := &s.painter.lines[st.Kind][j]
			if at := l.storey(); at >= lowest && at <= highest {
				path.line(l.shape, s.frame)
			}
		}
		width := st.Width.At(s.view.Zoom) * s.scale
		p := paint{stroke: st.Fill, width: width, dash: scaled(st.Dash, s.scale)}
		p.butt = len(p.dash) > 0
		s.path(&path, p)
		if st.Ties > 0 && len(st.Dash) == 0 && s.view.Zoom >= tieZoom {
			tie := max(width*0.6, s.scale)
			s.path(&path, paint{stroke: st.Fill, width: width * 3, dash: []float64{tie, st.Ties * s.scale}, butt: true})
		}
	}
	s.end()
}

func scaled(dash []float64, by float64) []float64 {
	out := make([]float64, len(dash))
	for i, d := range dash {
		out[i] = d * by
	}
	return out
}

// roads lays a coat on the roads of one style and storey: those proper in one path,
// the ramps, which are narrower, in another.
func (s *svgMap) roads(b *brush, at storey) {
	paths := map[float64]*svgPath{} // by their width
	var widths []float64            // in the order in which they came
	for j := range s.painter.lines[b.style.Kind] {
		l := &s.painter.lines[b.style.Kind][j]
		if l.storey() != at {
			continue
		}
		width := b.width(l.flags)
		if paths[width] == nil {
			paths[width] = new(svgPath)
			widths = append(widths, width)
		}
		paths[width].line(l.shape, s.frame)
	}
	look := paint{stroke: b.colour, butt: b.ends != 0}
	if b.on > 0 {
		look.dash = []float64{b.on, b.off}
	}
	for _, width := range widths {
		look.width = width
		s.path(paths[width], look)
	}
}

// coat lays a coat on all roads of a storey.
func (s *svgMap) coat(c coat, at storey) {
	for i := range s.Theme.Roads {
		if b, ok := s.painter.brush(&s.Theme.Roads[i], c, at); ok {
			s.roads(&b, at)
		}
	}
}

func (s *svgMap) tunnels() {
	s.open("tunnels", "Tunnels", "")
	s.coat(casingCoat, underground)
	s.coat(fillCoat, underground)
	s.end()
}

// storey writes the roads of one storey: casings, fills, arrows.
func (s *svgMap) storey(at storey, id, title string) {
	s.open(id, title, "")
	s.open(id+"-casing", title+": casing", "")
	s.coat(casingCoat, at)
	s.end()
	for i := range s.Theme.Roads {
		b, ok := s.painter.brush(&s.Theme.Roads[i], fillCoat, at)
		if !ok || len(s.painter.lines[b.style.Kind]) == 0 {
			continue
		}
		s.open(id+"-"+b.style.Kind.String(), b.style.Kind.String(), "")
		s.roads(&b, at)
		s.end()
	}
	s.arrows(at, id)
	s.end()
}

func (s *svgMap) arrows(at storey, id string) {
	if s.view.Zoom < arrowZoom {
		return
	}
	s.open(id+"-arrows", "One-way arrows", "")
	for i := range s.Theme.Roads {
		st := &s.Theme.Roads[i]
		b, ok := s.painter.brush(st, fillCoat, at)
		if !ok || st.Casing.A == 0 {
			continue
		}
		var path svgPath
		for j := range s.painter.lines[st.Kind] {
			l := &s.painter.lines[st.Kind][j]
			if l.storey() != at || !l.carriesArrows(&b, s.scale) {
				continue
			}
			for tail, tip := range arrowsOn(l.shape, l.back(), s.scale, s.frame) {
				barbs := arrowBarbs(tail, tip, s.scale)
				path.line([]raster.Vec{tail, tip}, s.frame)
				path.line([]raster.Vec{barbs[0], tip, barbs[1]}, s.frame)
			}
		}
		s.path(&path, paint{stroke: st.Casing, width: arrowWidth * s.scale})
	}
	s.end()
}
