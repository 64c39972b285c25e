// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	_ "embed"
)

// description is the OpenAPI document of the server.
//
//go:embed openapi.json
var description []byte

// healthz answers OK while the process runs.
func (s *Server) healthz(dst []byte, _ *request) ([]byte, error) {
	dst = append(dst, `"data":{"version":`...)
	dst = appendString(dst, s.version)
	return append(dst, '}'), nil
}

// readyz answers OK while the server can snap: a map with roads is installed, and the
// server is not stopping.
func (s *Server) readyz(dst []byte, _ *request) ([]byte, error) {
	if s.stopping.Load() {
		return dst, errStopping()
	}
	if err := s.engine.Ready(); err != nil {
		return dst, err
	}
	return append(dst, `"data":{"ready":true}`...), nil
}

// openapi answers with the description of the API.
func (s *Server) openapi(dst []byte, r *request) ([]byte, error) {
	r.constant = s.described
	return dst, nil
}

// allCoordinates are the members of a location that the description requires.
const allCoordinates = `"required": [
          "lat",
          "lon",
          "latitude",
          "longitude"
        ]`

// describe returns the description of a server that sends these coordinates.
func describe(keys LocationKeys) []byte {
	required := `"required": ["lat", "lon"]`
	switch keys {
	case LocationLatLon:
	case LocationLatitudeLongitude:
		required = `"required": ["latitude", "longitude"]`
	default:
		return description
	}
	return bytes.Replace(description, []byte(allCoordinates), []byte(required), 1)
}
