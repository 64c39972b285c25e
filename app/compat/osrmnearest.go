// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"strconv"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/yield"
)

// osrmWaypoint is a place on a road, nearest to a position of the request.
type osrmWaypoint struct {
	Nodes    [2]int64 `json:"nodes"` // 0: the map does not keep the ids of nodes
	Hint     string   `json:"hint,omitempty"`
	Distance float64  `json:"distance"`
	Name     string   `json:"name"`
	Location lonLat   `json:"location"`
	WayID    int64    `json:"way_id"` // not in OSRM
}

type osrmNearestAnswer struct {
	Code      string `json:"code"`
	Waypoints any    `json:"waypoints"`
}

const (
	mostNearest = 100 // roads of an answer
	// nearestReach are the radiuses (metres) in which roads are looked for without a
	// radius in the request, one after another. OSRM has no limit, which would let one
	// request read the whole map.
	nearestFirst, nearestFactor, nearestLast = 100, 5, 2500
	// mostSought bounds the work of a request: the squares of all radiuses in which roads
	// are looked for (m²). It is enough for 100 places with the greatest radius, and for
	// 1,000 places with roads within 500 m. OSRM itself takes one place.
	mostSought = 100 * nearestLast * nearestLast
)

// osrmNearest answers with the nearest roads to one or more places.
func osrmNearest(ctx context.Context, e Engine, c *Call) (any, error) {
	profile, points, err := osrmPlace(c)
	if err != nil {
		return nil, err
	}
	if err := checkOSRM(c, len(points), "number"); err != nil {
		return nil, err
	}
	number := 1
	if text, given := c.Query.get("number"); given {
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return nil, malformed("number is not a whole number")
		}
		if n == 0 {
			return nil, invalid(Options, "number must be 1 or more")
		}
		number = int(min(n, mostNearest))
	}
	radiuses, err := c.Query.radiuses(len(points))
	if err != nil {
		return nil, err
	}
	bearings, err := c.Query.bearings(len(points))
	if err != nil {
		return nil, err
	}
	hints, err := c.Query.boolean("generate_hints", true)
	if err != nil {
		return nil, err
	}
	lists := make([][]osrmWaypoint, len(points))
	sought := 0.0
	for i, p := range points {
		ask := nearest{profile: profile, at: p, number: number}
		if radiuses != nil {
			ask.radius = radiuses[i]
		}
		if bearings != nil {
			ask.bearing = bearings[i]
		}
		if lists[i], err = ask.run(ctx, e, hints, &sought); err != nil {
			return nil, err
		}
		if len(lists[i]) == 0 {
			return nil, invalid(NoRoad, "Could not find a matching segment for coordinate %d", i)
		}
	}
	if len(lists) == 1 {
		return osrmNearestAnswer{"Ok", lists[0]}, nil
	}
	return osrmNearestAnswer{"Ok", lists}, nil
}

// nearest is a question for the roads near a place.
type nearest struct {
	profile match.Profile
	at      geo.Point
	radius  float64 // metres; unknownRadius for none
	bearing bearing
	number  int
}

// run returns the nearest roads in the direction of the bearing. It adds its work to that
// of the request, see mostSought.
func (q *nearest) run(ctx context.Context, e Engine, hints bool, sought *float64) (list []osrmWaypoint, err error) {
	first, last := q.radius, q.radius
	if q.radius == unknownRadius || q.radius > nearestLast {
		first, last = nearestFirst, nearestLast
	}
	var roads []engine.NearRoad
	for radius := first; radius <= last; radius *= nearestFactor {
		if *sought += radius * radius; *sought > mostSought {
			return nil, invalid(TooBig, "Too many coordinates for their radiuses: send fewer, or smaller radiuses, or a smaller number")
		}
		if err := yield.Now(ctx); err != nil {
			return nil, err
		}
		if roads, err = e.NearRoads(roads[:0], q.at, radius, q.profile); err != nil {
			return nil, err
		}
		list = list[:0]
		for _, r := range roads {
			if len(list) == q.number {
				break
			}
			if !(r.Forward && q.bearing.admits(r.Heading) || r.Backward && q.bearing.admits(r.Heading+180)) {
				continue
			}
			w := osrmWaypoint{Distance: round(r.Distance, 1e3), Name: nameOf(r.Way), Location: positionOf(r.At), WayID: r.Way.ID}
			if hints {
				w.Hint = hint(r.Way.ID, r.At)
			}
			list = append(list, w)
		}
		if len(list) == q.number {
			break
		}
	}
	return list, nil
}
