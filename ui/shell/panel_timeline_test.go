// SPDX-License-Identifier: MIT

package shell_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/driver/desktop"
)

// atStart reports whether the clock of the timeline is at the start of the first trip.
func (d *driver) atStart() bool { return slices.Contains(d.texts(), "14:15:00") }

func TestTimelinePlaysByKeys(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(inTown)
	d.until("the clock at the start of the trip", d.atStart)
	d.hasty = true // while the clock runs
	d.key("Space")
	d.until("the clock to run", func() bool { return !d.atStart() })
	d.key("K")
	d.hasty = false
	d.key("2") // another panel has no timeline
	d.mustNotSee("20×")
	d.key("1", "Home")
	d.waitFor("20×")
	d.key("Ctrl+G")
	d.mustNotSee("20×")
	d.hasty = true
	d.key("K") // opens it again
	d.waitFor("20×")
	d.key("K")
	d.hasty = false
	d.key("F11")
	d.mustNotSee("20×")
	d.key("F11", "Ctrl+F")
	d.typeText("k") // a letter in a field
	d.waitFor("20×")
	d.key("Escape")
	d.choose("View › Playback and graphs › Timeline")
	d.mustNotSee("20×")
}

func TestTableOfTripsTakesThePlaceOfTheTimeline(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(inTown)
	d.until("the timeline", d.atStart)
	d.key("Ctrl+T")
	d.waitFor("Verdict", "Vehicle")
	if d.atStart() {
		t.Error("the timeline is still there")
	}
	d.mustNotSee("Driver") // no trip has one
	if height := d.mapSize().Height; height < 300 {
		t.Errorf("the map is %v high", height)
	}
	d.key("5")
	d.key("1")
	d.mustSee(inTown)
	d.key("Ctrl+T")
	d.until("the timeline", d.atStart)
}

// graphsShown reports whether the timeline shows the graph of the speed.
func (d *driver) graphsShown() bool {
	return slices.ContainsFunc(d.texts(), func(s string) bool { return strings.HasPrefix(s, "Speed:") })
}

func TestTimelineHasThreeHeights(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(inTown)
	d.until("the graphs", func() bool { return d.atStart() && d.graphsShown() })
	large := d.mapSize().Height
	d.key("Ctrl+Shift+G")
	d.until("the bar alone", func() bool { return d.atStart() && !d.graphsShown() })
	small := d.mapSize().Height
	if small < large+100 {
		t.Errorf("the map is %v high over the bar and %v over the graphs", small, large)
	}
	d.restart()
	d.openSamples()
	d.tap(inTown)
	d.until("the bar alone after a restart", func() bool { return d.atStart() && !d.graphsShown() })
	d.choose("View › Playback and graphs › Graphs › Confidence")
	d.until("the chosen graph", func() bool { return d.graphsShown() && d.sees("Confidence:") })
	d.choose("View › Playback and graphs › Graphs › Speed")
	d.choose("View › Playback and graphs › Timeline without graphs")
	d.choose("View › Playback and graphs › Timeline") // closed
	if d.atStart() {
		t.Error("the timeline is open")
	}
	d.restart()
	d.openSamples()
	d.tap(inTown)
	d.settle()
	if d.atStart() {
		t.Error("the timeline is open after a restart")
	}
	d.key("Ctrl+G", "Ctrl+Shift+G")
	d.until("the graph of the confidence", func() bool { return d.sees("Confidence:") })
	if d.graphsShown() {
		t.Error("the choice of graphs was forgotten")
	}
}

func TestTimelineIsFoldedByDragging(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(inTown)
	d.until("the graphs", d.graphsShown)
	d.dragBar(desktop.VResizeCursor, 600, -100)
	higher := d.mapSize().Height
	for range 30 {
		d.dragBar(desktop.VResizeCursor, 600, 20) // too little, one by one, to fold it
	}
	if !d.graphsShown() {
		t.Error("short drags have folded the timeline")
	}
	d.dragBar(desktop.VResizeCursor, 600, 300)
	d.until("the bar alone", func() bool { return d.atStart() && !d.graphsShown() })
	d.dragBar(desktop.VResizeCursor, 600, -200)
	d.until("the graphs again", d.graphsShown)
	if now := d.mapSize().Height; now <= higher {
		t.Errorf("the map was %v high and is %v", higher, now)
	}
}

func TestMapKeepsHalfOfASmallScreen(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(inTown)
	d.until("the graphs", d.graphsShown)
	d.resize(1024, 640)
	d.dragBar(desktop.VResizeCursor, 300, -600)
	if size := d.mapSize(); size.Width < 500 || size.Height < 280 {
		t.Errorf("the map is %v", size)
	}
}
