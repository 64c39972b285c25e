// SPDX-License-Identifier: MIT

package mapview

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
)

// glide moves the map on after it was thrown. Its speed decays exponentially. Its
// position depends only on time, so that it moves the same way at any frame rate.
type glide struct {
	moves   []move // of the drag, within glideMemory before the last
	running *fyne.Animation
}

// move is a step of a drag.
type move struct {
	at     time.Time
	dx, dy float64 // logical pixels
}

// Parameters of a glide.
const (
	glideMemory = 90 * time.Millisecond  // the moves before the release that determine the speed
	glideRest   = 60 * time.Millisecond  // a pointer that rested this long does not throw
	glideDecay  = 300 * time.Millisecond // time in which the speed falls to 1/e
	glideTime   = 5 * glideDecay         // time after which it stops: less than 1 % is left
	glideLeast  = 80.0                   // least speed of a throw (logical pixels per second)
	glideMost   = 5000.0
)

// moved records a step of a drag.
func (g *glide) moved(at time.Time, dx, dy float32) {
	old := 0
	for old < len(g.moves) && at.Sub(g.moves[old].at) > glideMemory {
		old++
	}
	g.moves = append(g.moves[old:], move{at, float64(dx), float64(dy)})
}

// speed returns the speed of a drag that ends now (logical pixels per second), 0
// if it is not a throw.
func (g *glide) speed(now time.Time) (vx, vy float64) {
	if len(g.moves) < 2 || now.Sub(g.moves[len(g.moves)-1].at) > glideRest {
		return 0, 0
	}
	// The first move happened before the measured time.
	for _, m := range g.moves[1:] {
		vx += m.dx
		vy += m.dy
	}
	// Two moves that arrive together after a slow frame must not give an infinite
	// speed.
	seconds := max(g.moves[len(g.moves)-1].at.Sub(g.moves[0].at), 8*time.Millisecond).Seconds()
	vx, vy = vx/seconds, vy/seconds
	switch v := math.Hypot(vx, vy); {
	case v < glideLeast:
		return 0, 0
	case v > glideMost:
		return vx * glideMost / v, vy * glideMost / v
	default:
		return vx, vy
	}
}

// glided returns the share of the total distance, speed times glideDecay, that a
// glide has covered after a time.
func glided(t time.Duration) float64 { return 1 - math.Exp(-float64(t)/float64(glideDecay)) }

// run glides on from a drag that ends now; pan moves the map by logical pixels.
func (g *glide) run(now time.Time, pan func(dx, dy float32)) {
	vx, vy := g.speed(now)
	g.stop()
	if vx == 0 && vy == 0 {
		return
	}
	gone := 0.0
	var a *fyne.Animation
	a = &fyne.Animation{
		Duration: glideTime,
		Curve:    fyne.AnimationLinear,
		Tick: func(done float32) {
			if g.running != a {
				return
			}
			to := glided(time.Duration(float64(done) * float64(glideTime)))
			way := (to - gone) * glideDecay.Seconds()
			gone = to
			if done >= 1 {
				g.running = nil
			}
			pan(float32(vx*way), float32(vy*way))
		},
	}
	g.running = a
	a.Start()
}

// stop ends a glide and forgets the drag.
func (g *glide) stop() {
	g.moves = g.moves[:0]
	if a := g.running; a != nil {
		g.running = nil
		a.Stop()
	}
}
