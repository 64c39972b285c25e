// SPDX-License-Identifier: MIT

package api

import "strings"

// logPath returns the path of r for the log and the observer. It never has keys or places,
// whatever is wrong with the path: a misspelt path is cut after the segments that are known.
func (r *request) logPath() string {
	switch {
	case r.route != nil && r.route.family() == "" && isNumber(r.code):
		return r.route.path[:strings.IndexByte(r.route.path, '{')] + r.code
	case r.route != nil:
		return r.route.path
	case r.foreign.family != "":
		return compatPath + string(r.foreign.family) + "/…"
	}
	return knownPrefix(r.URL.Path)
}

// isNumber reports whether text is a code of a unit or an id of a way.
func isNumber(text string) bool {
	return text != "" && len(text) <= 20 && strings.Trim(text, "0123456789") == ""
}

// knownPrefix returns the longest beginning of an unescaped path that is also one of a route,
// and … for the rest.
func knownPrefix(path string) string {
	known := 0
	for _, r := range routes {
		known = max(known, commonPrefix(path, r.path))
	}
	return path[:known] + "…"
}

// commonPrefix returns the length of the segments that path and the pattern of a route have in
// common, each with the slash after it.
func commonPrefix(path, pattern string) (n int) {
	for {
		segment, rest, more := strings.Cut(pattern, "/")
		if !more || !strings.HasPrefix(path[n:], segment+"/") {
			return n
		}
		n += len(segment) + 1
		pattern = rest
	}
}
