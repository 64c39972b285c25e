// SPDX-License-Identifier: MIT

package osmimport

import (
	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

// wide is the set of vehicles with two wheels side by side.
const wide = road.Car | road.Truck | road.Bus

// barriers maps the values of the barrier tag of nodes to the travellers that they stop
// unless an access tag of the node says otherwise. They follow the wiki
// (https://wiki.openstreetmap.org/wiki/Key:barrier) and the values that OSRM and
// GraphHopper let pass. Gates are open, because the recorder of a trace was let
// through. Walls, fences and other lines are not listed: their nodes on roads only mark
// where the line crosses.
var barriers = map[string]road.Access{
	"gate": 0, "lift_gate": 0, "swing_gate": 0, "sliding_gate": 0, "sliding_beam": 0, "hampshire_gate": 0,
	"bump_gate": 0, "wicket_gate": road.AnyMotor, "entrance": 0, "toll_booth": 0, "border_control": 0,
	"sally_port": 0, "cattle_grid": 0, "height_restrictor": 0, "spikes": 0,

	"bollard": wide, "block": wide, "planter": wide, "jersey_barrier": wide, "tyres": wide, "barrel": wide,
	"bar": wide, "debris": wide, "log": wide, "rock": wide, "concrete": wide,
	"bus_trap": road.Car, "sump_buster": road.Car,

	"chain": road.AnyMotor, "rope": road.AnyMotor, "cable_barrier": road.AnyMotor,
	"cycle_barrier": road.AnyMotor, "motorcycle_barrier": road.AnyMotor, "chicane": road.AnyMotor,

	"kissing_gate": road.AnyVehicle, "stile": road.AnyVehicle, "turnstile": road.AnyVehicle,
	"full-height_turnstile": road.AnyVehicle, "horse_stile": road.AnyVehicle,
}

// barrierOf returns the travellers that the barrier at a node with these tags stops;
// none if there is no barrier.
func barrierOf(tags osm.Tags) (closed road.Access) {
	value := tags.Find("barrier")
	stops, found := barriers[value]
	switch {
	case value == "" || value == "no":
		return 0
	case value == "bollard" && tags.Find("bollard") == "rising":
		stops = 0
	case tags.Find("locked") == "yes":
		stops |= road.AnyVehicle
	}
	for _, m := range allMeans {
		byKind := stops&m.access == 0
		open := m.allowed(tags, byKind, false, func(k directedKey) string { return k.plain })
		if !open && (found || byKind) {
			closed |= m.access
		}
	}
	return closed
}

// barrierNode is a node with a barrier, and the travellers that it stops.
type barrierNode struct {
	id      int64
	version int32
	closed  road.Access
}

func (c *collector) barrier(n *node) error {
	closed := barrierOf(n.tags)
	if closed == 0 {
		return nil
	}
	c.barriers = append(c.barriers, barrierNode{n.id, n.version, closed})
	return c.quota.spend(wordsPerNode)
}

// addBarriers adds the barriers to b.
func (im *importer) addBarriers(b *road.Builder) {
	for _, n := range im.barriers {
		b.AddBarrier(im.nodes.find(n.id), n.closed)
	}
}
