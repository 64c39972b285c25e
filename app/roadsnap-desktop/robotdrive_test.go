// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"roadsnap/ui/trips"
)

// pan measures dragging and zooming over cached tiles and over new ones.
func (r *robot) pan() error {
	r.zoomIn(4) // from the whole map to a city
	if err := r.settle(); err != nil {
		return err
	}
	back := func(i int) float32 { // back and forth
		if i/20%2 == 0 {
			return 12
		}
		return -12
	}
	r.act(80, func(i int) { r.drag(back(i), back(i)/2) })
	if err := r.settle(); err != nil {
		return err
	}
	printStalls("pan, warm", r.act(200, func(i int) { r.drag(back(i), back(i)/2) }))
	in := func(i int) float64 {
		if i/4%2 == 0 {
			return 0.5
		}
		return -0.5
	}
	r.act(16, func(i int) { r.wheel(0.4, 0.6, in(i)) })
	if err := r.settle(); err != nil {
		return err
	}
	printStalls("zoom, warm", r.act(200, func(i int) { r.wheel(0.4, 0.6, in(i)) }))
	r.zoomIn(3)
	if err := r.settle(); err != nil {
		return err
	}
	printStalls("pan, cold", r.act(200, func(i int) {
		switch i / 50 {
		case 0:
			r.drag(60, 10)
		case 1:
			r.drag(-10, 60)
		case 2:
			r.drag(-60, -20)
		default:
			r.drag(-30, -60)
		}
	}))
	printStalls("zoom, cold", r.act(200, func(i int) {
		if i%10 == 0 {
			r.drag(700, 500)
		}
		r.wheel(0.5, 0.5, []float64{1, 1, 1, -1, -1, -1, -1, 1, 1, -1}[i%10])
	}))
	return nil
}

func (r *robot) zoomIn(levels float64) {
	fyne.DoAndWait(func() { r.wheel(0.5, 0.5, levels*2) })
}

// trip measures a long trip from the file named in the environment.
func (r *robot) trip() error {
	fyne.DoAndWait(func() { r.trips.Open(os.Getenv(robotRole + "_TRIP")) })
	var id trips.ID
	for deadline := time.Now().Add(3 * patience); ; time.Sleep(50 * time.Millisecond) {
		var t *trips.Trip
		fyne.DoAndWait(func() { t, _ = r.trips.State().Trip() })
		if t != nil && t.Stage == trips.Done {
			id = t.ID
			printFinding("points of the trip", float64(len(t.Trace.Observations)), "")
			break
		}
		if time.Now().After(deadline) {
			return errors.New("the trip is not matched")
		}
	}
	time.Sleep(3 * time.Second)
	pan := func(i int) {
		if i/20%2 == 0 {
			r.drag(9, 5)
		} else {
			r.drag(-9, -5)
		}
	}
	hover := func(i int) { r.hover(0.2+0.003*float64(i), 0.5) }
	for _, at := range []struct {
		name   string
		levels float64
	}{{"whole", 0}, {"near", 2.5}} {
		r.zoomIn(at.levels)
		r.act(40, pan)
		time.Sleep(2 * time.Second)
		printStalls("trip, pan, "+at.name, r.act(150, pan))
		printStalls("trip, hover, "+at.name, r.act(150, hover))
	}
	printStalls("trip, select", r.act(200, func(i int) {
		if i%2 == 0 {
			r.trips.Deselect()
		} else {
			r.trips.Select(id)
		}
	}))
	return r.dock(id)
}

// wander drags and zooms at random for the duration set in the environment.
func (r *robot) wander() error {
	length, err := time.ParseDuration(os.Getenv(robotRole + "_FOR"))
	if err != nil {
		return err
	}
	seed, _ := strconv.ParseUint(os.Getenv(robotRole+"_SEED"), 10, 64)
	printFinding("seed", float64(seed), "")
	rng := rand.New(rand.NewPCG(seed, 17))
	var stalls []stall
	most := 0.0
	began, minutes := time.Now(), 0
	for time.Since(began) < length {
		dx, dy := float32(120*rng.Float64()-60), float32(120*rng.Float64()-60)
		x, y, notches := rng.Float64(), rng.Float64(), float64(rng.IntN(3)-1)
		zooms := rng.IntN(3) == 0
		stalls = append(stalls, r.act(20, func(i int) {
			switch {
			case zooms && i < 6:
				r.wheel(x, y, notches)
			case i == 0:
				r.press(x, y)
			case i == 19:
				r.release(x, y)
			default:
				r.drag(dx, dy)
			}
		})...)
		now := memory(r.pack)
		most = max(most, now)
		for ; time.Since(began) > time.Duration(minutes+1)*time.Minute; minutes++ {
			printFinding(fmt.Sprintf("wander, memory after %2d min", minutes+1), now, "MB")
		}
	}
	printStalls("wander, stall", stalls)
	printFinding("wander, memory at most", most, "MB")
	if err := r.settle(); err != nil {
		same, why := r.equalsFresh(true)
		if !same {
			return fmt.Errorf("the last picture is not a fresh one: %s", why)
		}
	}
	// The toolkit paints some time after the picture is composed.
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		err := r.onScreen()
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			return err
		}
	}
	printFinding("wander, memory at the end", memory(r.pack), "MB")
	return nil
}

// memory returns the resident memory of this process (MB) without the mapped pages of the
// pack, which the system can evict.
func memory(pack string) float64 {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return 0 // not Linux
	}
	defer f.Close()
	total, skip := 0.0, false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		name, rest, _ := strings.Cut(line, ":")
		switch {
		case strings.Contains(name, "-"): // the first line of a mapping
			skip = pack != "" && strings.HasSuffix(line, pack)
		case name == "Rss" && !skip:
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			total += kb / 1024
		}
	}
	return total
}
