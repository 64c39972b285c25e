package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

func TestPanesFoldBeforeTheMapShrinks(t *testing.T) {
	for _, c := range []struct {
		name         string
		width        float32
		hasDetail    bool
		asked        bool // the inspector was asked for last
		onlyMap      bool
		list, detail float32
	}{
		{"large, nothing selected", 1400, false, false, false, 280, 0},
		{"large, something selected", 1400, true, true, false, 280, 300},
		{"both shrink a little", 890, true, true, false, 266, 250},
		{"narrow: the inspector takes the list's room", 800, true, true, false, 0, 300},
		{"narrow: the list was asked for again", 800, true, false, false, 280, 0},
		{"smallest", 497, true, true, false, 0, 250},
		{"smallest, list", 497, false, false, false, 250, 0},
		{"map only", 1400, true, true, true, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &panes{listWidth: 280, detailWidth: 300, hasDetail: c.hasDetail, detailAsked: c.asked, onlyMap: c.onlyMap}
			list, detail := p.widths(c.width)
			if list != c.list || detail != c.detail {
				t.Errorf("list %v, inspector %v; want %v and %v", list, detail, c.list, c.detail)
			}
			left := c.width - list - detail - 2*paneBarWidth
			if list > 0 && detail > 0 && left < goodMapWidth {
				t.Errorf("only %v is left to the map", left)
			}
		})
	}
}

func TestPanesKeepTheWidthThatTheyWereDraggedTo(t *testing.T) {
	test.NewTempApp(t)
	part := func() fyne.CanvasObject { return canvas.NewRectangle(nil) }
	p := newPanes(part(), part(), part())
	p.listWidth, p.detailWidth = 280, 300
	w := test.NewTempWindow(t, p)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1400, 800))
	p.listBar.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(60, 0)})
	p.showDetail(true, true)
	p.detailBar.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(-40, 0)})
	p.showDetail(false, false)
	if p.detail.Visible() || p.list.Size().Width != 340 {
		t.Errorf("inspector visible: %v, list %v wide", p.detail.Visible(), p.list.Size().Width)
	}
	p.showDetail(true, true)
	if p.list.Size().Width != 340 || p.detail.Size().Width != 340 {
		t.Errorf("list %v, inspector %v; want 340 each", p.list.Size().Width, p.detail.Size().Width)
	}
	w.Resize(fyne.NewSize(700, 800))
	w.Resize(fyne.NewSize(1400, 800))
	if p.list.Size().Width != 340 || p.detail.Size().Width != 340 {
		t.Errorf("after a narrow window: list %v, inspector %v; want 340 each", p.list.Size().Width, p.detail.Size().Width)
	}
}
