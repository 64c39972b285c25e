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
	// FromZone reports that the limit is that of a kind of place, such as a built-up area,
	// and not one of a sign; meaningless without HasMaxSpeed.
	FromZone bool

	Lanes   uint8 // in all directions, at most MaxLanes; 0 if it is not known
	Divided bool  // is one of the two carriageways of a road
}

// MaxLanes is the greatest number of lanes that is kept; it stands for more, too.
const MaxLanes = 7

// wayFlags holds the attributes of a way that take a few bits.
type wayFlags uint16

const (
	flagBridge wayFlags = 1 << iota
	flagTunnel
	flagRoundabout
	flagOneway
	flagFerry
	flagDivided
	flagMaxSpeed
	flagZone // only with flagMaxSpeed

	allWayFlags = flagBridge | flagTunnel | flagRoundabout | flagOneway | flagFerry | flagDivided | flagMaxSpeed | flagZone | MaxLanes<<lanesShift

	lanesShift = 8 // the bits above are the lanes
)

// wayKind holds the flags of a way, and its class in the bits above them.
type wayKind uint16

const classShift = 11

func (k wayKind) flags() wayFlags { return wayFlags(k) & allWayFlags }
func (k wayKind) class() Class    { return Class(k >> classShift) }

// packed returns the way in its form in the pack.
func (r *wayRecord) packed() packedWay {
	return packedWay{Name: r.Name, Ref: r.Ref, Kind: wayKind(r.Flags) | wayKind(r.Class)<<classShift, Layer: r.Layer, MaxSpeedKMH: r.MaxSpeedKMH}
}

// roadType returns the type of the arcs of the way.
func (w *packedWay) roadType() roadType {
	r := wayRecord{Class: w.Kind.class(), Flags: w.Kind.flags(), MaxSpeedKMH: w.MaxSpeedKMH}
	return roadTypeOf(r.Class, r.band())
}

func (w *Way) flags() wayFlags {
	f := wayFlags(min(w.Lanes, MaxLanes)) << lanesShift
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
	set(w.Divided, flagDivided)
	set(w.HasMaxSpeed, flagMaxSpeed)
	set(w.HasMaxSpeed && w.FromZone, flagZone)
	return f
}

// Way returns the attributes of the way of l. Its strings are views of the mapped pack;
// clone them to keep them after the pack is closed. It does not allocate.
func (g *Graph) Way(l LinkID) Way {
	i := int(g.links.At(int(l)).Way)
	w := g.ways.At(i)
	f := w.Kind.flags()
	return Way{
		ID: *g.wayIDs.At(i), Name: g.strings.At(w.Name), Ref: g.strings.At(w.Ref),
		Class:  w.Kind.class(),
		Bridge: f&flagBridge != 0, Tunnel: f&flagTunnel != 0,
		Roundabout: f&flagRoundabout != 0, Oneway: f&flagOneway != 0,
		Ferry: f&flagFerry != 0, Layer: w.Layer, Divided: f&flagDivided != 0,
		HasMaxSpeed: f&flagMaxSpeed != 0, MaxSpeedKMH: w.MaxSpeedKMH, FromZone: f&flagZone != 0,
		Lanes: uint8(f >> lanesShift),
	}
}

// WayID returns the OpenStreetMap id of the way of l.
func (g *Graph) WayID(l LinkID) int64 { return *g.wayIDs.At(int(g.links.At(int(l)).Way)) }

// Class returns the class of the way of l.
func (g *Graph) Class(l LinkID) Class {
	g.links.Need(int(l))
	return g.links.Item(int(l)).Road.class()
}
