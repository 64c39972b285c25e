// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"roadsnap/engine/units"
)

// print prints the portrait as text.
func (p portrait) print(w io.Writer, t *units.Table) error {
	var rows [][2]string
	add := func(name, format string, args ...any) {
		rows = append(rows, [2]string{name, fmt.Sprintf(format, args...)})
	}
	if p.Kind == units.KindProvince {
		u := p.Unit.Province
		add("name", "%s (%s)", u.FullName, u.FullNameEN)
		add("code", "%s", u.Code)
		add("kind", "%s", u.Level)
		add("region", "%s", u.Region)
		add("wards", "%d", p.wards)
	} else {
		u := p.Ward
		add("name", "%s (%s)", u.FullName, u.FullNameEN)
		add("code", "%s", u.Code)
		add("kind", "%s", u.Level)
		add("province", "%s %s", p.home.Code, p.home.FullName)
		add("region", "%s", u.Region)
	}
	if p.HasLand {
		box := p.Land.Bounds()
		add("centre", "%.6f, %.6f", p.Land.Center().Lat, p.Land.Center().Lon)
		add("viewport", "%.6f, %.6f to %.6f, %.6f", box.South, box.West, box.North, box.East)
		add("area", "%.2f km²", p.Land.Size()/1e6)
		add("parts", "%d", p.parts)
		var counts []string
		for _, l := range p.levels {
			counts = append(counts, fmt.Sprintf("%d at the level %v", l.vertices, l.level))
		}
		add("vertices", "%s", strings.Join(counts, ", "))
	} else {
		add("borders", "none installed")
	}
	name := "neighbours"
	for _, n := range p.neighbours {
		add(name, "%s  %s, %.2f km", n.Code(), n.FullName(), n.metres/1000)
		name = ""
	}
	if p.HasLand && p.coast >= leastCoast {
		add("coast, national border", "%.2f km", p.coast/1000)
	}
	name = "made of"
	for _, province := range p.merged {
		add(name, "%s", province)
		name = ""
	}
	for _, f := range p.made {
		shares, known := p.before.Shares(f)
		add(name, "%s%s", describeFormer(f), shareText(shares, known, p.Ward.Code))
		name = ""
	}
	rows = append(rows, faultRows("gaps", p.gaps, false)...)
	rows = append(rows, faultRows("overlaps", p.overlaps, true)...)
	return table(w, rows)
}

// leastCoast is the shortest coast that is printed (metres). Less may be the rounding of
// lengths, or the outline of gaps.
const leastCoast = 10

// shownFaults is the number of gaps and overlaps that are printed, the largest first.
const shownFaults = 10

func faultRows(name string, list []units.Fault, overlap bool) (rows [][2]string) {
	for i, f := range list {
		if i == shownFaults {
			return append(rows, [2]string{"", fmt.Sprintf("%d more, all with --json", len(list)-i)})
		}
		var wards []string
		for _, w := range f.Wards {
			wards = append(wards, w.Code+" "+w.FullName)
		}
		text := fmt.Sprintf("%.1f m² at %.6f, %.6f: %s", f.Area, f.At.Lat, f.At.Lon, strings.Join(wards, ", "))
		if overlap {
			text += "; given to " + f.Winner.Code
		}
		rows = append(rows, [2]string{name, text})
		name = ""
	}
	return rows
}

// kilometres turns metres into km, in steps of a metre.
func kilometres(m float64) float64 { return math.Round(m) / 1000 }

// tenths and thousandths round to one and three decimals.
func tenths(x float64) float64      { return math.Round(x*10) / 10 }
func thousandths(x float64) float64 { return math.Round(x*1000) / 1000 }

// nonNil returns an empty list for nil, which JSON would write as null.
func nonNil(list []string) []string { return append([]string{}, list...) }
