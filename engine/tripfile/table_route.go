// SPDX-License-Identifier: MIT

package tripfile

import (
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

type legItem = item[legLine]

// ends returns the times at the ends of a leg, zero if unknown.
func (l legLine) ends() (from, to time.Time) {
	if n := len(l.leg.Times); n > 0 {
		return l.leg.Times[0], l.leg.Times[n-1]
	}
	return from, to
}

func legTable() table {
	end := func(x legItem, last bool) geo.Point {
		if last {
			return x.of.leg.Shape[len(x.of.leg.Shape)-1]
		}
		return x.of.leg.Shape[0]
	}
	columns := append(owner(func(x legItem) *view { return x.view }), []column[legItem]{
		{"leg", "number of the leg, from 1", func(x legItem) cell { return countCell(x.index + 1) }},
		{"first_index", "first observation on the leg", func(x legItem) cell { return countCell(x.of.leg.FirstIndex) }},
		{"last_index", "last observation on the leg", func(x legItem) cell { return countCell(x.of.leg.LastIndex) }},
		{"start_time", "time at the beginning", func(x legItem) cell { from, _ := x.of.ends(); return timeCell(from) }},
		{"end_time", "time at the end", func(x legItem) cell { _, to := x.of.ends(); return timeCell(to) }},
		{"duration_s", "time between both (seconds)", func(x legItem) cell { return spanCell(x.of.ends()) }},
		{"length_m", "length on the roads (metres)", func(x legItem) cell { return metresCell(x.of.leg.Length) }},
		{"inferred_m", "part of the length without fixes (metres)", func(x legItem) cell { return metresCell(x.of.inferred(span{0, x.of.leg.Length})) }},
		{"speed_kmh", "mean speed, stops included (km/h)", func(x legItem) cell {
			from, to := x.of.ends()
			return speedCell(x.of.leg.Length, from, to)
		}},
		{"confidence", "probability that the leg goes the true ways from end to end", func(x legItem) cell { return shareCell(x.of.leg.Confidence) }},
		{"ways", "number of ways", func(x legItem) cell { return countCell(len(x.of.leg.Ways)) }},
		{"start_lat", "latitude of the beginning (degrees)", func(x legItem) cell { return degreesCell(end(x, false).Lat) }},
		{"start_lon", "longitude of the beginning (degrees)", func(x legItem) cell { return degreesCell(end(x, false).Lon) }},
		{"end_lat", "latitude of the end (degrees)", func(x legItem) cell { return degreesCell(end(x, true).Lat) }},
		{"end_lon", "longitude of the end (degrees)", func(x legItem) cell { return degreesCell(end(x, true).Lon) }},
	}...)
	return newTable(PerLeg, columns, func(v *view) []legItem { return items(v, v.lines) },
		func(x legItem) ([]geo.Point, []time.Time) { return x.of.leg.Shape, x.of.leg.Times })
}

// wayItem is a part of a leg along one way.
type wayItem struct {
	*view
	leg   int
	piece match.WayPiece
	span
	line  []geo.Point
	times []time.Time
}

// ends returns the times at the ends of the part, zero if unknown.
func (w *wayItem) ends() (from, to time.Time) {
	if n := len(w.times); n > 0 {
		return w.times[0], w.times[n-1]
	}
	return from, to
}

func waysOf(v *view) (list []*wayItem) {
	for i, l := range v.lines {
		for j, s := range l.pieces() {
			w := &wayItem{view: v, leg: i, piece: l.leg.Ways[j], span: s}
			w.line, w.times = l.cut(s)
			list = append(list, w)
		}
	}
	return list
}

func wayTable() table {
	columns := append(owner(func(x *wayItem) *view { return x.view }), []column[*wayItem]{
		{"leg", "number of its leg, from 1", func(x *wayItem) cell { return countCell(x.leg + 1) }},
		{"way_id", "way of OpenStreetMap", func(x *wayItem) cell { return integerCell(x.piece.WayID) }},
		{"forward", "driven in the direction in which the way is drawn", func(x *wayItem) cell { return booleanCell(x.piece.Forward) }},
		{"name", "name of the road", func(x *wayItem) cell { return textCell(x.roads[x.piece.WayID].Name) }},
		{"ref", "number of the road", func(x *wayItem) cell { return textCell(x.roads[x.piece.WayID].Ref) }},
		{"class", "class of the road in OpenStreetMap", func(x *wayItem) cell {
			way, known := x.roads[x.piece.WayID]
			if !known {
				return cell{}
			}
			return textCell(way.Class.String())
		}},
		{"start_time", "time at the beginning", func(x *wayItem) cell { from, _ := x.ends(); return timeCell(from) }},
		{"end_time", "time at the end", func(x *wayItem) cell { _, to := x.ends(); return timeCell(to) }},
		{"duration_s", "time between both (seconds)", func(x *wayItem) cell { return spanCell(x.ends()) }},
		{"length_m", "length (metres)", func(x *wayItem) cell { return metresCell(x.piece.Length) }},
		{"inferred_m", "part of the length without fixes (metres)", func(x *wayItem) cell { return metresCell(x.lines[x.leg].inferred(x.span)) }},
		{"speed_kmh", "mean speed, stops included (km/h)", func(x *wayItem) cell {
			from, to := x.ends()
			return speedCell(x.piece.Length, from, to)
		}},
	}...)
	return newTable(PerWay, columns, waysOf, func(x *wayItem) ([]geo.Point, []time.Time) { return x.line, x.times })
}
