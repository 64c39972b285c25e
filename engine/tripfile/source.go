// SPDX-License-Identifier: MIT

package tripfile

import (
	"slices"
	"strings"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
)

// Source says what the routes were made from. Its fields may be empty.
type Source struct {
	Licence string    // notice that must be shown with data of the map
	Map     string    // name of the map
	MapTime time.Time // time of its data
	Matcher string    // version of the matcher, match.Version
}

// SourceOf returns the source of routes on a map. Its licence is that of OpenStreetMap, with
// the further notices of the map that do not hold for its borders alone.
func SourceOf(m pack.Meta) Source {
	notices := slices.DeleteFunc(slices.Clone(m.Licences), func(x string) bool { return slices.Contains(m.BorderLicences, x) && x != osmimport.Licence })
	if !slices.Contains(notices, osmimport.Licence) {
		notices = append([]string{osmimport.Licence}, notices...)
	}
	return Source{Licence: strings.Join(notices, "; "), Map: m.Name, MapTime: m.SourceTime, Matcher: match.Version}
}

// members returns what is known of the source, by name.
func (s Source) members() (list [][2]string) {
	at := ""
	if !s.MapTime.IsZero() {
		at = s.MapTime.UTC().Format(time.RFC3339)
	}
	for _, m := range [][2]string{{"licence", s.Licence}, {"map", s.Map}, {"map_time", at}, {"matcher", s.Matcher}} {
		if m[1] != "" {
			list = append(list, m)
		}
	}
	return list
}

// text returns what is known of the source, one a line.
func (s Source) text() string {
	var lines []string
	for _, m := range s.members() {
		lines = append(lines, m[0]+": "+m[1])
	}
	return strings.Join(lines, "\n")
}
