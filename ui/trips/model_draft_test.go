// SPDX-License-Identifier: MIT

package trips_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/trips"
)

// TestCropUndoRedo crops a trip by a draft, takes that back and does it again.
func TestCropUndoRedo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("day.csv", minutes("day", "51C-1", 0, 1, 2, 3, 4, 5, 6, 7)))
		ui.Settle()
		id := p.State().Trips[0].ID
		p.SetNote(id, "late")
		ui.Settle()
		has := func(want ...string) {
			t.Helper()
			ui.Settle()
			if got := origins(p); !slices.Equal(got, want) {
				t.Fatalf("%q, want %q", got, want)
			}
		}
		p.StartDraft(trips.DraftCrop)
		tr, _ := p.State().Trip()
		d, ok := p.State().Draft()
		if !ok || d.Ready(tr) || !d.From.Equal(evening) || !d.To.Equal(evening.Add(7*time.Minute)) {
			t.Fatalf("the draft of a crop is %+v", d)
		}
		p.SetCrop(evening.Add(2*time.Minute), evening.Add(5*time.Minute))
		if d, _ = p.State().Draft(); !slices.Equal(d.Gone, []int{0, 1, 6, 7}) || !d.Ready(tr) {
			t.Fatalf("it leaves out %v", d.Gone)
		}
		has("*8 0/0 0 late") // nothing is done yet
		p.ApplyDraft()
		has("*4 0/0 0 late")
		made := p.State().Trips[0]
		if made.Origin.Dropped != 4 || !made.First.Equal(evening.Add(2*time.Minute)) || made.Stage != trips.Done {
			t.Errorf("the part is %+v", made)
		}
		if _, ok := p.State().Draft(); ok {
			t.Error("the draft is still there")
		}
		p.Undo() // the crop
		has("*8 0/0 0 late")
		if !p.State().CanRedo() {
			t.Fatal("it cannot be done again")
		}
		p.Undo() // the note
		has("*8 0/0 0 ")
		p.Redo()
		has("*8 0/0 0 late")
		p.Redo()
		has("*4 0/0 0 late")
		if p.State().CanRedo() {
			t.Error("everything was done again, but there is more")
		}
		p.Undo()
		has("*8 0/0 0 late")
		p.SetNote(p.State().Trips[0].ID, "other")
		if p.State().CanRedo() {
			t.Error("after another edit the crop can be done again")
		}
		if len(*failed) > 0 {
			t.Error(*failed)
		}
	})
}

// TestSpikesDraft drops a point that lies far away, and no other one.
func TestSpikesDraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, _ := startApp(t, newShelf())
		day := minutes("day", "51C-1", 0, 1, 2, 3, 4, 5)
		day.Observations[3].Lon += 2
		p.OpenFrom(source("day.csv", day))
		ui.Settle()
		p.StartDraft(trips.DraftSpikes)
		d, ok := p.State().Draft()
		if !ok || !slices.Equal(d.Gone, []int{3}) {
			t.Fatalf("the draft is %+v", d)
		}
		p.SetSpikes(enginetrip.SpikeRule{})
		if d, _ = p.State().Draft(); len(d.Gone) != 0 {
			t.Errorf("without limits %v go", d.Gone)
		}
		p.SetCrop(evening, evening) // another kind of draft
		if d, _ = p.State().Draft(); d.Kind != trips.DraftSpikes {
			t.Errorf("it is a %v now", d.Kind)
		}
		p.SetSpikes(enginetrip.SpikeRule{Speed: 100})
		p.ApplyDraft()
		ui.Settle()
		if got := fmt.Sprint(origins(p)); got != "[*5 0/0 0 ]" {
			t.Error(got)
		}
		p.StartDraft(trips.DraftSpikes)
		p.Deselect()
		if _, ok := p.State().Draft(); ok {
			t.Error("a draft is in force without its trip")
		}
	})
}

// TestLayersShowADraft marks on the map what goes.
func TestLayersShowADraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, _ := startApp(t, newShelf())
		day := minutes("day", "51C-1", 0, 1, 2, 3, 4, 5)
		day.Observations[3].Lon += 2
		p.OpenFrom(source("day.csv", day))
		ui.Settle()
		var l trips.Layers
		l.Which = trips.DefaultMapLayers
		l.Show(p.State())
		before := len(l.Overlays())
		p.StartDraft(trips.DraftSpikes)
		if !l.Show(p.State()) || len(l.Overlays()) != before+1 {
			t.Errorf("%d overlays, before %d", len(l.Overlays()), before)
		}
		p.CancelDraft()
		if !l.Show(p.State()) || len(l.Overlays()) != before {
			t.Errorf("%d overlays, before %d", len(l.Overlays()), before)
		}
	})
}
