// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/units"
)

// RoadEngine is the part of the engine that describes roads.
type RoadEngine interface {
	// NearRoads returns the roads near a place. See engine.Engine.NearRoads.
	NearRoads(dst []engine.NearRoad, p geo.Point, radius float64, profile match.Profile) ([]engine.NearRoad, error)
	// FindWay returns a way by its id. See engine.Engine.FindWay.
	FindWay(ctx context.Context, id int64) (w engine.WayLine, found bool, err error)
	// Identity identifies the open maps. See engine.Engine.Identity.
	Identity() string
}

const (
	// roadReach is how far the road of a place may be from it (metres).
	roadReach = 200
	// streetReach is how far the street of an address may be (metres).
	streetReach = 100
)

// appendRoadAndAddress appends the members road and address of a place in known units.
func (s *Server) appendRoadAndAddress(dst []byte, at geo.Point, found units.Location) ([]byte, error) {
	roads, err := s.engine.NearRoads(nil, at, roadReach, match.MotorVehicle)
	if err != nil && !errors.Is(err, engine.ErrNoMap) && !errors.Is(err, engine.ErrNoRoads) {
		return dst, err
	}
	dst = append(dst, `,"road":`...)
	if len(roads) == 0 {
		dst = append(dst, "null"...)
	} else {
		dst = appendWay(append(dst, '{'), roads[0].Way)
		dst = strconv.AppendFloat(append(dst, `,"distance_m":`...), roads[0].Distance, 'f', 1, 64)
		dst = append(dst, '}')
	}
	var vi, en []string
	for i := range roads {
		if name := roads[i].Way.Name; name != "" && roads[i].Distance <= streetReach {
			street, english := streetNames(name)
			vi, en = append(vi, street), append(en, english)
			break
		}
	}
	if found.WardFound {
		vi, en = append(vi, found.Ward.FullName), append(en, found.Ward.FullNameEN)
	}
	vi, en = append(vi, found.Province.FullName), append(en, found.Province.FullNameEN)
	dst = appendString(append(dst, `,"address":{"vi":`...), strings.Join(vi, ", "))
	dst = appendString(append(dst, `,"en":`...), strings.Join(en, ", "))
	return append(dst, '}'), nil
}

// streetKind is the kind of most streets, which the names of OpenStreetMap leave out as often
// as not.
const streetKind = "Đường"

// streetKinds are the other words with which the name of a road says what it is.
var streetKinds = []string{
	"Phố", "Đại lộ", "Quốc lộ", "Tỉnh lộ", "Hương lộ", "Xa lộ", "Cao tốc", "Vành đai", "Ngõ", "Ngách", "Hẻm", "Kiệt",
	"Cầu", "Hầm", "Nút giao", "Vòng xoay", "Bến", "Phà", "QL", "ĐT",
}

// streetNames returns the name of a street in an address in Vietnamese and English.
func streetNames(name string) (vi, en string) {
	begins := func(kind string) bool { return strings.HasPrefix(strings.ToLower(name), strings.ToLower(kind)) }
	if slices.ContainsFunc(streetKinds, begins) {
		return name, name
	}
	if begins(streetKind + " ") {
		name = name[len(streetKind)+1:]
	}
	return streetKind + " " + name, name + " Street"
}

// appendWay appends the members of a way.
func appendWay(dst []byte, w *road.Way) []byte {
	dst = appendKnown(append(dst, `"name":`...), w.Name)
	dst = appendKnown(append(dst, `,"ref":`...), w.Ref)
	dst = strconv.AppendInt(append(dst, `,"way_id":`...), w.ID, 10)
	dst = appendString(append(dst, `,"class":`...), w.Class.String())
	dst = append(dst, `,"limit":`...)
	if !w.HasMaxSpeed {
		return append(dst, "null"...)
	}
	return strconv.AppendUint(dst, uint64(w.MaxSpeedKMH), 10)
}

// appendKnown appends a text, null if it is empty.
func appendKnown(dst []byte, text string) []byte {
	if text == "" {
		return append(dst, "null"...)
	}
	return appendString(dst, text)
}

// getWay answers with a way and its geometry.
func (s *Server) getWay(dst []byte, r *request) ([]byte, error) {
	f := r.faults()
	id, err := strconv.ParseInt(r.code, 10, 64)
	if err != nil || !isDigits(r.code) || id == 0 {
		f.add("way_id", "must be the id of a way, a positive integer")
	}
	if err := f.err(); err != nil {
		return dst, err
	}
	err = s.turn(r, func(ctx context.Context) error {
		way, found, err := s.engine.FindWay(ctx, id)
		if err == nil && !found {
			err = &failure{status: http.StatusNotFound, message: fmt.Sprintf("no road of the map has the OpenStreetMap way id %d", id)}
		}
		if err != nil {
			return err
		}
		dst = appendWay(append(dst, `"data":{`...), &way.Way)
		dst = append(dst, `,"geometry":{"type":"MultiLineString","coordinates":`...)
		for i, line := range way.Lines {
			dst = append(dst, "[,"[min(i, 1)])
			for k, p := range line {
				dst = appendPosition(append(dst, "[,"[min(k, 1)]), p)
			}
			dst = append(dst, ']')
		}
		dst = append(dst, "]}}"...)
		return nil
	})
	return dst, err
}
