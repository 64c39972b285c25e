// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"roadsnap/ui/kit"
)

// arrangement divides the window into the sidebar, the list of the panel in front, the
// map, the inspector, and the status bar below.
type arrangement struct {
	panel   panel
	fullMap bool // the map is alone in the window
	sidebar *sidebar
	lists   *fyne.Container // by panel
	panes   *panes
	dock    *dock             // the map and what is below it
	pages   fyne.CanvasObject // of reports, instead of the map
	docked  docked            // what the user opened below the map
	folding folding           // whether the timeline is without graphs
	frame   *fyne.Container   // everything
	narrow  float32           // width of the list before it became a table, 0 if it is none
}

// build creates the layout from its parts. foot is shown below the list. pages are shown
// instead of the middle while the panel of reports is in front. The panes that
// were open before stay open.
func (a *arrangement) build(sidebar *sidebar, lists [numPanels]fyne.CanvasObject, foot, middle, pages, detail, status fyne.CanvasObject, s settings) {
	old := a.panes
	a.sidebar, a.lists = sidebar, container.NewStack(lists[:]...)
	a.dock, a.pages = newDock(middle, s.dockHeight()), pages
	a.panes = newPanes(container.NewBorder(nil, foot, nil, nil, a.lists), container.NewStack(a.dock, pages), detail)
	// Set before the first layout, because a later change would move the map.
	a.panes.listWidth, a.panes.detailWidth = s.widths()
	if old != nil {
		a.panes.takeOver(old)
	}
	a.frame = container.New(frameLayout{layout.NewBorderLayout(nil, status, sidebar.content, nil), sidebar, a.panes},
		a.panes, status, sidebar.content)
}

// show brings the list of a panel to the front.
func (a *arrangement) show(p panel) {
	a.panel = p
	for i, list := range a.lists.Objects {
		kit.SetVisible(list, panel(i) == p)
	}
	kit.SetVisible(a.dock, p != panelReports)
	kit.SetVisible(a.pages, p == panelReports)
	a.sidebar.mark(p)
}

// showFullMap shows the map alone, or the whole window.
func (a *arrangement) showFullMap(only bool) {
	a.fullMap = only
	kit.SetVisible(a.sidebar.content, !only)
	a.panes.showOnlyMap(only)
	a.frame.Refresh()
}

// tableWidth is the width of the list while it is a table, unless it was dragged wider
// (logical pixels).
const tableWidth = 640

// roomForTable widens the list for a table, or restores its former width.
func (a *arrangement) roomForTable(table bool) {
	switch p := a.panes; {
	case table && p.listWidth < tableWidth:
		a.narrow, p.listWidth = p.listWidth, tableWidth
	case !table && a.narrow > 0:
		p.listWidth, a.narrow = a.narrow, 0
	default:
		return
	}
	a.panes.Refresh()
}

// widths returns the widths of list and inspector that the user set. While the list is a
// table, it returns the width from before.
func (a *arrangement) widths() (list, detail float32) {
	if a.narrow > 0 {
		return a.narrow, a.panes.detailWidth
	}
	return a.panes.listWidth, a.panes.detailWidth
}

// docked is what the user opened below the map.
type docked uint8

// dockedNames are stable, for settings.
var dockedNames = []string{dockTimeline: "timeline", dockTable: "table", dockNothing: "nothing"}

// The contents of the dock.
const (
	dockTimeline docked = iota // the timeline of the selected trips, if they have times
	dockTable                  // the table of all trips
	dockNothing
)

// folding is whether the timeline is without graphs.
type folding uint8

// The values of folding.
const (
	foldedIfLow folding = iota // in a low window, because the map keeps half of it
	notFolded                  // as the user chose
	isFolded
)

// lowHeight is the height of a window below which the timeline is without graphs, unless
// the user chose them (logical pixels).
const lowHeight = 680

// in reports whether the timeline is without graphs in a window of a height.
func (f folding) in(height float32) bool {
	return f == isFolded || f == foldedIfLow && height < lowHeight
}

// foldingOf returns the choice of the user.
func foldingOf(folded bool) folding {
	if folded {
		return isFolded
	}
	return notFolded
}
