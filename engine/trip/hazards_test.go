// SPDX-License-Identifier: MIT

package trip

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// hardDay is a day with other models of errors and other hazards than day: it is driven by
// one of three receivers, and the recorder may lose fixes or sleep.
type hardDay struct {
	random   *rand.Rand
	at       geo.XY
	heading  float64
	clock    float64 // seconds since the start
	interval float64
	missing  float64 // share of fixes that are lost
	events   bool    // the recorder reports when the ignition changes, and when it wakes
	due      float64
	engine   trace.Ignition

	model        int     // of the errors
	deviation    geo.XY  // the slow part of the error
	bias         geo.XY  // of the street between high houses
	until        float64 // the time at which a reflection ends
	observations []match.Observation
	states       []trace.Ignition
	stops        []hardStop
	moving       []span
	idle         []span // true stops with the engine on
}

// hardStop is a true stop and its hazard. One that may be found or not is optional.
type hardStop struct {
	Stop
	hazard   string
	optional bool
}

var hardPlane = geo.NewPlane(geo.Point{Lat: 21.0, Lon: 105.8})

func hardTime(seconds float64) time.Time {
	return start.Add(time.Duration(seconds * float64(time.Second)))
}

func (d *hardDay) uniform(low, high float64) float64 { return low + (high-low)*d.random.Float64() }

// fix records a position.
func (d *hardDay) fix(standing bool) {
	noise := 3.0
	switch d.model {
	case 0: // a random walk, bound to the true place
		d.deviation.X = 0.97*d.deviation.X + 2.5*d.random.NormFloat64()
		d.deviation.Y = 0.97*d.deviation.Y + 2.5*d.random.NormFloat64()
	case 1: // reflections of 30 to 80 m, for some time
		if d.clock > d.until {
			d.deviation = geo.XY{}
			if standing && d.random.Float64() < min(1, d.interval/400) {
				size, angle := d.uniform(30, 80), d.uniform(0, 2*math.Pi)
				d.deviation = geo.XY{X: size * math.Sin(angle), Y: size * math.Cos(angle)}
				d.until = d.clock + d.uniform(5, 60)
			}
		}
	case 2: // streets between high houses
		d.deviation, noise = d.bias, 6
	}
	p := geo.XY{X: d.at.X + d.deviation.X + noise*d.random.NormFloat64(), Y: d.at.Y + d.deviation.Y + noise*d.random.NormFloat64()}
	d.observations = append(d.observations, match.Observation{Point: hardPlane.Point(p), Time: hardTime(d.clock)})
	d.states = append(d.states, d.engine)
}

// pass lets time go by at a speed (m/s), with a fix every interval seconds; 0: none.
func (d *hardDay) pass(seconds, speed, interval float64) {
	if interval > 0 {
		d.due = min(d.due, d.clock+interval)
	}
	for end := d.clock + seconds; d.clock < end; {
		d.clock++
		d.at.X += speed * math.Sin(d.heading)
		d.at.Y += speed * math.Cos(d.heading)
		if interval > 0 && d.clock >= d.due {
			d.due = d.clock + interval
			if d.random.Float64() >= d.missing {
				d.fix(speed == 0)
			}
		}
	}
}

func (d *hardDay) set(state trace.Ignition) {
	if d.engine != state && d.events {
		d.engine = state
		d.fix(true)
	}
	d.engine = state
}

// drive drives for some minutes, with bends and long traffic lights.
func (d *hardDay) drive() {
	for left := d.uniform(400, 1400); left > 0; {
		leg := d.uniform(15, 70)
		d.pass(leg, d.uniform(6, 18), d.interval)
		left -= leg
		d.heading += 0.5 * d.random.NormFloat64()
		d.bias = geo.XY{X: d.uniform(-25, 25), Y: d.uniform(-25, 25)}
		if d.random.IntN(5) == 0 {
			from := d.clock
			d.pass(d.uniform(30, 150), 0, d.interval)
			d.moving = append(d.moving, span{"light", from, d.clock})
			d.pass(25, d.uniform(6, 18), d.interval)
		}
	}
}

