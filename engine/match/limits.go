// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"time"

	"roadsnap/engine/road"
)

// warnLimits warns about the limits for trucks on the route in m.pieces, once for each
// part of it under a limit. Its arguments are those of warnViolations.
func (m *legMaker) warnLimits(first, end int, goesOn bool) {
	if m.profile != Truck {
		return
	}
	under := map[WarningKind]bool{}
	for i := range m.pieces {
		e := m.pieces[i].edge
		x, _ := m.graph.Extra(e.Link())
		for _, limit := range []struct {
			kind    WarningKind
			applies bool
		}{
			{WarnNoTrucks, m.graph.NoTrucks(e)},
			{WarnTruckHours, x.TruckHours != "" && m.bannedOn(e, x.TruckHours, m.pieces[i].start, first, end)},
			{WarnHeight, x.MaxHeight > 0 && x.MaxHeight < m.model.TruckHeight},
			{WarnWeight, x.MaxWeight > 0 && x.MaxWeight < m.model.TruckWeight},
		} {
			if limit.applies && !under[limit.kind] && (i > 0 || !goesOn) {
				m.warn(m.indexBefore(m.pieces[i].start, first, end), limit.kind)
			}
			under[limit.kind] = limit.applies
		}
	}
}

// bannedOn reports whether trucks are banned from an edge by a condition at the time at
// which the route reaches along (metres). Without a time, or if the condition is not
// understood, they are.
func (m *legMaker) bannedOn(e road.EdgeID, condition string, along float64, first, end int) bool {
	banned, known := m.holdsAt(e, condition, along, first, end)
	return banned || !known
}

// holdsAt reports whether a condition of an edge holds at the time at which the route
// reaches along (metres). known is false without a time, or if the condition is not
// understood.
func (m *legMaker) holdsAt(e road.EdgeID, condition string, along float64, first, end int) (holds, known bool) {
	var at *fix
	for i := first; i < end; i++ {
		if f := &m.fixes[i]; f.placed && f.timed && (at == nil || f.along <= along) {
			at = f
		}
	}
	if at == nil || m.next.clock.epoch.IsZero() {
		return false, false
	}
	when := m.next.clock.epoch.Add(time.Duration(at.seconds * float64(time.Second)))
	return bannedAt(condition, when.In(zoneAt(m.graph.NodePoint(m.graph.From(e)).Lon)))
}

// zoneAt returns the time zone at a longitude: whole hours, as the sun has them. In
// Vietnam it is the legal one.
func zoneAt(lon float64) *time.Location {
	const degreesPerHour, secondsPerHour = 15, 3600
	return time.FixedZone("", int(math.Round(lon/degreesPerHour))*secondsPerHour)
}
