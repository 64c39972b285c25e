// SPDX-License-Identifier: MIT

package shell

import (
	"testing"

	"fyne.io/fyne/v2"

	"roadsnap/engine/report"
	"roadsnap/ui/kit"
	"roadsnap/ui/kit/kittest"
	"roadsnap/ui/text"
)

// TestChoicesOfAReportStandInLine checks that all drop-downs of a fleet report begin at one line.
func TestChoicesOfAReportStandInLine(t *testing.T) {
	w := newTestWindow(t)
	for _, language := range text.Languages {
		w.setLanguage(language.Tag)
		w.show(panelReports)
		choice := w.reporting.State().Choice
		choice.Kind = report.Fleet
		w.reporting.SetChoice(choice)
		w.ui.Rest(t)
		choices := kittest.Shown[*kit.Choice](w.reports.Content())
		if len(choices) < 4 {
			t.Fatalf("%s: %d drop-downs are visible", language.Tag, len(choices))
		}
		left := func(c *kit.Choice) float32 { return fyne.CurrentApp().Driver().AbsolutePositionForObject(c).X }
		for _, c := range choices[1:] {
			if left(c) != left(choices[0]) || left(c) == 0 {
				t.Errorf("%s: %q stands at %g, the first at %g", language.Tag, c.Selected, left(c), left(choices[0]))
			}
		}
	}
}
