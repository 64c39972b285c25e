// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"

	"roadsnap/engine/geo"
)

// Waypoint is a single place of a GPX file.
type Waypoint struct {
	geo.Point
	Fields [][2]string // name and value of each element with a text, in the order of the file: "name", "ele", "time", "desc"
}

// Waypoints returns the waypoints of a GPX file, at most Options.MaxPoints. Tracks and routes
// are left out; Read returns those.
func Waypoints(ctx context.Context, r io.Reader, name string, o Options) ([]Waypoint, error) {
	o = o.withDefaults()
	c := newCollector(ctx, name, o)
	src, _, err := open(ctx, r, o)
	if err == nil && src.text == nil {
		err = c.fault(ErrFormat, 0, 0, "the file is no GPX", "choose another file")
	}
	if err != nil {
		return nil, c.explain(err)
	}
	g := &gpxReader{xmlReader: newXMLReader(c, src.text, GPX)}
	var list []Waypoint
	err = g.document(func(name string, e xml.StartElement) error {
		switch name {
		case "trk", "rte":
			return g.inside(func(string, xml.StartElement) error { return nil })
		case "wpt":
			w, err := g.place(e)
			if err != nil {
				return err
			}
			if list = append(list, w); len(list) > o.MaxPoints {
				return c.fault(ErrTooLarge, g.start.line, 0, fmt.Sprintf("the file has more than %d waypoints", o.MaxPoints), "divide it")
			}
		}
		return nil
	})
	if failed := src.failed(); failed != nil { // the cause of the parser's error
		err = failed
	}
	if err != nil {
		return nil, c.explain(err)
	}
	return list, nil
}

// place reads the waypoint that has just begun.
func (g *gpxReader) place(e xml.StartElement) (w Waypoint, err error) {
	o, err := g.position(e)
	if err == nil && !o.Valid() {
		err = g.c.fault(ErrRange, g.start.line, g.start.column, fmt.Sprintf("%v, %v is not on Earth", o.Lat, o.Lon), "export the file again")
	}
	if err != nil {
		return w, err
	}
	w.Point = o.Point
	const maxFields = 50
	outside := g.depth() - 1
	for g.depth() > outside {
		tok, err := g.token()
		if err != nil {
			return w, err
		}
		child, ok := tok.(xml.StartElement)
		if !ok || child.Name.Local == "extensions" || child.Name.Local == "link" || len(w.Fields) >= maxFields {
			continue
		}
		text, err := g.text()
		if err != nil {
			return w, err
		}
		if text != "" {
			w.Fields = append(w.Fields, [2]string{child.Name.Local, text})
		}
	}
	return w, nil
}
