package mapdraw

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/view"
)

// labelKind tells how a label lies on the map.
type labelKind uint8

const (
	placeLabel  labelKind = iota // level, round its point: of a place or an area
	shieldLabel                  // level, on a plate, round its point
	roadLabel                    // along a line: of a road or a river
)

// label is a name that a tile would like to see written. Which of them are is
// decided for the whole view.
type label struct {
	kind     labelKind
	text     string // a place's may have two lines
	style    *style.Text
	plate    *style.Shield // of a shield
	size     float64       // of the letters, in device pixels
	at       view.World
	priority int          // the lowest first
	turn     int          // among those of one priority the lowest first
	weight   float64      // and then the greatest
	width    float64      // of the text, in device pixels
	rows     text.Rows    // how a place's lines lie
	path     []raster.Vec // along which a road's name runs, in device pixels from at
	course   *course      // where else on its road it may stand; nil for nowhere
}

func (l *label) bytes() int64 {
	n := 128 + len(l.text) + 16*len(l.path)
	if l.course != nil {
		n += 96 + 24*len(l.course.walk.line) + 32*len(l.course.others)
	}
	return int64(n)
}

// bytes returns the memory that the labels take.
func (s set) bytes() (n int64) {
	for i := range s {
		n += s[i].bytes()
	}
	return n
}

// Priorities of labels of other things, after those of places, which the style
// gives.
const (
	shieldPriority = 50
	areaPriority   = 70
	waterPriority  = 80
	roadPriority   = 100
	// minorPriority is that of tertiary roads: of these and smaller ones so many
	// would come and go at the edges of a view that those which it cuts are left out.
	minorPriority = roadPriority + int(basemap.RoadMotorway-basemap.RoadTertiary)
)

// labeller gathers the labels of a tile.
type labeller struct {
	theme *style.Theme
	types *text.Typesetter // nil without fonts

	zoom, scale float64
	// turn is the colour of the tile, as on a chessboard. What one colour writes on
	// a road that runs through many tiles decides what the other does, and not each
	// tile what the next one does, and so on to beyond the view.
	turn   int
	labels []label
	points raster.Arena // of lines that are looked at
	names  []namedLines // in the order in which they came
	byName map[lineName]int

	// Where the pixel 0, 0 lies in a world that is WorldSize pixels wide.
	origin    raster.Vec
	worldSize float64
}

// namedLines are the lines of a tile that carry one name.
type namedLines struct {
	name  lineName
	lines [][]raster.Vec
}

// lineName tells apart what is written on lines.
type lineName struct {
	text     string
	style    *style.Text
	plate    *style.Shield // nil for a name
	priority int
}

func newLabeller(theme *style.Theme, fonts *style.Fonts) labeller {
	l := labeller{theme: theme, byName: map[lineName]int{}}
	if fonts != nil {
		l.types = text.NewTypesetter(fonts)
	}
	return l
}

// begin prepares for another tile, whose corner is the world pixel origin. turn is
// its colour on a chessboard, 0 or 1.
func (l *labeller) begin(origin raster.Vec, worldSize, zoom, scale float64, turn int) {
	l.zoom, l.scale = zoom, scale
	l.turn = turn
	l.origin, l.worldSize = origin, worldSize
	l.points.Reset()
	l.labels = nil // they live on in the tile
	clear(l.byName)
	l.names = l.names[:0]
}

// inTile reports whether p lies in the tile itself, of which one and only one
// tile of the grid is true.
func inTile(p raster.Vec) bool {
	return p.X >= 0 && p.Y >= 0 && p.X < view.TileSize && p.Y < view.TileSize
}

// maxName is the number of bytes of the longest name that is written: as many as the
// 255 letters of OpenStreetMap's longest may have.
const maxName = 1020

// hasName reports whether f has a name that can be written.
func hasName(f basemap.Feature) bool { return f.Name != "" && len(f.Name) <= maxName }

// toWorld returns the position of a pixel of the tile.
func (l *labeller) toWorld(p raster.Vec) view.World {
	return view.World{X: (p.X + l.origin.X) / l.worldSize, Y: (p.Y + l.origin.Y) / l.worldSize}
}

