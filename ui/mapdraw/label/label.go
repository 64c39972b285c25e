// SPDX-License-Identifier: MIT

package label

import (
	"math"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/view"
)

// Kind is how a label lies on the map.
type Kind uint8

// The kinds of labels.
const (
	Level  Kind = iota // horizontal, centred on its point: of a place or an area
	Shield             // horizontal, on a plate, centred on its point
	Along              // along a line: of a road or a river
	Mark               // at a point that it must not leave: icon and name, or house number
)

// Label is a label candidate of a tile. The choice among candidates is made for
// the whole view.
type Label struct {
	Kind     Kind
	Text     string // a place name may have two lines
	Style    *style.Text
	Plate    *style.Shield // of a shield
	Site     *style.Site   // of a mark with an icon
	Side     float64       // of the icon's plate (device pixels)
	Size     float64       // of the letters (device pixels)
	At       view.World
	priority int          // lowest first
	turn     int          // within a priority, lowest first
	weight   float64      // then greatest first
	Width    float64      // of the text (device pixels)
	rows     text.Rows    // layout of a place name's lines
	Path     []raster.Vec // line of a road's name (device pixels relative to At)
	course   *course      // other places on the road; nil for none
	place    basemap.Kind // kind of a place name's place, 0 for others
}

func (l *Label) bytes() int64 {
	n := 128 + len(l.Text) + 16*len(l.Path)
	if l.course != nil {
		n += 96 + 24*len(l.course.walk.line) + 32*len(l.course.others)
	}
	return int64(n)
}

// Bytes returns the memory of the labels.
func (s Set) Bytes() (n int64) {
	for i := range s {
		n += s[i].bytes()
	}
	return n
}

// number returns the number on a shield without the kind of road, and whether it
// has a kind: "1A" and true for "QL.1A". For other labels it is empty.
func (l *Label) number() (number string, kind bool) {
	if l.Kind != Shield {
		return "", false
	}
	if len(l.Plate.Prefixes) > 0 {
		_, number, kind = strings.Cut(l.Text, ".")
	}
	if !kind {
		number = l.Text
	}
	return number, kind
}

// Priorities of other labels, after those of places, which the style sets.
const (
	shieldPriority = 50
	areaPriority   = 70
	waterPriority  = 80
	roadPriority   = 100
	// minorPriority is the priority of tertiary roads. There are so many of these
	// and smaller roads that their labels would flicker at the edges of a view,
	// so those that an edge cuts are left out.
	minorPriority = roadPriority + int(basemap.RoadMotorway-basemap.RoadTertiary)
)

// Gatherer gathers the labels of a tile.
type Gatherer struct {
	theme *style.Theme
	types *text.Typesetter // nil without fonts

	zoom, scale float64
	// turn is the colour of the tile on a chessboard. The labels that tiles of
	// one colour place on a long road decide those of the other colour. Otherwise
	// each tile would depend on the next, even beyond the view.
	turn   int
	labels []Label
	points raster.Arena // of the current lines
	names  []namedLines // in order of arrival
	byName map[lineName]int

	// Position of the pixel 0, 0 in a world that is worldSize pixels wide.
	origin    raster.Vec
	worldSize float64
}

// namedLines holds the lines of a tile with the same name.
type namedLines struct {
	name  lineName
	lines [][]raster.Vec
}

// lineName identifies the text on lines.
type lineName struct {
	text     string
	style    *style.Text
	plate    *style.Shield // nil for a name
	priority int
}

// NewGatherer returns a Gatherer. Without fonts it collects nothing.
func NewGatherer(theme *style.Theme, fonts *style.Fonts) Gatherer {
	l := Gatherer{theme: theme, byName: map[lineName]int{}}
	if fonts != nil {
		l.types = text.NewTypesetter(fonts)
	}
	return l
}

// Begin prepares for another tile, whose corner is the world pixel origin. turn
// is its colour on a chessboard, 0 or 1.
func (l *Gatherer) Begin(origin raster.Vec, worldSize, zoom, scale float64, turn int) {
	l.zoom, l.scale = zoom, scale
	l.turn = turn
	l.origin, l.worldSize = origin, worldSize
	l.points.Reset()
	l.labels = nil // the tile keeps the old ones
	clear(l.byName)
	l.names = l.names[:0]
}

// inTile reports whether p lies in the tile itself. It is true for exactly one
// tile of the grid.
func inTile(p raster.Vec) bool {
	return p.X >= 0 && p.Y >= 0 && p.X < view.TileSize && p.Y < view.TileSize
}

// maxName is the greatest length of a name that is written (bytes): the 255
// letters allowed by OpenStreetMap.
const maxName = 1020

// hasName reports whether f has a name that can be written.
func hasName(f basemap.Feature) bool { return f.Name != "" && len(f.Name) <= maxName }

