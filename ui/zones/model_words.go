// SPDX-License-Identifier: MIT

package zones

import (
	"fmt"
	"strings"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/zone"
	"roadsnap/ui/text"
)

// Named returns a zone with a name, a group and, for a circle or corridor, a size in metres,
// from fields. problem says what is wrong with them, "" if nothing is.
func Named(words text.Catalogue, z zone.Zone, name, group, size string) (named zone.Zone, problem string) {
	z.Name, z.Group = strings.TrimSpace(name), strings.TrimSpace(group)
	if z.Name == "" {
		return z, words.T("zones.no_name")
	}
	if size == "" {
		return z, ""
	}
	before := z.Radius
	if z.Kind == zone.Corridor {
		before = z.Width
	}
	if size == words.Number(before, 0) { // exactly, though it may be shown rounded
		return z, ""
	}
	x, ok := words.ReadNumber(size)
	most := float64(zone.MaxRadius)
	if z.Kind == zone.Corridor {
		most = zone.MaxWidth
	}
	if !ok || x < leastRadius || x > most {
		return z, words.T("zones.bad_size", "least", words.Number(leastRadius, 0), "most", words.Number(most, 0))
	}
	if z.Kind == zone.Corridor {
		z.Width = x
	} else {
		z.Radius = x
	}
	return z, ""
}

// Describe returns the kind and size of a zone.
func Describe(words text.Catalogue, z zone.Zone) string {
	size := z.Code
	switch z.Kind {
	case zone.Circle:
		size = words.Distance(z.Radius)
	case zone.Corridor:
		size = words.Distance(geo.Length(z.Line)) + " × " + words.Distance(z.Width)
	case zone.Polygon:
		size = words.Area(zone.Area(z.Rings))
	}
	line := words.T("zones.kind."+string(z.Kind)) + " · " + size
	if z.Group != "" {
		line += " · " + z.Group
	}
	return line
}

// VisitCells returns the cells of a stay: vehicle, zone, entry, exit, duration, distance.
func VisitCells(words text.Catalogue, r *Report, s zone.Stay) []string {
	enter, leave := moment(words, s.Enter), moment(words, s.Leave)
	if s.Began {
		enter = words.T("zones.since", "time", enter)
	}
	if s.Ended {
		leave = words.T("zones.until", "time", leave)
	}
	duration := Exactly(s.Duration())
	if !s.Exact() {
		least, most := s.Range()
		duration = Exactly(least) + " – " + Exactly(most)
	}
	return []string{s.Vehicle, r.Zones[s.Zone].Name, enter, leave, duration, words.Distance(s.Covered)}
}

// PassageCells returns the cells of a way between two zones: vehicle, start, end, duration,
// distance.
func PassageCells(words text.Catalogue, p zone.Passage) []string {
	return []string{p.Vehicle, moment(words, p.Start), moment(words, p.End), Exactly(p.Duration()), words.Distance(p.Distance)}
}

// moment returns a day and a time of Vietnam.
func moment(words text.Catalogue, t time.Time) string { return words.Day(t) + " " + words.Clock(t) }

// Exactly returns a duration as hours, minutes and seconds: "1:02:03".
func Exactly(d time.Duration) string {
	d = d.Round(time.Second)
	return fmt.Sprintf("%d:%02d:%02d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60)
}

// Quantiles returns a line on a distribution.
func Quantiles(words text.Catalogue, d zone.Distribution) string {
	if d.Count == 0 {
		return words.T("zones.times.none")
	}
	return words.T("zones.times.quantiles", "n", words.Count(d.Count), "p10", Exactly(d.P10), "p50", Exactly(d.P50), "p90", Exactly(d.P90))
}
