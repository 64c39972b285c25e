// SPDX-License-Identifier: MIT

package zones_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/engine/zone"
)

// history is the obvious undo: the zones before and after each step.
type history struct {
	states [][]zone.Zone
	now    int // index of the current state
}

func (h *history) do(list []zone.Zone) {
	h.now++
	h.states = append(h.states[:h.now:h.now], list)
}

// anyShape returns a circle, a corridor or a polygon, or a ward that no map has.
func anyShape(r *rand.Rand) zone.Shape {
	corner := geo.Fixed{Lat: 107_500_000, Lon: 1_066_000_000}
	at := func() geo.Point {
		return geo.Fixed{Lat: corner.Lat + r.Int32N(1_000_000), Lon: corner.Lon + r.Int32N(1_000_000)}.Point() // as it is kept
	}
	switch r.IntN(4) {
	case 0:
		return zone.Shape{Kind: zone.Circle, Center: at(), Radius: 10 + float64(r.IntN(500))}
	case 1:
		return zone.Shape{Kind: zone.Corridor, Line: []geo.Point{at(), at()}, Width: 10 + float64(r.IntN(90))}
	case 2:
		a, b := at(), at()
		return zone.Shape{Kind: zone.Polygon, Rings: [][]geo.Point{{a, {Lat: a.Lat, Lon: b.Lon}, {Lat: b.Lat, Lon: a.Lon}}}}
	}
	return zone.Shape{Kind: zone.Ward, Code: fmt.Sprintf("%05d", r.IntN(100_000))}
}

// TestUndoOfAnyOrder makes, takes back and makes again random changes of zones and named places,
// with and without waiting for the one before, and compares the kept zones and their numbers with
// the states before and after each change.
func TestUndoOfAnyOrder(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	for i := range uint64(8) {
		t.Run(fmt.Sprint(i), func(t *testing.T) { undoAnyOrder(t, rand.New(rand.NewPCG(seed, i))) })
	}
}

func undoAnyOrder(t *testing.T, r *rand.Rand) {
	d, h := newDesk(t), &history{states: [][]zone.Zone{nil}}
	lastID := int64(0)
	var log []string
	fresh := func(n int) (list []zone.Zone) {
		for range n {
			list = append(list, zone.Zone{Name: fmt.Sprint("zone ", r.IntN(1000)), Group: "g", Color: zone.Chosen | zone.Color(r.IntN(1<<24)), Shape: anyShape(r)})
		}
		return list
	}
	numbered := func(list []zone.Zone) []zone.Zone {
		list = slices.Clone(list)
		for i := range list {
			if list[i].ID == 0 {
				lastID++
				list[i].ID = lastID
			}
		}
		return list
	}
	// without returns the current zones but those with IDs.
	without := func(ids ...int64) []zone.Zone {
		return slices.DeleteFunc(slices.Clone(h.states[h.now]), func(z zone.Zone) bool { return slices.Contains(ids, z.ID) })
	}
	for range 60 {
		now := h.states[h.now]
		var one zone.Zone
		if len(now) > 0 {
			one = now[r.IntN(len(now))]
		}
		switch what := r.IntN(10); {
		case what < 2 || len(now) == 0 && what < 7: // new zones
			list := fresh(1 + r.IntN(3))
			d.Set(list...)
			h.do(append(without(), numbered(list)...))
			log = append(log, fmt.Sprint("add ", len(list)))
		case what == 2: // a zone changes, and another one is new
			list := fresh(2)
			list[0].ID = one.ID
			d.Set(list...)
			h.do(append(without(one.ID), numbered(list)...))
			log = append(log, fmt.Sprint("change ", one.ID, " and add"))
		case what == 3 && one.Kind == zone.Circle: // a place changes; group and colour stay
			one.Name, one.Radius = one.Name+"'", one.Radius+1
			d.places.SetSite(trip.Site{ID: one.ID, Name: one.Name, Center: one.Center, Radius: one.Radius})
			h.do(append(without(one.ID), one))
			log = append(log, fmt.Sprint("change place ", one.ID))
		case what == 4 && one.Kind == zone.Circle:
			d.places.RemoveSite(one.ID)
			h.do(without(one.ID))
			log = append(log, fmt.Sprint("remove place ", one.ID))
		case what < 6:
			other := now[r.IntN(len(now))]
			ids := slices.Compact([]int64{one.ID, other.ID})
			d.Remove(ids...)
			h.do(without(ids...))
			log = append(log, fmt.Sprint("remove ", ids))
		case what < 9:
			d.trips.History().Undo()
			h.now = max(h.now-1, 0)
			log = append(log, "undo")
		default:
			d.trips.History().Redo()
			h.now = min(h.now+1, len(h.states)-1)
			log = append(log, "redo")
		}
		if r.IntN(3) > 0 {
			continue // the next change does not wait for this one
		}
		d.ui.Rest(t)
		want := slices.Clone(h.states[h.now])
		slices.SortFunc(want, func(a, b zone.Zone) int { return int(a.ID - b.ID) })
		kept, err := d.w.Zones(t.Context())
		shown := slices.Clone(d.State().Zones)
		for _, got := range [][]zone.Zone{kept, shown} {
			slices.SortFunc(got, func(a, b zone.Zone) int { return int(a.ID - b.ID) })
			if err != nil || len(d.failed) > 0 || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("after %q:\n%+v, want\n%+v; %v, %v", log, got, want, err, d.failed)
			}
		}
	}
}
