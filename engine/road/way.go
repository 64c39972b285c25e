// SPDX-License-Identifier: MIT

package road

// Way holds the attributes common to all links of one way.
type Way struct {
	ID   int64  // of the way in OpenStreetMap
	Name string // "" if it has none; see Graph.Way for its lifetime
	Ref  string // road number, "QL1A"; "" if it has none

	Class      Class
	Bridge     bool
	Tunnel     bool
	Roundabout bool
	Oneway     bool // for cars; Access applies to each edge and traveller
	Ferry      bool
	Layer      int8 // the higher of two crossing ways passes above; 0 is the ground

	// HasMaxSpeed reports whether the speed limit is known.
	HasMaxSpeed bool
	MaxSpeedKMH uint8 // km/h, meaningless without HasMaxSpeed
}

// wayFlags holds the boolean attributes of a way in the pack.
type wayFlags uint8

const (
	flagBridge wayFlags = 1 << iota
	flagTunnel
	flagRoundabout
	flagOneway
	flagFerry
	flagMaxSpeed

	allWayFlags = flagBridge | flagTunnel | flagRoundabout | flagOneway | flagFerry | flagMaxSpeed
)

func (w *Way) flags() wayFlags {
	var f wayFlags
	set := func(yes bool, flag wayFlags) {
		if yes {
			f |= flag
		}
	}
	set(w.Bridge, flagBridge)
	set(w.Tunnel, flagTunnel)
	set(w.Roundabout, flagRoundabout)
	set(w.Oneway, flagOneway)
	set(w.Ferry, flagFerry)
	set(w.HasMaxSpeed, flagMaxSpeed)
	return f
}

// Way returns the attributes of the way of l. Its strings are views of the mapped pack;
// clone them to keep them after the pack is closed. It does not allocate.
func (g *Graph) Way(l LinkID) Way {
	i := g.links[l].Way
	w := &g.ways[i]
	return Way{
		ID: g.wayIDs[i], Name: g.strings.At(w.Name), Ref: g.strings.At(w.Ref),
		Class:  w.Class,
		Bridge: w.Flags&flagBridge != 0, Tunnel: w.Flags&flagTunnel != 0,
		Roundabout: w.Flags&flagRoundabout != 0, Oneway: w.Flags&flagOneway != 0,
		Ferry: w.Flags&flagFerry != 0, Layer: w.Layer,
		HasMaxSpeed: w.Flags&flagMaxSpeed != 0, MaxSpeedKMH: w.MaxSpeedKMH,
	}
}

// WayID returns the OpenStreetMap id of the way of l.
func (g *Graph) WayID(l LinkID) int64 { return g.wayIDs[g.links[l].Way] }

// Class returns the class of the way of l.
func (g *Graph) Class(l LinkID) Class { return g.links[l].Class }