// stand makes a stop of a kind.
func (d *hardDay) stand(kind string) {
	from, place := d.clock, d.at
	optional := false
	seconds := math.Exp(d.uniform(math.Log(300), math.Log(5400)))
	switch kind {
	case "idle":
		d.pass(seconds, 0, d.interval)
		d.idle = append(d.idle, span{kind, from, d.clock})
	case "pick-up":
		seconds = d.uniform(120, 240)
		optional = seconds < 220
		d.pass(seconds, 0, d.interval)
		d.idle = append(d.idle, span{kind, from, d.clock})
	case "depot": // moved by some metres again and again
		for d.clock < from+seconds {
			d.pass(d.uniform(60, 400), 0, d.interval)
			d.heading += math.Pi * float64(d.random.IntN(2))
			d.pass(d.uniform(3, 8), 2, d.interval)
		}
		d.at = geo.XY{X: (place.X + d.at.X) / 2, Y: (place.Y + d.at.Y) / 2}
		d.idle = append(d.idle, span{kind, from, d.clock})
	default:
		before, after := d.uniform(5, 60), d.uniform(5, 60)
		d.pass(before, 0, d.interval)
		d.idle = append(d.idle, span{kind, from, d.clock})
		d.set(trace.IgnitionOff)
		interval := d.interval
		switch kind {
		case "recorder off":
			interval = 0
		case "sleeping":
			interval = d.uniform(300, 1800)
			d.due = d.clock + interval
		}
		d.pass(seconds, 0, interval)
		d.set(trace.IgnitionOn)
		d.due = min(d.due, d.clock+d.interval)
		on := d.clock
		d.pass(after, 0, d.interval)
		d.idle = append(d.idle, span{kind, on, d.clock})
	}
	d.stops = append(d.stops, hardStop{Stop{Arrival: hardTime(from), Departure: hardTime(d.clock), Center: hardPlane.Point(d.at)}, kind, optional})
}

// hazard passes a jam, a ferry or a tunnel.
func (d *hardDay) hazard(kind string) {
	from := d.clock
	switch kind {
	case "jam":
		for end := d.clock + d.uniform(400, 1500); d.clock < end; {
			d.pass(min(100, 8+25*d.random.ExpFloat64()), 0, d.interval)
			d.pass(d.uniform(4, 14), d.uniform(1, 4), d.interval)
		}
	case "ferry":
		d.pass(d.uniform(300, 1200), d.uniform(2, 6), d.interval)
	case "tunnel":
		d.pass(d.uniform(60, 400), d.uniform(8, 20), 0)
		d.due = d.clock
	}
	d.moving = append(d.moving, span{kind, from, d.clock})
}

// newHardDay returns a random day.
func newHardDay(seed uint64, interval float64, events bool) *hardDay {
	random := rand.New(rand.NewPCG(seed, 901))
	d := &hardDay{
		random: random, interval: interval, events: events, engine: trace.IgnitionOn,
		model: random.IntN(3), heading: 6 * random.Float64(), missing: 0.15 * random.Float64(),
	}
	kinds := []string{"parked", "recorder off", "sleeping", "idle", "pick-up", "depot"}
	random.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	for _, kind := range kinds {
		d.drive()
		if h := random.IntN(6); h < 3 {
			d.hazard([]string{"jam", "ferry", "tunnel"}[h])
			d.drive()
		}
		d.stand(kind)
	}
	d.drive()
	return d
}

// hazardAt names what the vehicle did at a moment.
func (d *hardDay) hazardAt(at time.Time) string {
	for _, s := range d.stops {
		if !at.Before(s.Arrival) && !at.After(s.Departure) {
			return "ends or place of " + s.hazard
		}
	}
	for _, m := range d.moving {
		if !at.Before(hardTime(m.from)) && !at.After(hardTime(m.to)) {
			return m.hazard
		}
	}
	return "drive"
}

