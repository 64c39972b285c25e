// SPDX-License-Identifier: MIT

package shell_test

import (
	"slices"
	"testing"
)

// atStart reports whether the clock of the timeline is at the start of the first trip.
func (d *driver) atStart() bool { return slices.Contains(d.texts(), "14:15:00") }

func TestTimelinePlaysByKeys(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap(inTown)
	d.until("the clock at the start of the trip", d.atStart)
	d.key("Space")
	d.until("the clock to run", func() bool { return !d.atStart() })
	d.key("K")
	d.key("2") // another panel has no timeline
	d.mustNotSee("km/h")
	d.key("1", "Home")
	d.waitFor("km/h")
	d.key("Ctrl+G")
	d.mustNotSee("km/h")
	d.key("K") // opens it again
	d.waitFor("km/h")
	d.key("F11")
	d.mustNotSee("km/h")
	d.key("F11", "Ctrl+F")
	d.typeText("k") // a letter in a field
	d.waitFor("km/h")
	d.key("Escape")
	d.choose("View › Timeline")
	d.mustNotSee("km/h")
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
	d.key("Ctrl+T")
	d.until("the timeline", d.atStart)
}