// place takes in the name of a place at p.
func (l *labeller) place(f basemap.Feature, p raster.Vec) {
	if l.types == nil || !hasName(f) || !inTile(p) {
		return
	}
	for i := range l.theme.Places {
		s := &l.theme.Places[i]
		if s.Kind != f.Kind || l.zoom < s.MinZoom || l.zoom >= s.MaxZoom {
			continue
		}
		text := norm.NFC.String(f.Name) // a fresh string, also where nothing changes
		if s.Upper {
			text = strings.ToUpper(text)
		}
		lb := l.level(wrap(strings.Clone(text)), &s.Text)
		lb.at, lb.priority, lb.weight = l.toWorld(p), s.Priority, float64(f.Rank)
		l.labels = append(l.labels, lb)
	}
}

// level returns a label of one or two level lines, without its place.
func (l *labeller) level(text string, s *style.Text) label {
	size := s.Size.At(l.zoom) * l.scale
	width, rows := l.types.Stack(text, s)
	return label{kind: placeLabel, text: text, style: s, size: size, width: width * size, rows: rows}
}

// wrapAfter is the number of letters up to which a place's name stays on one
// line.
const wrapAfter = 14

// wrap breaks a long name in two, at the space nearest to its middle.
func wrap(text string) string {
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

// line takes in the name and the number of a road, or the name of a river.
func (l *labeller) line(f basemap.Feature, shape []raster.Vec) {
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

// nearTile reports whether the box round shape touches the tile.
func nearTile(shape []raster.Vec) bool {
	lo, hi := shape[0], shape[0]
	for _, p := range shape[1:] {
		lo = raster.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = raster.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	return hi.X >= 0 && hi.Y >= 0 && lo.X < view.TileSize && lo.Y < view.TileSize
}

func (l *labeller) piece(name lineName, shape []raster.Vec) {
	i, ok := l.byName[name]
	if !ok {
		// The source's strings end with the visit.
		name.text = strings.Clone(name.text)
		i = len(l.names)
		l.byName[name] = i
		l.names = append(l.names, namedLines{name: name})
	}
	l.names[i].lines = append(l.names[i].lines, shape)
}

// finish returns the labels of the tile.
func (l *labeller) finish() []label {
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

// joinLines joins lines that meet end to end into longer ones, straight on where
// several meet, and never back beside itself: the two carriageways of a road meet
// where they end.
func joinLines(lines [][]raster.Vec) [][]raster.Vec {
	if len(lines) == 1 {
		return lines
	}
	ends := map[raster.Vec][]int{} // lines by their first and last points
	for i, line := range lines {
		ends[line[0]] = append(ends[line[0]], i)
		ends[line[len(line)-1]] = append(ends[line[len(line)-1]], i)
	}
	used := make([]bool, len(lines))
	var out [][]raster.Vec
	for i, line := range lines {
		if used[i] {
			continue
		}
		used[i] = true
		chain := append([]raster.Vec(nil), line...)
		for range 2 { // onwards from the one end, then from the other
			for {
				next, back, ok := follow(lines, ends, used, chain)
				if !ok {
					break
				}
				used[next] = true
				from := len(chain)
				chain = append(chain, lines[next]...)
				if back {
					slices.Reverse(chain[from:])
				}
				chain = append(chain[:from], chain[from+1:]...)
			}
			slices.Reverse(chain)
		}
		out = append(out, chain)
	}
	return out
}

// maxKnee is the greatest angle, in radians, by which a road turns where two of
// its lines meet.
const maxKnee = 1.9

// maxMeeting is the number of ends in one place from which on none leads on: no
// roads of one name meet like that, and each would be compared with all others.
const maxMeeting = 16

// follow returns the unused line that leads on from the end of chain with the
// least turn, and whether it does so backwards.
func follow(lines [][]raster.Vec, ends map[raster.Vec][]int, used []bool, chain []raster.Vec) (next int, back, ok bool) {
	p := chain[len(chain)-1]
	if len(ends[p]) > maxMeeting {
		return 0, false, false
	}
	least := maxKnee
	for _, i := range ends[p] {
		line := lines[i]
		if used[i] || len(line) < 2 {
			continue
		}
		first, backwards := line[1], line[0] != p
		if backwards {
			first = line[len(line)-2]
		}
		if turn := knee(chain[len(chain)-2], p, first); turn < least {
			least, next, back, ok = turn, i, backwards, true
		}
	}
	return next, back, ok
}

// knee returns by how much the way from a to c turns at b, in 0…π.
func knee(a, b, c raster.Vec) float64 {
	return math.Abs(math.Remainder(math.Atan2(c.Y-b.Y, c.X-b.X)-math.Atan2(b.Y-a.Y, b.X-a.X), 2*math.Pi))
}
