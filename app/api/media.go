// SPDX-License-Identifier: MIT

package api

import (
	"net/http"
	"strings"
)

// The media types of bodies and answers.
const (
	mediaJSON    = "application/json"
	mediaGeoJSON = "application/geo+json"
	mediaGPX     = "application/gpx+xml"
	mediaCSV     = "text/csv"
)

// accepted returns the media type that the client likes best, the first of several, and the
// first of all if it names none. It adds a fault if the client accepts none of them.
func accepted(h http.Header, offers []string, f *faults) string {
	lines := h["Accept"]
	if len(lines) == 0 || strings.Trim(strings.Join(lines, ""), " \t") == "" {
		return offers[0]
	}
	best, most := "", 0.0
	for _, offer := range offers {
		if w := mediaWeight(lines, offer); w > most {
			best, most = offer, w
		}
	}
	if best == "" {
		f.add("accept", "must allow one of "+strings.Join(offers, ", "))
	}
	return best
}

// mediaWeight returns the weight of a media type in the lines of an Accept: that of the most
// specific range that it is in (RFC 9110, section 12.5.1).
func mediaWeight(lines []string, media string) (weight float64) {
	kind, _, _ := strings.Cut(media, "/")
	specific := 0
	for _, item := range strings.Split(strings.Join(lines, ","), ",") {
		name, parameters, _ := strings.Cut(item, ";")
		level := 0
		switch name = strings.ToLower(strings.Trim(name, " \t")); name {
		case media:
			level = 3
		case kind + "/*":
			level = 2
		case "*/*":
			level = 1
		}
		if level > specific {
			specific, weight = level, rangeWeight(parameters)
		}
	}
	return weight
}

// rangeWeight returns the weight among the parameters of a range, 1 if none is given.
func rangeWeight(parameters string) float64 {
	for _, p := range strings.Split(parameters, ";") {
		p = strings.Trim(p, " \t")
		if name, _, _ := strings.Cut(p, "="); strings.EqualFold(name, "q") {
			return codingWeight(p)
		}
	}
	return 1
}
