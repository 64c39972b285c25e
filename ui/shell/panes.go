// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// panes lays out the list, the map and the inspector side by side. List and inspector
// keep the widths (logical pixels) that they were dragged to, as long as the map keeps
// half of the window. If there is no room for both, the one requested last is shown.
type panes struct {
	widget.BaseWidget
	list, middle, detail            fyne.CanvasObject
	listWidth, detailWidth          float32 // as set by the user
	listBar, detailBar              *paneBar
	hasDetail, detailAsked, onlyMap bool
	taken                           float32 // width of the window outside the panes
}

// Sizes of the panes (logical pixels), with texts of the usual size or smaller.
const (
	minListWidth   = 236
	minDetailWidth = 250
	paneBarWidth   = 7
)

// leastWidths returns the least widths of list and inspector.
func leastWidths() (list, detail float32) {
	return max(kit.WithText(minListWidth), minListWidth), max(kit.WithText(minDetailWidth), minDetailWidth)
}

func newPanes(list, middle, detail fyne.CanvasObject) *panes {
	p := &panes{list: list, middle: middle, detail: detail}
	p.listBar = newPaneBar(false, func(dx float32) { p.listWidth = p.list.Size().Width + dx; p.Refresh() })
	p.detailBar = newPaneBar(false, func(dx float32) { p.detailWidth = p.detail.Size().Width - dx; p.Refresh() })
	p.ExtendBaseWidget(p)
	return p
}

// takeOver shows the same panes as old.
func (p *panes) takeOver(old *panes) {
	p.hasDetail, p.detailAsked, p.onlyMap = old.hasDetail, old.detailAsked, old.onlyMap
}

// askList shows the list if there is room for one pane only.
func (p *panes) askList() {
	p.detailAsked = false
	p.Refresh()
}

// showDetail shows or hides the inspector. If there is room for one pane only, front
// decides whether the inspector or the list is shown.
func (p *panes) showDetail(show, front bool) {
	p.hasDetail, p.detailAsked = show, show && front
	p.Refresh()
}

// askDetail shows the inspector, if it has a record, instead of the list if there is room
// for one pane only.
func (p *panes) askDetail() {
	if p.hasDetail && !p.detailAsked {
		p.showDetail(true, true)
	}
}

// showOnlyMap hides both panes, or shows them again.
func (p *panes) showOnlyMap(only bool) {
	p.onlyMap = only
	p.Refresh()
}

// widths returns the widths of list and inspector for a total width, 0 for a hidden one.
func (p *panes) widths(width float32) (list, detail float32) {
	leastList, leastDetail := leastWidths()
	room := (width-p.taken)/2 - paneBarWidth // the map keeps half of the window
	switch {
	case p.onlyMap:
		return 0, 0
	case p.hasDetail && room-paneBarWidth >= leastList+leastDetail:
		room -= paneBarWidth
		list = kit.Clamp(p.listWidth, leastList, room-leastDetail)
		return list, kit.Clamp(p.detailWidth, leastDetail, room-list)
	case p.hasDetail && p.detailAsked:
		return 0, kit.Clamp(p.detailWidth, leastDetail, room)
	default:
		return kit.Clamp(p.listWidth, leastList, room), 0
	}
}

// CreateRenderer implements fyne.Widget.
func (p *panes) CreateRenderer() fyne.WidgetRenderer { return &panesRenderer{p} }

type panesRenderer struct{ p *panes }

// MinSize implements fyne.WidgetRenderer.
func (r *panesRenderer) MinSize() fyne.Size {
	p := r.p
	height := max(p.list.MinSize().Height, p.middle.MinSize().Height, p.detail.MinSize().Height)
	list, detail := leastWidths()
	return fyne.NewSize(2*(max(list, detail)+paneBarWidth)+p.taken, height)
}

// Layout implements fyne.WidgetRenderer.
func (r *panesRenderer) Layout(size fyne.Size) {
	p := r.p
	list, detail := p.widths(size.Width)
	left, right := float32(0), size.Width
	if list > 0 {
		putAt(p.list, 0, list, size.Height)
		putAt(p.listBar, list, paneBarWidth, size.Height)
		left = list + paneBarWidth
	}
	if detail > 0 {
		right = size.Width - detail - paneBarWidth
		putAt(p.detailBar, right, paneBarWidth, size.Height)
		putAt(p.detail, right+paneBarWidth, detail, size.Height)
	}
	putAt(p.middle, left, right-left, size.Height)
	kit.SetVisible(p.list, list > 0)
	kit.SetVisible(p.listBar, list > 0)
	kit.SetVisible(p.detail, detail > 0)
	kit.SetVisible(p.detailBar, detail > 0)
}

