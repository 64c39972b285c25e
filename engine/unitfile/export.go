package unitfile

import (
	"context"
	"errors"

	"github.com/paulmach/orb"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geofile"
	"roadsnap/engine/units"
)

// Options say how units are written.
type Options struct {
	Kind     units.Kind     // of all of them
	Level    boundary.Level // of their borders
	Licence  string         // to be shown with them
	Progress func(done, total int)
}

// Schema returns what a file of units holds.
func Schema(o Options) geofile.Schema {
	s := geofile.Schema{Name: o.Kind.String() + "s", Licence: o.Licence}
	for _, c := range fileColumns(o.Kind) {
		s.Columns = append(s.Columns, geofile.Column{Name: c.Name, Kind: c.Kind})
	}
	return s
}

// Write writes all units to w, which has the Schema of o, and completes it; on
// an error nothing is left behind.
func Write(ctx context.Context, w *geofile.Writer, list []Unit, o Options) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Abort())
		}
	}()
	columns := fileColumns(o.Kind)
	values := make([]any, len(columns))
	var shape multiPolygon
	for i, u := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if o.Progress != nil {
			o.Progress(i, len(list))
		}
		for k, c := range columns {
			values[k] = c.Of(u)
		}
		feature := geofile.Feature{Values: values}
		if u.HasLand {
			feature.Area = shape.of(u.Land, o.Level)
		}
		if err := w.Add(feature); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return w.Commit()
}

// multiPolygon turns borders into the type that writers of files take, longitude
// first. Its memory serves one land after another.
type multiPolygon struct {
	points   []orb.Point
	rings    []orb.Ring
	polygons orb.MultiPolygon
}

// of returns a land at a level. The next call overwrites it.
func (m *multiPolygon) of(land boundary.Land, level boundary.Level) orb.MultiPolygon {
	m.points, m.rings, m.polygons = m.points[:0], m.rings[:0], m.polygons[:0]
	for polygon := range land.Polygons(level) {
		first := len(m.rings)
		for ring := range polygon.Rings() {
			start := len(m.points)
			for p := range ring.Points() {
				at := p.Point()
				m.points = append(m.points, orb.Point{at.Lon, at.Lat})
			}
			// What append moves away from under earlier rings they keep.
			m.rings = append(m.rings, orb.Ring(m.points[start:len(m.points):len(m.points)]))
		}
		m.polygons = append(m.polygons, orb.Polygon(m.rings[first:len(m.rings):len(m.rings)]))
	}
	return m.polygons
}
