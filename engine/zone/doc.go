// SPDX-License-Identifier: MIT

// Package zone finds when vehicles enter and leave zones (geofences), and how long they take
// from one zone to another. A zone is a circle, a corridor along a line, a polygon, a ward or
// a province. A named place (trip.Site) is a zone that is a circle.
//
// # Crossings
//
// The way of a vehicle is a [trip.Track]: the matched route, and straight lines where there
// is no match. A crossing is the point at which the way meets the border, and its time is
// interpolated there.
//
// Positions scatter at a border, so that a vehicle that stands or drives along it crosses it
// again and again. A crossing therefore counts only if the vehicle then got [Margin] away from
// the border, or stayed on that side for [Settle]. Its time remains that of the last crossing
// before. In a zone so narrow that no place is that deep, a part of its breadth is enough.
//
// # What is not known
//
// While the recording is silent and the vehicle moves on, its way is not known. If it is seen
// inside before and inside after, that time is Visit.Unknown. If the border lies between, the
// time of the crossing is a range.
package zone