// putAt places o at x, at the top of its parent.
func putAt(o fyne.CanvasObject, x, width, height float32) {
	o.Move(fyne.NewPos(x, 0))
	o.Resize(fyne.NewSize(width, height))
}

// Refresh implements fyne.WidgetRenderer.
func (r *panesRenderer) Refresh() {
	r.Layout(r.p.Size())
	canvas.Refresh(r.p)
}

// Objects implements fyne.WidgetRenderer.
func (r *panesRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.p.list, r.p.middle, r.p.detail, r.p.listBar, r.p.detailBar}
}

// Destroy implements fyne.WidgetRenderer.
func (r *panesRenderer) Destroy() {}

// paneBar is the line between two panes, dragged to resize them.
type paneBar struct {
	widget.BaseWidget
	line  *canvas.Rectangle
	level bool // the line is horizontal
	moved func(by float32)
	ended func() // called after a drag; may be nil
}

func newPaneBar(level bool, moved func(by float32)) *paneBar {
	b := &paneBar{line: canvas.NewRectangle(theme.Color(theme.ColorNameSeparator)), level: level, moved: moved}
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer implements fyne.Widget.
func (b *paneBar) CreateRenderer() fyne.WidgetRenderer { return &paneBarRenderer{b} }

// Dragged implements fyne.Draggable.
func (b *paneBar) Dragged(e *fyne.DragEvent) {
	if b.level {
		b.moved(e.Dragged.DY)
	} else {
		b.moved(e.Dragged.DX)
	}
}

// DragEnd implements fyne.Draggable.
func (b *paneBar) DragEnd() {
	if b.ended != nil {
		b.ended()
	}
}

// Cursor implements desktop.Cursorable.
func (b *paneBar) Cursor() desktop.Cursor {
	if b.level {
		return desktop.VResizeCursor
	}
	return desktop.HResizeCursor
}

// MouseIn implements desktop.Hoverable.
func (b *paneBar) MouseIn(*desktop.MouseEvent) { b.colour(theme.ColorNamePrimary) }

// MouseMoved implements desktop.Hoverable.
func (b *paneBar) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *paneBar) MouseOut() { b.colour(theme.ColorNameSeparator) }

func (b *paneBar) colour(name fyne.ThemeColorName) {
	b.line.FillColor = theme.Color(name)
	b.line.Refresh()
}

type paneBarRenderer struct{ b *paneBar }

// MinSize implements fyne.WidgetRenderer.
func (r *paneBarRenderer) MinSize() fyne.Size {
	if r.b.level {
		return fyne.NewSize(0, paneBarWidth)
	}
	return fyne.NewSize(paneBarWidth, 0)
}

// Layout implements fyne.WidgetRenderer.
func (r *paneBarRenderer) Layout(size fyne.Size) {
	const width = 1
	if r.b.level {
		r.b.line.Move(fyne.NewPos(0, (size.Height-width)/2))
		r.b.line.Resize(fyne.NewSize(size.Width, width))
		return
	}
	r.b.line.Move(fyne.NewPos((size.Width-width)/2, 0))
	r.b.line.Resize(fyne.NewSize(width, size.Height))
}

// Refresh implements fyne.WidgetRenderer.
func (r *paneBarRenderer) Refresh() { canvas.Refresh(r.b) }

// Objects implements fyne.WidgetRenderer.
func (r *paneBarRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.b.line} }

// Destroy implements fyne.WidgetRenderer.
func (r *paneBarRenderer) Destroy() {}

// frameLayout lays out the window: sidebar, panes, and the status bar below.
type frameLayout struct {
	border  fyne.Layout
	sidebar *sidebar
	panes   *panes
}

// foldWidth is the window width (logical pixels) below which the sidebar always shows only icons.
const foldWidth = 1100

// folds reports whether the sidebar shows only icons in a content of a width: list and inspector
// fit then, and do not with the names, or the window is narrow.
func (l frameLayout) folds(width float32) bool {
	list, detail := leastWidths()
	bothFit := func(sidebar float32) bool {
		panes := width - sidebar - theme.Padding()
		return (panes-around(sidebar))/2 >= list+detail+2*paneBarWidth
	}
	return width < foldWidth || bothFit(l.sidebar.iconWidth) && !bothFit(l.sidebar.namedWidth)
}

// around returns the width of the window outside the panes: the sidebar, the space between it and
// the panes, and that at the edges of the window.
func around(sidebar float32) float32 { return sidebar + 3*theme.Padding() }

// Layout implements fyne.Layout.
func (l frameLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.sidebar.fold(l.folds(size.Width))
	l.panes.taken = around(l.sidebar.content.MinSize().Width)
	l.border.Layout(objects, size)
}

// MinSize implements fyne.Layout.
func (l frameLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return l.border.MinSize(objects) }
