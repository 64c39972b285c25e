// SPDX-License-Identifier: MIT

package coast

import "roadsnap/engine/geo"

// Line is an OpenStreetMap coastline way, or the part of it that the data has. Land
// is to its left, the sea to its right.
type Line struct {
	Way    int64
	Points []geo.Fixed
}

// Place is a place on a coastline.
type Place struct {
	Way int64   `json:"way"`
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

func placeAt(way int64, p geo.Fixed) Place {
	at := p.Point()
	return Place{way, at.Lat, at.Lon}
}

// Report describes the result of Trace.
type Report struct {
	Ways int `json:"ways"` // number of ways used, whole or cut
	// Told reports whether the coastline divides land from sea. It does so in an
	// area of AreaKM2, of which SeaKM2 are sea (square kilometres).
	Told    bool    `json:"told"`
	AreaKM2 float64 `json:"area_km2"`
	SeaKM2  float64 `json:"sea_km2"`
	// Ends lists the ends of coastlines within the area. Near them, and far from any
	// coast, the ground is unknown, because the missing part may be anywhere.
	Ends []Place `json:"ends,omitempty"`
	// Fault is the reason why Told is false, and FaultAt its place.
	Fault   Fault `json:"fault,omitempty"`
	FaultAt Place `json:"fault_at,omitzero"`
}

// Fault is a description of a fault that makes a coastline unusable.
type Fault string

// The faults.
const (
	FaultHeadToHead Fault = "coastlines meet head to head: one of them runs the wrong way"
	FaultTooLong    Fault = "a coastline runs straight on for too far"
	FaultSameSides  Fault = "coastlines contradict each other: land or sea on both sides of one"
	FaultMissing    Fault = "coastlines contradict each other: land and sea meet without one"
	FaultOpen       Fault = "coastlines do not close"
	FaultTangled    Fault = "coastlines are tangled"
)
