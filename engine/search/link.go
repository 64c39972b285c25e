// SPDX-License-Identifier: MIT

package search

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"roadsnap/engine/geo"
)

// Links in which the point stands at a place of its own. Of two of them in a link, the
// first of this list is the place and not the middle of the map.
var linkPoints = []*regexp.Regexp{
	regexp.MustCompile(`!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)`),      // Google, a place
	regexp.MustCompile(`[?&#]mlat=(-?[\d.]+)&(?:amp;)?mlon=(-?[\d.]+)`), // OpenStreetMap, a marker
	regexp.MustCompile(`/@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)`),         // Google, the middle
	regexp.MustCompile(`#map=[\d.]+/(-?[\d.]+)/(-?[\d.]+)`),             // OpenStreetMap, the middle
	regexp.MustCompile(`#[\d.]+/(-?\d+\.\d+)/(-?\d+\.\d+)`),             // MapLibre and others
	regexp.MustCompile(`[?&]cp=(-?[\d.]+)~(-?[\d.]+)`),                  // Bing
	regexp.MustCompile(`[?&]lat=(-?[\d.]+)&(?:amp;)?l(?:on|ng)=(-?[\d.]+)`),
	regexp.MustCompile(`[?&]map=(-?[\d.]+),(-?[\d.]+)`), // HERE
}

// linkParameters are the parameters of links that hold a point or a name, the place
// before the middle of the map.
var linkParameters = []string{"q", "query", "daddr", "destination", "ll", "sll", "center", "pt", "to"}

// isLink reports whether text is a link.
func isLink(text string) bool {
	lower := strings.ToLower(text)
	for _, prefix := range []string{"http://", "https://", "geo:", "www.", "maps.", "google.", "osm.org/", "openstreetmap.org/", "comgooglemaps:", "om:", "waze:"} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	return false
}

// parseLink reads the point of a link.
func parseLink(text string) (p geo.Point, found bool) {
	text, found = findLink(text)
	if !found {
		return geo.Point{}, false
	}
	if rest, ok := cutPrefixFold(text, "geo:"); ok {
		return parseGeo(rest)
	}
	plain, err := url.QueryUnescape(text)
	if err != nil {
		plain = text
	}
	for _, pattern := range linkPoints[:2] {
		if p, found = pointOf(pattern, plain); found {
			return p, true
		}
	}
	if u, err := url.Parse(text); err == nil {
		for _, name := range linkParameters {
			value := strings.TrimPrefix(u.Query().Get(name), "loc:")
			if p, found = parseCoordinates(value); found {
				return p, true // also of services that write the longitude first
			}
		}
		if p, found = parsePath(u); found {
			return p, true
		}
	}
	for _, pattern := range linkPoints[2:] {
		if p, found = pointOf(pattern, plain); found {
			return p, true
		}
	}
	return geo.Point{}, false
}

// findLink returns the link in a text such as "Chợ Bến Thành https://…", which phones
// share.
func findLink(text string) (link string, found bool) {
	for _, word := range strings.Fields(text) {
		if isLink(word) {
			return word, true
		}
	}
	return "", false
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// parseGeo reads a geo URI (RFC 5870) after its scheme. Android writes the place as
// "geo:0,0?q=LAT,LON(LABEL)".
func parseGeo(rest string) (p geo.Point, found bool) {
	path, query, _ := strings.Cut(rest, "?")
	if values, err := url.ParseQuery(query); err == nil {
		q, _, _ := strings.Cut(values.Get("q"), "(")
		if p, found = parseCoordinates(q); found {
			return p, true
		}
	}
	path, _, _ = strings.Cut(path, ";")
	list := strings.Split(path, ",")
	if len(list) < 2 || len(list) > 3 {
		return geo.Point{}, false
	}
	return degreesOf(list[0], list[1])
}

// parsePath reads the last point that is a whole segment of a link's path, as in
// /maps/dir/10.1,106.2/10.3,106.4, and the short links of OpenStreetMap.
func parsePath(u *url.URL) (p geo.Point, found bool) {
	segments := strings.Split(strings.Trim(u.Path, "/"), "/")
	for i := len(segments) - 1; i >= 0; i-- {
		if strings.HasPrefix(segments[i], "@") {
			continue
		}
		if p, found = parseCoordinates(strings.ReplaceAll(segments[i], "+", " ")); found {
			return p, true
		}
	}
	host := strings.TrimPrefix(strings.ToLower(u.Host), "www.")
	for i, s := range segments {
		if s == "go" && i+1 < len(segments) && (host == "osm.org" || host == "openstreetmap.org" || strings.HasSuffix(segments[0], "osm.org")) {
			return parseShort(segments[i+1])
		}
	}
	return geo.Point{}, false
}

// shortDigits are the digits of a short link of OpenStreetMap. Each has three bits of
// the longitude and three of the latitude in turn, the longitude first.
const shortDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~"

// parseShort reads the code of a short link (https://wiki.openstreetmap.org/wiki/Shortlink).
func parseShort(code string) (p geo.Point, found bool) {
	code = strings.ReplaceAll(strings.TrimRight(code, "-"), "@", "~")
	if len(code) < 3 || len(code) > 12 {
		return geo.Point{}, false
	}
	var x, y uint64
	for i := range len(code) {
		digit := strings.IndexByte(shortDigits, code[i])
		if digit < 0 {
			return geo.Point{}, false
		}
		for bit := 5; bit >= 0; bit -= 2 {
			x = x<<1 | uint64(digit>>bit&1)
			y = y<<1 | uint64(digit>>(bit-1)&1)
		}
	}
	cells := float64(uint64(1) << (3 * len(code)))
	p = geo.Point{Lat: (float64(y)+0.5)/cells*180 - 90, Lon: (float64(x)+0.5)/cells*360 - 180}
	return p, p.Valid()
}

func pointOf(pattern *regexp.Regexp, text string) (p geo.Point, found bool) {
	m := pattern.FindStringSubmatch(text)
	if m == nil {
		return geo.Point{}, false
	}
	return degreesOf(m[1], m[2])
}

func degreesOf(lat, lon string) (p geo.Point, found bool) {
	var err1, err2 error
	p.Lat, err1 = strconv.ParseFloat(strings.TrimSpace(lat), 64)
	p.Lon, err2 = strconv.ParseFloat(strings.TrimSpace(lon), 64)
	return p, err1 == nil && err2 == nil && p.Valid()
}

// LinkText returns the name that a link without a point searches for: "Chợ Bến Thành"
// for https://www.google.com/maps/search/Chợ+Bến+Thành.
func LinkText(text string) (name string, found bool) {
	link, found := findLink(text)
	if !found {
		return "", false
	}
	u, err := url.Parse(link)
	if err != nil {
		return "", false
	}
	for _, key := range linkParameters {
		if v := strings.TrimSpace(u.Query().Get(key)); v != "" {
			return v, true
		}
	}
	segments := strings.Split(u.Path, "/")
	for i := 0; i+1 < len(segments); i++ {
		if s := segments[i]; s == "search" || s == "place" {
			name = strings.TrimSpace(strings.ReplaceAll(segments[i+1], "+", " "))
			return name, name != ""
		}
	}
	return "", false
}

// IsLink reports whether a text has a link in it.
func IsLink(text string) bool {
	_, found := findLink(text)
	return found
}
