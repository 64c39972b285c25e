// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// dock lays out the map and, while it is open, the timeline or the table of trips below
// it. It keeps the height (logical pixels) that it was dragged to, as long as the map keeps
// half of the height. While what is below is folded, the dock is as low as it can be.
type dock struct {
	widget.BaseWidget
	above, below fyne.CanvasObject // below is nil while the dock is closed
	height       float32           // as set by the user, of what is not folded
	folded       bool
	fold         func(folded bool) // folds what is below; nil if it cannot be folded
	dragged      float32           // the height to which the bar is being dragged, 0 without a drag
	bar          *paneBar
}

func newDock(above fyne.CanvasObject, height float32) *dock {
	d := &dock{above: above, height: height}
	d.bar = newPaneBar(true, d.drag)
	d.bar.ended = func() { d.dragged = 0 }
	d.ExtendBaseWidget(d)
	return d
}

// foldHeight is the height to which a dock must be dragged to be folded (logical pixels).
const foldHeight = 90

// drag makes the dock lower by dy. Lower than foldHeight it folds what is below, higher it
// unfolds that.
func (d *dock) drag(dy float32) {
	if d.dragged == 0 {
		d.dragged = d.heightIn(d.Size().Height)
	}
	d.dragged = max(d.dragged-dy, 1)
	if folded := d.dragged < foldHeight; d.fold == nil || !folded {
		d.height = d.dragged
	}
	if folded := d.dragged < foldHeight; d.fold != nil && folded != d.folded {
		d.fold(folded)
	}
	d.Refresh()
}

// open shows o below the map; nil closes the dock. fold is called when the user drags the
// dock so low that o is to be folded, or higher again; nil never folds it.
func (d *dock) open(o fyne.CanvasObject, folded bool, fold func(folded bool)) {
	d.fold = fold
	if d.below != o || d.folded != folded {
		d.below, d.folded = o, folded
		d.Refresh()
	}
}

// heightIn returns the height of the dock for a total height, 0 if it is closed.
func (d *dock) heightIn(total float32) float32 {
	if d.below == nil {
		return 0
	}
	if d.folded {
		return d.below.MinSize().Height
	}
	return kit.Clamp(d.height, d.below.MinSize().Height, total/2-paneBarWidth)
}

// CreateRenderer implements fyne.Widget.
func (d *dock) CreateRenderer() fyne.WidgetRenderer { return &dockRenderer{d} }

type dockRenderer struct{ d *dock }

// MinSize implements fyne.WidgetRenderer. It is that of the map, so that the dock cannot
// make the window grow.
func (r *dockRenderer) MinSize() fyne.Size { return r.d.above.MinSize() }

// Layout implements fyne.WidgetRenderer.
func (r *dockRenderer) Layout(size fyne.Size) {
	d := r.d
	below := d.heightIn(size.Height)
	top := size.Height - below
	kit.SetVisible(d.bar, below > 0)
	if d.bar.Visible() {
		top -= paneBarWidth
		d.bar.Move(fyne.NewPos(0, top))
		d.bar.Resize(fyne.NewSize(size.Width, paneBarWidth))
	}
	if below > 0 {
		d.below.Move(fyne.NewPos(0, size.Height-below))
		d.below.Resize(fyne.NewSize(size.Width, below))
	}
	d.above.Move(fyne.NewPos(0, 0))
	d.above.Resize(fyne.NewSize(size.Width, top))
}

// Refresh implements fyne.WidgetRenderer.
func (r *dockRenderer) Refresh() {
	r.Layout(r.d.Size())
	canvas.Refresh(r.d)
}

// Objects implements fyne.WidgetRenderer.
func (r *dockRenderer) Objects() []fyne.CanvasObject {
	if r.d.below == nil {
		return []fyne.CanvasObject{r.d.above}
	}
	return []fyne.CanvasObject{r.d.above, r.d.below, r.d.bar}
}

// Destroy implements fyne.WidgetRenderer.
func (r *dockRenderer) Destroy() {}