// score counts how well the stops of some days are found.
type score struct {
	right, truth, claimed, false int
	found, all                   map[string]int // true stops by hazard
	wrong                        map[string]int // by hazard
	idleTrue, idleFound          float64        // seconds
}

func (s *score) add(d *hardDay, ignition bool) {
	r := trace.Trip{Observations: d.observations}
	if ignition {
		r.Channels.Ignition = d.states
	}
	stops := Stops(r)
	for _, want := range d.stops {
		if want.optional {
			continue
		}
		s.truth++
		s.all[want.hazard]++
		if slices.ContainsFunc(stops, func(got Stop) bool { return matches(got, want.Stop) }) {
			s.right++
			s.found[want.hazard]++
		}
	}
	for _, got := range stops {
		i := slices.IndexFunc(d.stops, func(want hardStop) bool { return matches(got, want.Stop) })
		if i >= 0 && d.stops[i].optional {
			continue
		}
		s.claimed++
		if i < 0 {
			s.false++
			s.wrong[d.hazardAt(got.Arrival.Add(got.Duration()/2))]++
		}
		s.idleFound += got.Idling.Seconds()
	}
	for _, m := range d.idle {
		if i := slices.IndexFunc(d.stops, func(w hardStop) bool {
			return !hardTime(m.from).Before(w.Arrival) && !hardTime(m.to).After(w.Departure)
		}); i >= 0 && !d.stops[i].optional {
			s.idleTrue += m.to - m.from
		}
	}
}

// TestStopsByHazard counts how many stops of hard days are found, and how many of those that
// are found are true, by hazard. The days were not used to choose the rules. The floors lie
// below what is reached, so that a change for the worse is seen.
func TestStopsByHazard(t *testing.T) {
	type floor struct{ interval, precision, recall float64 }
	for _, recorder := range []struct {
		name     string
		ignition bool // with the ignition, and events when it changes
		floors   []floor
	}{
		{"ignition", true, []floor{{1, 0.97, 0.98}, {5, 0.97, 0.98}, {15, 0.98, 0.98}, {30, 0.97, 0.96}, {60, 0.95, 0.95}}},
		// With a fix a minute, trackers that sleep or are switched off often have none at the place.
		{"positions alone", false, []floor{{1, 0.97, 0.98}, {5, 0.98, 0.98}, {15, 0.97, 0.97}, {30, 0.96, 0.95}, {60, 0.87, 0.86}}},
	} {
		for _, floor := range recorder.floors {
			t.Run(fmt.Sprintf("%s, every %.0f s", recorder.name, floor.interval), func(t *testing.T) {
				s := score{found: map[string]int{}, all: map[string]int{}, wrong: map[string]int{}}
				for seed := range uint64(40) {
					s.add(newHardDay(71_000+seed, floor.interval, recorder.ignition), recorder.ignition)
				}
				recall, precision := float64(s.right)/float64(s.truth), 1-float64(s.false)/float64(s.claimed)
				t.Logf("precision %.3f, recall %.3f of %d stops; idling %.0f min of %.0f min", precision, recall, s.truth, s.idleFound/60, s.idleTrue/60)
				for _, h := range slices.Sorted(maps.Keys(s.all)) {
					t.Logf("    found: %-14s %d of %d", h, s.found[h], s.all[h])
				}
				for _, h := range slices.Sorted(maps.Keys(s.wrong)) {
					t.Logf("    wrong: %-30s %d", h, s.wrong[h])
				}
				if precision < floor.precision || recall < floor.recall {
					t.Errorf("precision %.3f, recall %.3f, want %.3f, %.3f", precision, recall, floor.precision, floor.recall)
				}
				if s.wrong["ferry"]+s.wrong["tunnel"] > 0 {
					t.Errorf("stops on ferries and in tunnels: %v", s.wrong)
				}
				if recorder.ignition && math.Abs(s.idleFound-s.idleTrue) > 0.05*s.idleTrue {
					t.Errorf("idling %.0f min, want %.0f min", s.idleFound/60, s.idleTrue/60)
				}
			})
		}
	}
}
