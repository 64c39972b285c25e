// SPDX-License-Identifier: MIT

package trip

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
)

// StopPlace says where a stop is.
type StopPlace struct {
	WayID    int64 // the nearest way of the route at the stop; meaningful if HasWay
	HasWay   bool
	Location units.Location // the ward; meaningful if Located
	Located  bool
	Site     int // index of the named place, -1 if there is none
}

// wayReach is how far from a stop the route may pass if the stop itself has no road
// (metres).
const wayReach = 150

// DescribeStops returns where each stop is. The result must be that of the recording, or
// empty before the match: then no stop has a way. With a nil atlas there are no wards.
func DescribeStops(stops []Stop, result match.Result, sites []Site, atlas *units.Atlas) []StopPlace {
	list := make([]StopPlace, len(stops))
	index := newSiteIndex(sites)
	for i, s := range stops {
		p := &list[i]
		p.WayID, p.HasWay = wayOfStop(s, result.Points)
		if atlas != nil {
			p.Location, p.Located = atlas.Locate(s.Center)
		}
		p.Site = -1
		if k, ok := index.at(s.Center); ok {
			p.Site = k
		}
	}
	return list
}

// wayOfStop returns the way of the matched point of a stop nearest to its centre. If the stop
// has none, it is that of the last point before it or the first one after it.
func wayOfStop(s Stop, points []match.Point) (way int64, ok bool) {
	nearest := math.Inf(1)
	try := func(i int, reach float64) bool {
		p := &points[i]
		if !p.HasWay {
			return false
		}
		if d := geo.Distance(p.Location, s.Center); d < nearest && d <= reach {
			nearest, way, ok = d, p.WayID, true
		}
		return true
	}
	for i := s.First; i <= s.Last && i < len(points); i++ {
		try(i, math.Inf(1))
	}
	if ok {
		return way, true
	}
	for i := min(s.First, len(points)) - 1; i >= 0 && !try(i, wayReach); i-- {
	}
	for i := s.Last + 1; i < len(points) && !try(i, wayReach); i++ {
	}
	return way, ok
}
