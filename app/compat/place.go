// SPDX-License-Identifier: MIT

package compat

import (
	"encoding/base64"
	"encoding/binary"
	"net/http"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// placeID identifies a piece of road between two junctions in one direction. It stays the
// same as long as OpenStreetMap has the way and its geometry, also in another map.
type placeID struct {
	Way      int64
	Start    geo.Fixed // where the piece begins, in the direction in which the way is drawn
	Backward bool      // against that direction
}

const (
	placeVersion = 1
	placeLength  = 1 + 8 + 4 + 4 + 1 // bytes
)

// String returns the text that clients see. It means nothing to them.
func (p placeID) String() string {
	b := append(make([]byte, 0, placeLength), placeVersion)
	b = binary.BigEndian.AppendUint64(b, uint64(p.Way))
	b = binary.BigEndian.AppendUint32(b, uint32(p.Start.Lat))
	b = binary.BigEndian.AppendUint32(b, uint32(p.Start.Lon))
	direction := byte(0)
	if p.Backward {
		direction = 1
	}
	return base64.RawURLEncoding.EncodeToString(append(b, direction))
}

// parsePlace is the inverse of String.
func parsePlace(text string) (p placeID, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != placeLength || b[0] != placeVersion || b[placeLength-1] > 1 {
		return p, false
	}
	p.Way = int64(binary.BigEndian.Uint64(b[1:]))
	p.Start.Lat = int32(binary.BigEndian.Uint32(b[9:]))
	p.Start.Lon = int32(binary.BigEndian.Uint32(b[13:]))
	p.Backward = b[placeLength-1] == 1
	return p, p.Start.Point().Valid()
}

// placeReach is how far the start of a place may have moved in a newer map (metres).
const placeReach = 5

// findPlace returns the way of a place.
func findPlace(e Engine, text string) (*road.Way, error) {
	p, ok := parsePlace(text)
	if !ok {
		return nil, invalid(Syntax, "placeId %q is none of this server", text)
	}
	roads, err := e.NearRoads(nil, p.Start.Point(), placeReach, match.MotorVehicle)
	if err != nil {
		return nil, err
	}
	for i := range roads {
		if roads[i].Way.ID == p.Way {
			return roads[i].Way, nil
		}
	}
	return nil, &Fault{Status: http.StatusNotFound, Message: "the map has no longer the road of placeId " + text}
}
