// SPDX-License-Identifier: MIT

package drafts_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/drafts"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/trips"
)

// evening is two hours before midnight in Vietnam.
var evening = time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)

// open holds the only open trip, which is selected, and notes what it is replaced by.
type open struct {
	state trips.State
	made  []trace.Trip
}

func (o *open) State() trips.State { return o.state }

func (o *open) Exchange(_ trips.ID, build func(trace.Trip) []trace.Trip) {
	o.made = build(o.state.Trips[0].Trace)
}

// counts returns the numbers of points of the trips that were made.
func (o *open) counts() (list []int) {
	for _, t := range o.made {
		list = append(list, len(t.Observations))
	}
	return list
}

// start returns the drafts of a trip that moves, with fixes at these minutes after evening.
func start(t *testing.T, at ...int) (*drafts.Model, *open) {
	t.Helper()
	var recording trace.Trip
	for _, m := range at {
		recording.Observations = append(recording.Observations, match.Observation{
			Point: geo.Point{Lat: 10 + float64(m)/100, Lon: 106}, Time: evening.Add(time.Duration(m) * time.Minute),
		})
	}
	row := &trips.Trip{ID: 1, Count: len(at), First: evening, Content: &trips.Content{Trace: recording, Stops: enginetrip.Stops(recording)}}
	o := &open{state: trips.State{Trips: []*trips.Trip{row}, Selected: 1, Chosen: []trips.ID{1}, HasSelected: true}}
	return drafts.NewModel(jobtest.New(t).Jobs, o), o
}

// TestCropLeavesOutTheEnds crops a trip. Nothing is done before Apply.
func TestCropLeavesOutTheEnds(t *testing.T) {
	m, o := start(t, 0, 1, 2, 3, 4, 5, 6, 7)
	m.Start(drafts.Crop)
	d, tr, ok := m.Draft()
	if !ok || d.Ready(tr) || !d.From.Equal(evening) || !d.To.Equal(evening.Add(7*time.Minute)) {
		t.Fatalf("the draft of a crop is %+v", d)
	}
	m.SetCrop(evening.Add(2*time.Minute), evening.Add(5*time.Minute))
	if d, _, _ = m.Draft(); !slices.Equal(d.Gone, []int{0, 1, 6, 7}) || !d.Ready(tr) || o.made != nil {
		t.Fatalf("it leaves out %v; made: %v", d.Gone, o.made)
	}
	m.Apply()
	if got := o.counts(); !slices.Equal(got, []int{4}) || !o.made[0].Observations[0].Time.Equal(evening.Add(2*time.Minute)) {
		t.Errorf("made: %v", o.made)
	}
	if _, _, ok := m.Draft(); ok {
		t.Error("the draft is still there")
	}
}

// TestSpikesDraft drops a point that lies far away, and no other one.
func TestSpikesDraft(t *testing.T) {
	m, o := start(t, 0, 1, 2, 3, 4, 5)
	o.state.Trips[0].Trace.Observations[3].Lon += 2
	m.Start(drafts.Spikes)
	if d, _, ok := m.Draft(); !ok || !slices.Equal(d.Gone, []int{3}) {
		t.Fatalf("the draft is %+v", d)
	}
	m.SetSpikes(enginetrip.SpikeRule{})
	if d, _, _ := m.Draft(); len(d.Gone) != 0 {
		t.Errorf("without limits %v go", d.Gone)
	}
	m.SetCrop(evening, evening) // another kind of draft
	if d, _, _ := m.Draft(); d.Kind != drafts.Spikes || len(d.Gone) != 0 {
		t.Errorf("it is %+v now", d)
	}
	m.SetSpikes(enginetrip.SpikeRule{Speed: 100})
	m.Apply()
	if got := o.counts(); !slices.Equal(got, []int{5}) {
		t.Errorf("parts of %v points", got)
	}
	m.Start(drafts.Spikes)
	other := *o.state.Trips[0]
	other.ID = 2
	o.state.Trips, o.state.Selected = append(o.state.Trips, &other), 2
	if _, _, ok := m.Draft(); ok {
		t.Error("a draft is in force for another trip")
	}
	o.state.HasSelected = false
	if _, _, ok := m.Draft(); ok {
		t.Error("a draft is in force without its trip")
	}
}

// TestSplitAsItIsShown splits a trip where its draft shows it.
func TestSplitAsItIsShown(t *testing.T) {
	for _, c := range []struct {
		name string
		by   drafts.SplitBy
		want []int
	}{
		{"gap", drafts.SplitBy{Gap: time.Hour}, []int{3, 5}},
		{"midnight", drafts.SplitBy{Midnight: true}, []int{6, 2}},
		{"both", drafts.SplitBy{Gap: time.Hour, Midnight: true}, []int{3, 3, 2}},
		{"cursor", drafts.SplitBy{Cursor: evening.Add(time.Minute)}, []int{1, 7}},
		{"nothing", drafts.SplitBy{}, []int{8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, o := start(t, 0, 1, 2, 90, 91, 118, 125, 126)
			m.ShowSplit(c.by)
			d, _, _ := m.Draft()
			m.Split(1, c.by)
			if got := o.counts(); !slices.Equal(got, c.want) || len(d.Cuts) != len(c.want)-1 {
				t.Errorf("parts of %v points, shown at %v", got, d.Cuts)
			}
		})
	}
}

// TestOverlaysShowADraft marks on the map what goes and what stays, until Esc.
func TestOverlaysShowADraft(t *testing.T) {
	m, o := start(t, 0, 1, 2, 3, 4, 5)
	o.state.Trips[0].Trace.Observations[3].Lon += 2
	shows := func(want string) {
		t.Helper()
		got := ""
		for _, x := range m.Overlays() {
			switch x := x.(type) {
			case overlay.Highlight:
				got += fmt.Sprintf("line of %d ", len(x.Line))
			case overlay.Faults:
				got += fmt.Sprintf("%d marks", len(x.Points))
			}
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	shows("")
	m.Start(drafts.Spikes)
	shows("1 marks")
	m.Start(drafts.Crop)
	m.SetCrop(evening.Add(time.Minute), evening.Add(2*time.Minute))
	shows("line of 2 2 marks")
	if !m.StepBack() || m.StepBack() {
		t.Error("Esc does not cancel the draft, or twice")
	}
	shows("")
}
