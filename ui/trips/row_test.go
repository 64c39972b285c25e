// SPDX-License-Identifier: MIT

package trips

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/engine/match"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/text"
)

func TestRowTakesTheRoomOfTheCancelButton(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	row := newRow(&Panel{words: words, model: NewModel(Options{Jobs: jobtest.New(t).Jobs})})
	row.show(&Trip{Name: "a", Content: notLoaded}, false)
	row.Resize(fyne.NewSize(280, 50))
	busy := row.name.Size().Width
	row.show(&Trip{Name: "a", Stage: Done, Content: notLoaded}, false)
	if row.name.Size().Width <= busy {
		t.Errorf("the name is %v wide, as with the button (%v)", row.name.Size().Width, busy)
	}
}

func TestTimeSpanLeavesOutPointsWithoutTime(t *testing.T) {
	at := func(seconds ...int64) (list []match.Observation) {
		for _, s := range seconds {
			o := match.Observation{}
			if s > 0 {
				o.Time = time.Unix(s, 0)
			}
			list = append(list, o)
		}
		return list
	}
	if first, _ := timeSpan(at(0, 0)); !first.IsZero() {
		t.Error("a trip without times has a time span")
	}
	if first, last := timeSpan(at(0, 7, 0, 5, 9, 0, 0)); first.Unix() != 7 || last.Unix() != 9 {
		t.Errorf("%v to %v, want 7 to 9", first.Unix(), last.Unix())
	}
}

func TestRemarksStandInTheOrderOfTravel(t *testing.T) {
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	trip := &Trip{Content: &Content{Result: match.Result{
		Warnings: []match.Warning{{Index: 2, Kind: match.WarnOneway}, {Index: 9, Kind: match.WarnTurn}},
		Legs:     []match.Leg{{Inferred: []match.Stretch{{FirstIndex: 5, LastIndex: 6}}}},
	}}}
	var got []int
	for _, s := range (cardView{Words: words}).remarks(trip) {
		got = append(got, s.first)
	}
	if !slices.Equal(got, []int{2, 5, 9}) {
		t.Errorf("remarks at %v", got)
	}
}
