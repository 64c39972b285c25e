// SPDX-License-Identifier: MIT

package trips

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/ui/kit"
)

// mergeWidth is the width of the dialog that merges trips (logical pixels).
const mergeWidth = 460

// maxMerged is the number of trips that the dialog lists.
const maxMerged = 10

// AskMerge shows what the merged trip would be made of: the selected trips in the order of their
// times, with the gaps between them and the overlaps. The user confirms it. The map shows the
// trips.
func (p *Panel) AskMerge() {
	s, t := p.model.State(), p.words.T
	chosen := slices.Clone(s.ChosenTrips())
	if mergeFault(chosen) != nil { // which Merge explains
		p.model.Merge()
		return
	}
	slices.SortStableFunc(chosen, func(a, b *Trip) int { return a.First.Compare(b.First) })
	rows := container.New(kit.TightRows{})
	points := 0
	for i, x := range chosen {
		points += x.Count
		switch {
		case i > maxMerged:
			continue
		case i == maxMerged:
			rows.Add(kit.Caption(t("trips.split.more", "n", p.words.Count(len(chosen)-i))))
			continue
		}
		if i > 0 && x.First.After(chosen[i-1].Last) && !chosen[i-1].Last.IsZero() {
			gap := kit.Caption(t("trips.merge.gap", "time", p.words.Duration(x.First.Sub(chosen[i-1].Last))))
			gap.Importance = widget.LowImportance
			rows.Add(gap)
		}
		name := x.Name
		if !x.First.IsZero() {
			name = DatedSpan(p.words, x.First, x.Last)
		}
		length := "" // as in the list
		if x.HasSummary {
			length = p.words.Distance(x.Summary.Matched)
		}
		rows.Add(container.NewBorder(nil, nil, kit.Caption(name), kit.Caption(length)))
	}
	shared := s.sharedTimes(chosen)
	if len(chosen) == 2 { // of more trips, three may have a point in common
		for _, o := range shared {
			points -= o.Equal
		}
	}
	content := container.NewVBox(kit.Wrapped(t("trips.merge.trips", "n", p.words.Count(len(chosen)), "points", p.words.Count(points)), widget.MediumImportance), rows)
	for _, o := range shared {
		content.Add(kit.Wrapped(t("trips.merge.overlap", "from", p.words.Moment(o.From), "to", p.words.Clock(o.To), "equal", p.words.Count(o.Equal), "other", p.words.Count(o.Others)), widget.WarningImportance))
	}
	hint := "trips.merge.undo"
	if len(shared) > 0 {
		hint = "trips.merge.hint"
	}
	content.Add(kit.Wrapped(t(hint), widget.LowImportance))
	p.do.Dialogs.Edit(t("menu.merge"), t("trips.merge.yes"), content, fyne.NewSize(mergeWidth, 0), func() (done bool) {
		p.model.Merge()
		return true
	})
}

// sharedTimes returns the times that pairs of trips have in common. Those of one vehicle are
// known; those of trips without a plate are found, if the trips are loaded.
func (s State) sharedTimes(list []*Trip) (shared []trip.Shared) {
	recordings, known := make([]trace.Trip, len(list)), false
	for i, x := range list {
		if x.Loaded() {
			recordings[i] = x.Trace
		}
		for _, o := range s.OverlapsOf(x) {
			if o.A == x.Kept && s.IsChosen(o.Other.ID) { // each pair once
				known = true
				shared = append(shared, trip.Shared{From: o.From, To: o.To, Equal: o.Equal, Others: o.Differing})
			}
		}
	}
	if !known {
		shared = trip.SharedTimes(recordings)
	}
	return shared
}
