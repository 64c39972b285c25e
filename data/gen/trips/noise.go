// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"math/rand/v2"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// offset is a distance to the east and to the north (metres).
type offset struct{ east, north float64 }

func (o offset) length() float64 { return math.Hypot(o.east, o.north) }

func (o offset) plus(p offset) offset { return offset{o.east + p.east, o.north + p.north} }

// move returns the point at an offset from p.
func (o offset) move(p geo.Point) geo.Point {
	return geo.NewPlane(p).Point(geo.XY{X: o.east, Y: o.north})
}

// noise spoils the fixes of a trip.
type noise struct {
	*rand.Rand
	g     *road.Graph
	trip  *trip
	shift offset // the constant error
}

// kinds are the kinds of noise that trips alternate between.
var kinds = []struct {
	name  string
	spoil func(*noise, []fix) []fix
}{
	{"white", white},
	{"correlated", correlated},
	{"multipath", multipath},
	{"shifted", shifted},
	{"outage", outage},
	{"tunnel", tunnel},
	{"snapped", snapped},
	{"rounded", rounded},
	{"repeated", repeated},
	{"clock", clock},
}

// normal returns a normal offset of standard deviation sigma on each axis.
func (n *noise) normal(sigma float64) offset {
	return offset{sigma * n.NormFloat64(), sigma * n.NormFloat64()}
}

// any returns an offset of a length in any direction.
func (n *noise) any(length float64) offset {
	sin, cos := math.Sincos(2 * math.Pi * n.Float64())
	return offset{length * cos, length * sin}
}

// white adds an independent error to each fix.
func white(n *noise, fixes []fix) []fix {
	for i := range fixes {
		fixes[i].at = n.normal(n.trip.Sigma).move(fixes[i].at)
	}
	return fixes
}

// outlying is white with one fix of twenty 60 to 150 m off.
func outlying(n *noise, fixes []fix) []fix {
	for i, f := range white(n, fixes) {
		if n.IntN(20) == 0 {
			fixes[i].at = n.any(60 + 90*n.Float64()).move(f.truth)
		}
	}
	return fixes
}

// whiteShare is the part of the variance of correlated noise that changes from fix to fix.
const whiteShare = 0.1

// correlated adds an error that persists for half a minute to two minutes, as those of
// receivers do, and a smaller independent one.
func correlated(n *noise, fixes []fix) []fix {
	memory := 20 + 80*n.Float64() // seconds
	slow := math.Sqrt(1-whiteShare) * n.trip.Sigma
	e := n.normal(slow)
	for i := range fixes {
		if i > 0 {
			keep := math.Exp(-(fixes[i].seconds - fixes[i-1].seconds) / memory)
			fresh := n.normal(slow * math.Sqrt(1-keep*keep))
			e = offset{keep*e.east + fresh.east, keep*e.north + fresh.north}
		}
		fixes[i].at = e.plus(n.normal(math.Sqrt(whiteShare) * n.trip.Sigma)).move(fixes[i].at)
	}
	return fixes
}

// multipath is correlated, with reflections in streets: for some 20 s the fixes are 10 to
// 40 m off.
func multipath(n *noise, fixes []fix) []fix {
	var reflected offset
	until := -1.0
	for i, f := range correlated(n, fixes) {
		street := true
		for _, h := range n.g.Near(nil, f.truth, 5, 0) {
			if c := n.g.Class(h.Link); c == road.Motorway || c == road.Trunk {
				street = false
			}
		}
		if f.seconds > until && street && n.Float64() < 0.06*min(float64(n.trip.Interval), 5) {
			reflected, until = n.any(10+30*n.Float64()), f.seconds+n.ExpFloat64()*20
		}
		if f.seconds <= until {
			fixes[i].at = reflected.move(f.at)
		}
	}
	return fixes
}

// longestShift is the greatest constant error (metres).
const longestShift = 20

