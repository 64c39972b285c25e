// SPDX-License-Identifier: MIT

package shell_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"
)

// TestLowWindowShowsTheTimelineWithoutGraphs opens a trip in the window of a laptop at 150 %.
// The timeline takes little of the map until the user opens the graphs, which then stay open
// in the next run.
func TestLowWindowShowsTheTimelineWithoutGraphs(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.resize(910, 512)
	d.key("1")
	low := d.mapSize()
	if low.Width < 455 || low.Height < 320 || d.graphsShown() {
		t.Errorf("the map is %v; graphs: %t", low, d.graphsShown())
	}
	d.choose("View › Playback and graphs › Timeline without graphs")
	if now := d.mapSize(); !d.graphsShown() || now.Height >= low.Height || now.Height < 200 {
		t.Errorf("with graphs (%t) the map is %v", d.graphsShown(), now)
	}
	d.restart()
	d.resize(1300, 820)
	d.openSamples()
	d.resize(910, 512)
	d.key("1")
	if !d.graphsShown() {
		t.Error("the graphs are closed in the next run")
	}
}

// TestSearchInANarrowWindowShowsTheList has the record of a trip in front. Ctrl+F brings the
// list with its field to the front, and Down leads into it.
func TestSearchInANarrowWindowShowsTheList(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.resize(910, 512)
	d.tapIcon("trips", "")
	d.tap(inTown) // which is selected: its record
	d.mustSee("Point to point")
	d.key("Ctrl+F")
	d.mustNotSee("Point to point")
	d.mustSee(inTown, "Only trips to review")
	d.key("Down")
	d.mustNotSee("Point to point")
	d.key("Down")
	d.untilMatched(inTown, toMeadow, upValley)
	d.mustNotSee("Point to point")
}

// TestWindowKeepsItsSizeAtAnotherScale closes the window at 150 % and opens it at 100 %: it is as
// large on the screen.
func TestWindowKeepsItsSizeAtAnotherScale(t *testing.T) {
	d := start(t)
	d.resize(900, 500)
	d.window.Canvas().(*canvasDouble).Canvas.(software.WindowlessCanvas).SetScale(1.5)
	d.restart()
	if got, want := d.window.Canvas().Size(), fyne.NewSize(1350, 750); got != want {
		t.Errorf("the window is %v, want %v", got, want)
	}
	d.restart()
	if got, want := d.window.Canvas().Size(), fyne.NewSize(1350, 750); got != want {
		t.Errorf("at the same scale the window is %v, want %v", got, want)
	}
}
