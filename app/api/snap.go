// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"github.com/twpayne/go-polyline"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// snapQuery handles GET, with the path as text in the query.
func (s *Server) snapQuery(dst []byte, r *request) ([]byte, error) {
	f := r.faults()
	var request snapRequest
	text, found, ok := r.query.one("path", &f)
	switch {
	case ok && found:
		request.path = parsePath(make([]geo.Point, 0, maxPoints), text, &f)
	case ok:
		f.add("path", "is required: lat,lon pairs separated by |")
	}
	request.interpolate = r.query.boolean("interpolate", &f)
	if err := f.err(); err != nil {
		return dst, err
	}
	return s.snap(dst, r, request)
}

// snapBody handles POST, with the path in a JSON body. It releases the body before it
// snaps, so that queued requests hold 100 points each instead of 1 MiB.
func (s *Server) snapBody(dst []byte, r *request) ([]byte, error) {
	var request snapRequest
	err := s.withBody(r, maxSnapBody, func(_ context.Context, body []byte) error {
		f := r.faults()
		request = decodeSnap(body, &f)
		return f.err()
	})
	if err != nil {
		return dst, err
	}
	return s.snap(dst, r, request)
}

func (s *Server) snap(dst []byte, r *request, request snapRequest) ([]byte, error) {
	var snapped match.Snapped
	err := s.turn(r, func(ctx context.Context) (err error) {
		snapped, err = s.engine.Snap(ctx, request.path, request.interpolate)
		return err
	})
	if err != nil {
		return dst, err
	}
	s.measures.Matched(len(request.path))
	return s.snapping.append(dst, snapped, len(request.path), request.interpolate)
}

// polyline6 is the encoding of data.shape.
var polyline6 = polyline.Codec{Dim: 2, Scale: microdegrees}

// flats holds buffers of coordinates for polylines.
var flats = sync.Pool{New: func() any { return new([]float64) }}

// snapEncoder writes the data of an answer.
type snapEncoder struct {
	latLon    bool // lat, lon
	latitudes bool // latitude, longitude
}

func newSnapEncoder(keys LocationKeys) (snapEncoder, error) {
	switch keys {
	case "", LocationBoth:
		return snapEncoder{latLon: true, latitudes: true}, nil
	case LocationLatLon:
		return snapEncoder{latLon: true}, nil
	case LocationLatitudeLongitude:
		return snapEncoder{latitudes: true}, nil
	}
	return snapEncoder{}, fmt.Errorf("%w: location keys %q: want %s, %s or %s", ErrOptions, keys, LocationBoth, LocationLatLon, LocationLatitudeLongitude)
}

// append appends `"data":…` to dst. An answer that would break the contract is an
// error, because no answer is better than a wrong one.
func (e snapEncoder) append(dst []byte, snapped match.Snapped, points int, interpolate bool) ([]byte, error) {
	dst = append(dst, `"data":{"snappedPoints":[`...)
	originals := 0
	for i, p := range snapped.Points {
		if !p.Location.Valid() {
			return dst, fmt.Errorf("snapping: point %d of the answer is at the invalid position %v", i, p.Location)
		}
		if p.Original {
			if p.OriginalIndex != originals {
				return dst, fmt.Errorf("snapping: point %d of the answer has index %d, want %d", i, p.OriginalIndex, originals)
			}
			originals++
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = e.appendPoint(dst, p)
	}
	if originals != points || !interpolate && len(snapped.Points) != points {
		return dst, fmt.Errorf("snapping: %d points in the answer, of which %d original, for %d in the request", len(snapped.Points), originals, points)
	}
	dst = append(dst, ']')
	if interpolate {
		var err error
		if dst, err = appendShape(dst, snapped.Shape); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

func (e snapEncoder) appendPoint(dst []byte, p match.SnappedPoint) []byte {
	dst = append(dst, `{"location":{`...)
	if e.latLon {
		at := len(dst) + len(`"lat":`)
		dst = appendDegrees(append(dst, `"lat":`...), p.Location.Lat)
		lat, to := dst[at:], len(dst)+len(`,"lon":`)
		dst = appendDegrees(append(dst, `,"lon":`...), p.Location.Lon)
		if e.latitudes { // the same digits again
			lon := dst[to:]
			dst = append(append(dst, `,"latitude":`...), lat...)
			dst = append(append(dst, `,"longitude":`...), lon...)
		}
	} else {
		dst = appendDegrees(append(dst, `"latitude":`...), p.Location.Lat)
		dst = appendDegrees(append(dst, `,"longitude":`...), p.Location.Lon)
	}
	dst = append(dst, '}')
	if p.Original {
		dst = strconv.AppendInt(append(dst, `,"originalIndex":`...), int64(p.OriginalIndex), 10)
	}
	if p.HasWay {
		dst = strconv.AppendInt(append(dst, `,"way_id":`...), p.WayID, 10)
	}
	return append(dst, '}')
}

func appendShape(dst []byte, shape []geo.Point) ([]byte, error) {
	flat := flats.Get().(*[]float64)
	defer flats.Put(flat)
	*flat = (*flat)[:0]
	for i, p := range shape {
		if !p.Valid() {
			return dst, fmt.Errorf("snapping: vertex %d of the shape is at the invalid position %v", i, p)
		}
		*flat = append(*flat, float64(roundDegrees(p.Lat))/microdegrees, float64(roundDegrees(p.Lon))/microdegrees)
	}
	text := buffers.Get().(*[]byte)
	encoded, err := polyline6.EncodeFlatCoords((*text)[:0], *flat)
	defer func() { recycle(text, encoded) }()
	if err != nil {
		return dst, fmt.Errorf("snapping: encode the shape: %w", err)
	}
	dst = append(dst, `,"shape":`...)
	return appendString(dst, encoded), nil
}