// shifted is correlated, with the same error of up to longestShift added to all fixes.
func shifted(n *noise, fixes []fix) []fix {
	n.shift = n.any(longestShift * n.Float64())
	for i, f := range correlated(n, fixes) {
		fixes[i].at = n.shift.move(f.at)
	}
	return fixes
}

// outage is correlated, with one to three outages of one to five minutes.
func outage(n *noise, fixes []fix) []fix {
	fixes = correlated(n, fixes)
	for range 1 + n.IntN(3) {
		from := fixes[len(fixes)-1].seconds * n.Float64()
		fixes = without(fixes, from, from+60+240*n.Float64())
	}
	return fixes
}

// without removes the fixes between two times, except the first and the last of the trip.
func without(fixes []fix, from, to float64) []fix {
	var kept []fix
	for i, f := range fixes {
		if i == 0 || i == len(fixes)-1 || f.seconds < from || f.seconds > to {
			kept = append(kept, f)
		}
	}
	return kept
}

// tunnel is correlated, without the fixes in tunnels. A trip without a tunnel gets one of
// half a minute to a minute and a half. The first fixes after it are worse.
func tunnel(n *noise, fixes []fix) []fix {
	fixes = correlated(n, fixes)
	start := fixes[len(fixes)-1].seconds * n.Float64()
	end := start + 30 + 60*n.Float64()
	hidden := func(f fix) bool { return f.seconds >= start && f.seconds <= end }
	inTunnel := func(f fix) bool {
		near := n.g.Near(nil, f.truth, 1, 0)
		return len(near) > 0 && n.g.Way(near[0].Link).Tunnel
	}
	for _, f := range fixes {
		if inTunnel(f) {
			hidden = inTunnel
			break
		}
	}
	var kept []fix
	after := 0.0
	for i, f := range fixes {
		if hidden(f) && i > 0 && i < len(fixes)-1 {
			after = 40
			continue
		}
		f.at = n.normal(after / 2).move(f.at)
		after *= 0.5
		kept = append(kept, f)
	}
	return kept
}

// snapped is correlated, with each fix moved to the nearest road, as some devices do.
func snapped(n *noise, fixes []fix) []fix {
	for i, f := range correlated(n, fixes) {
		if near := n.g.Near(nil, f.at, 100, road.AnyMotor); len(near) > 0 {
			fixes[i].at = near[0].Point
		}
	}
	return fixes
}

// rounded is correlated, rounded to four or five decimals of a degree.
func rounded(n *noise, fixes []fix) []fix {
	unit := []float64{1e4, 1e5}[n.IntN(2)]
	for i, f := range correlated(n, fixes) {
		fixes[i].at = geo.Point{Lat: math.Round(f.at.Lat*unit) / unit, Lon: math.Round(f.at.Lon*unit) / unit}
	}
	return fixes
}

// repeated is correlated, with one fix of five sent twice and one of twenty with the
// position of the one before.
func repeated(n *noise, fixes []fix) []fix {
	var sent []fix
	for i, f := range correlated(n, fixes) {
		if i > 0 && n.IntN(20) == 0 {
			f.at = sent[len(sent)-1].at
		}
		sent = append(sent, f)
		if n.IntN(5) == 0 {
			sent = append(sent, f)
		}
	}
	return sent
}

// clock is correlated, with times that are missing, off by up to an hour, or stand still,
// one of twenty each.
func clock(n *noise, fixes []fix) []fix {
	fixes = correlated(n, fixes)
	for i := range fixes {
		switch n.IntN(20) {
		case 0:
			fixes[i].timed = false
		case 1:
			fixes[i].seconds += math.Round(7200*n.Float64() - 3600)
		case 2:
			if i > 0 {
				fixes[i].seconds = fixes[i-1].seconds
			}
		}
	}
	return fixes
}

// round7 rounds degrees to the seven decimals of the file.
func round7(degrees float64) float64 { return math.Round(degrees*1e7) / 1e7 }
