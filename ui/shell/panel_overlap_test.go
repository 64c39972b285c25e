// SPDX-License-Identifier: MIT

package shell_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// startKeeping opens a window whose trips are kept in a workspace.
func startKeeping(t *testing.T) *driver {
	t.Helper()
	d := start(t)
	d.quit()
	d.folder = t.TempDir()
	d.open()
	d.resize(1300, 820)
	return d
}

// cutDelivery writes a part of a recording under another name: the rows before last, and
// every row from moved on at another latitude. It returns the path.
func cutDelivery(t *testing.T, of, name string, last, moved int) (path string) {
	t.Helper()
	content, err := os.ReadFile(of)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(content)), "\n")[:last]
	for i := moved; i < len(rows); i++ {
		rows[i] = strings.Replace(rows[i], "42.5079", "42.5081", 1)
	}
	return write(t, name+".csv", strings.Join(rows, "\n")+"\n")
}

// TestOverlapsAreShownAndDecided opens a day, a part of the same day and a part that
// contradicts it: what is equal counts once, and the user keeps one of the others.
func TestOverlapsAreShownAndDecided(t *testing.T) {
	d := startKeeping(t)
	whole := delivery(t, "whole", "51C-123.45", "2026-11-20T06:12:00+07:00")
	d.drop(whole)
	d.until("the trip to be matched", func() bool { return d.below("51C-123.45") != "" && !d.sees("Snapping") })
	d.drop(cutDelivery(t, whole, "part", 60, 1000))
	d.waitFor("2 trips", "All 59 points are the same in both trips. They count once in totals.")
	total := strings.SplitN(d.overList("2 trips"), " · ", 2)[0]
	if total != "1.13 km" {
		t.Errorf("the total is %q, want the length of the whole trip", total)
	}
	d.tap("Keep the other")
	d.until("one trip", func() bool { return d.valueOf("File") == "whole.csv" && !d.sees("Overlap ") })

	d.drop(cutDelivery(t, whole, "odd", 60, 50))
	d.waitFor("49 points are the same, 20 are in one of the trips only.", "Contradicts another trip of the vehicle: 20 points differ")
	d.waitFor("shared with another trip of the vehicle: 20 points differ") // an event
	d.tap("Keep this trip")
	d.until("the trip kept", func() bool { return d.valueOf("File") == "odd.csv" && !d.sees("Overlap ") })
	d.choose("Edit › Undo")
	d.waitFor("Overlap ")
	d.tap("Merge")
	d.waitFor("These trips contradict each other")
	d.tap("Close")

	d.choose("Edit › Trash…")
	d.waitFor("Empty the trash", "51C-123.45 · ")
	d.tap("Empty the trash")
	d.waitFor("1 trip is deleted for good")
	d.tap("Delete for good")
	d.choose("Edit › Trash…")
	d.waitFor("The trash is empty")
}

// overList returns the line above the list of trips that ends as given.
func (d *driver) overList(end string) string {
	for _, s := range d.texts() {
		if strings.Contains(s, end) && strings.Contains(s, " · ") && strings.Contains(s, "m · ") {
			return s
		}
	}
	return ""
}

// TestSplitDialogSplits splits a trip at its stop with the dialog, and takes that back.
func TestSplitDialogSplits(t *testing.T) {
	d := startKeeping(t)
	d.drop(delivery(t, "day", "51C-123.45", "2026-11-20T06:12:00+07:00"))
	d.until("the trip to be matched", func() bool { return d.below("51C-123.45") != "" && !d.sees("Snapping") })
	d.key("Ctrl+Shift+S")
	d.mustSee("At stops longer than", "At gaps longer than", "At midnight", "1 part: the trip is not split")
	low := d.dialog().Dy()
	d.key("Return")
	d.tap("Split") // which is disabled
	d.mustSee("1 part: the trip is not split")
	d.tap("At stops longer than")
	d.mustSee("Nothing splits the trip.")
	if high := d.dialog().Dy(); high <= low {
		t.Errorf("the dialog is %d high for two lines, %d for one", high, low)
	}
	d.tap("Split")
	d.key("Return")
	d.mustSee("Nothing splits the trip.")
	d.tap("30")
	d.key("Ctrl+A")
	d.typeText("5")
	d.mustSee("2 parts")
	if now := d.dialog().Dy(); now <= low {
		t.Errorf("the dialog is %d high with a list of the parts, %d before", now, low)
	}
	d.mustSee("2026-11-20 06:12:00–06:23:30", " point to point · ")
	d.tap("At stops longer than")
	d.mustSee("1 part: the trip is not split")
	d.tap("5")
	d.key("Ctrl+A")
	d.typeText("6") // chooses stops
	d.mustSee("2 parts")
	d.key("Return")
	d.until("the parts", func() bool { return d.sees("2 trips") && d.valueOf("Made from") == "part 1 of 2 of day.csv" })
	d.restart()
	d.waitFor("2 trips")
	d.choose("Edit › Select all")
	d.key("Ctrl+Shift+M")
	d.mustSee("2 trips become one of ")
	d.key("Return")
	d.until("the merged trip", func() bool { return d.valueOf("Made from") == "2 merged trips" })
	d.choose("Edit › Undo")
	d.waitFor("2 trips")
}

// TestMergeDialogHasTheLengthsOfTheList merges sample trips whose points are noisy.
func TestMergeDialogHasTheLengthsOfTheList(t *testing.T) {
	d := start(t)
	d.choose("File › Open sample trips")
	d.waitFor("12.15 km") // on roads; 13.75 km from point to point
	d.choose("Edit › Select all")
	d.key("Ctrl+Shift+M")
	var texts []string
	for _, x := range d.things(false) {
		texts = append(texts, x.text)
	}
	if !slices.Contains(texts, "12.15 km") || slices.Contains(texts, "13.75 km") {
		t.Errorf("the dialog has %q", texts)
	}
}

// TestUndoOfAMergeRestoresNotes merges a trip into one that contains it. Undo leaves each with
// its own note, also in the next run.
func TestUndoOfAMergeRestoresNotes(t *testing.T) {
	d := startKeeping(t)
	whole := delivery(t, "whole", "51C-123.45", "2026-11-20T06:12:00+07:00")
	d.drop(whole)
	d.until("the trip to be matched", func() bool { return d.below("51C-123.45") != "" && !d.sees("Snapping") })
	d.drop(cutDelivery(t, whole, "part", 60, 1000))
	d.until("the part", func() bool { return d.valueOf("File") == "part.csv" && !d.sees("Snapping") })
	d.choose("Edit › Trip › Note…")
	d.typeText("toll")
	d.tap("Save")
	d.waitFor("toll")
	d.waitFor("Overlap ")
	d.tap("Merge")
	d.until("one trip with the note", func() bool { return d.sees("toll") && !d.sees("2 trips") && !d.sees("Overlap ") })
	d.choose("Edit › Undo")
	d.waitFor("2 trips", "Overlap ")
	d.restart()
	d.waitFor("2 trips")
	d.tap("764 m")
	d.until("the part with its note", func() bool { return d.valueOf("File") == "part.csv" && d.sees("toll") })
	d.key("Up")
	d.until("the whole without one", func() bool { return d.valueOf("File") == "whole.csv" })
	d.mustNotSee("toll")
}