// toWorld returns the world position of a pixel of the tile.
func (l *Gatherer) toWorld(p raster.Vec) view.World {
	return view.World{X: (p.X + l.origin.X) / l.worldSize, Y: (p.Y + l.origin.Y) / l.worldSize}
}

// Point adds the label of a place, a point of interest or a house number at p.
func (l *Gatherer) Point(f basemap.Feature, p raster.Vec) {
	if f.Kind.IsPOI() {
		l.mark(f, p)
		return
	}
	l.Place(f, p)
}

// Place adds the name of a place, or a house number, at p.
func (l *Gatherer) Place(f basemap.Feature, p raster.Vec) {
	if l.types == nil || !hasName(f) || !inTile(p) {
		return
	}
	for i := range l.theme.Places {
		s := &l.theme.Places[i]
		if s.Kind != f.Kind || l.zoom < s.MinZoom || l.zoom >= s.MaxZoom {
			continue
		}
		if f.Kind == basemap.HouseNumber {
			l.number(f, p, s)
			return
		}
		text := norm.NFC.String(f.Name) // a new string, even if nothing changes
		if s.Upper {
			text = strings.ToUpper(text)
		}
		lb := l.level(Wrap(strings.Clone(text)), &s.Text)
		lb.At, lb.priority, lb.weight, lb.place = l.toWorld(p), s.Priority, float64(f.Rank), f.Kind
		l.labels = append(l.labels, lb)
	}
}

// level returns a horizontal label of one or two lines, without its place.
func (l *Gatherer) level(text string, s *style.Text) Label {
	size := s.Size.At(l.zoom) * l.scale
	width, rows := l.types.Stack(text, s)
	return Label{Kind: Level, Text: text, Style: s, Size: size, Width: width * size, rows: rows}
}

// wrapAfter is the number of letters up to which a place name stays on one line.
const wrapAfter = 14

// Wrap breaks a long name in two at the space nearest to its middle.
func Wrap(text string) string {
	if utf8.RuneCountInString(text) <= wrapAfter {
		return text
	}
	best, at := math.MaxInt, -1
	for i, r := range text {
		if d := max(2*i-len(text), len(text)-2*i); r == ' ' && d < best {
			best, at = d, i
		}
	}
	if at < 0 {
		return text
	}
	return text[:at] + "\n" + text[at+1:]
}

// Line adds the name and number of a road, or the name of a river.
func (l *Gatherer) Line(f basemap.Feature, shape []raster.Vec) {
	if l.types == nil || f.Flags.Has(basemap.Link) || !nearTile(shape) {
		return
	}
	if s, ok := l.theme.Road(f.Kind); ok {
		rank := int(basemap.RoadMotorway) - int(f.Kind)
		if hasName(f) && s.NameZoom > 0 && l.zoom >= s.NameZoom {
			l.piece(lineName{f.Name, &s.Name, nil, roadPriority + rank}, shape)
		}
		if f.Ref != "" && s.ShieldZoom > 0 && l.zoom >= s.ShieldZoom {
			if text, plate, ok := l.theme.ShieldOf(f.Ref); ok {
				l.piece(lineName{text, &plate.Text, plate, shieldPriority + rank}, shape)
			}
		}
		return
	}
	for i := range l.theme.Lines {
		s := &l.theme.Lines[i]
		if s.Kind == f.Kind && hasName(f) && s.Name.MinZoom > 0 && l.zoom >= s.Name.MinZoom {
			l.alongRiver(f.Name, shape, s)
		}
	}
}

// nearTile reports whether the bounds of shape touch the tile.
func nearTile(shape []raster.Vec) bool {
	lo, hi := shape[0], shape[0]
	for _, p := range shape[1:] {
		lo = raster.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = raster.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	return hi.X >= 0 && hi.Y >= 0 && lo.X < view.TileSize && lo.Y < view.TileSize
}

func (l *Gatherer) piece(name lineName, shape []raster.Vec) {
	i, ok := l.byName[name]
	if !ok {
		// Strings of the source are valid only during the visit.
		name.text = strings.Clone(name.text)
		i = len(l.names)
		l.byName[name] = i
		l.names = append(l.names, namedLines{name: name})
	}
	l.names[i].lines = append(l.names[i].lines, shape)
}

// Finish returns the labels of the tile.
func (l *Gatherer) Finish() []Label {
	for _, n := range l.names {
		walks := walksOf(n.lines)
		for i := range walks {
			if r := (roadway{walk: &walks[i], all: walks}); n.name.plate != nil {
				l.shieldOn(n.name, r)
			} else {
				l.nameOn(n.name, r)
			}
		}
	}
	return l.labels
}

// Said is the name of a place on the map, in lower case.
type Said struct {
	Text string
	At   view.World
}

// Said returns the place that the label names.
func (l *Label) Said() Said {
	return Said{strings.ToLower(strings.ReplaceAll(l.Text, "\n", " ")), l.At}
}
