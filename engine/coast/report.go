package coast

import "roadsnap/engine/geo"

// Line is a way of coastline as OpenStreetMap has it, or as much of it as there is:
// land lies to its left, the sea to its right.
type Line struct {
	Way    int64
	Points []geo.Fixed
}

// Place is where something about a coastline was found.
type Place struct {
	Way int64   `json:"way"`
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

func placeAt(way int64, p geo.Fixed) Place {
	at := p.Point()
	return Place{way, at.Lat, at.Lon}
}

// Report says what became of a coastline.
type Report struct {
	Ways int `json:"ways"` // that take part, whole or cut
	// Told says that the map's own coastline tells land from sea, in AreaKM2 square
	// kilometres of which the sea has SeaKM2.
	Told    bool    `json:"told"`
	AreaKM2 float64 `json:"area_km2"`
	SeaKM2  float64 `json:"sea_km2"`
	// Ends are where the coastline begins or ends within the area. Near them nothing
	// is told, and far from the coast neither: what is missing might be anywhere.
	Ends []Place `json:"ends,omitempty"`
	// Fault says why nothing is told, and FaultAt where that was found.
	Fault   Fault `json:"fault,omitempty"`
	FaultAt Place `json:"fault_at,omitzero"`
}

// Fault is what makes a coastline tell nothing, in words.
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
