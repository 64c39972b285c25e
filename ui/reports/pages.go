// SPDX-License-Identifier: MIT

package reports

import (
	"context"
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/internal/reportfile"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
)

// The look of the pages (logical pixels) and their zoom, in which 1 shows the whole width.
const (
	pageGap       = 12
	leastZoom     = 0.25
	mostZoom      = 4
	mostPageWidth = 3200 // of a picture (device pixels); a wider one is stretched
	zoomStep      = 1.25
	leastWidth    = 80 // of a page
	hoverStroke   = 1.5
	edgeColor     = 0x9a // grey of the edge of a page
)

// pages shows the pages of a report below each other and scrolls them. Only visible pages are
// drawn, in jobs.
type pages struct {
	widget.BaseWidget
	scroll *container.Scroll
	sheet  *sheet
}

// newPages returns a view without pages. turned is called with the page in the middle, counted
// from 0; tapped is called with the trips of a cell.
func newPages(jobs *job.Runner, turned func(page int), tapped func(trips []int64)) *pages {
	p := &pages{sheet: newSheet(jobs, turned, tapped)}
	p.scroll = container.NewScroll(p.sheet)
	p.sheet.offset = func() fyne.Position { return p.scroll.Offset }
	p.scroll.OnScrolled = func(fyne.Position) { p.sheet.update() }
	p.ExtendBaseWidget(p)
	return p
}

// show shows a report from its first page on, nil for none.
func (p *pages) show(r *Report) {
	if p.sheet.report == r {
		return
	}
	p.sheet.show(r)
	p.scroll.Refresh() // for the new size of the sheet
	p.scroll.ScrollToTop()
	p.sheet.update()
}

// zoomBy multiplies the zoom and keeps the place in the middle of the view.
func (p *pages) zoomBy(factor float32) { p.setZoom(p.sheet.zoom * factor) }

func (p *pages) setZoom(zoom float32) {
	s := p.sheet
	before := s.pageSize().Height + pageGap
	middle := p.scroll.Offset.Y + s.room.Height/2
	s.zoom = kit.Clamp(zoom, leastZoom, mostZoom)
	p.scroll.Refresh()
	after := s.pageSize().Height + pageGap
	most := max(s.MinSize().Height-s.room.Height, 0)
	left := max(s.MinSize().Width-s.room.Width, 0) / 2
	p.scroll.ScrollToOffset(fyne.NewPos(left, kit.Clamp(middle/before*after-s.room.Height/2, 0, most)))
	s.update()
}

// scrollBy scrolls by a share of the height of the view.
func (p *pages) scrollBy(share float32) {
	most := max(p.sheet.MinSize().Height-p.sheet.room.Height, 0)
	p.scroll.ScrollToOffset(fyne.NewPos(p.scroll.Offset.X, kit.Clamp(p.scroll.Offset.Y+share*p.sheet.room.Height, 0, most)))
	p.sheet.update()
}

// CreateRenderer implements fyne.Widget.
func (p *pages) CreateRenderer() fyne.WidgetRenderer { return &pagesRenderer{p} }

type pagesRenderer struct{ p *pages }

// MinSize implements fyne.WidgetRenderer.
func (r *pagesRenderer) MinSize() fyne.Size { return r.p.scroll.MinSize() }

// Layout implements fyne.WidgetRenderer.
func (r *pagesRenderer) Layout(size fyne.Size) {
	r.p.sheet.room = size
	r.p.scroll.Resize(size)
	r.p.scroll.Refresh()
	r.p.sheet.update()
}

// Refresh implements fyne.WidgetRenderer.
func (r *pagesRenderer) Refresh() {
	r.p.sheet.update()
	canvas.Refresh(r.p)
}

// Objects implements fyne.WidgetRenderer.
func (r *pagesRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.p.scroll} }

// Destroy implements fyne.WidgetRenderer.
func (r *pagesRenderer) Destroy() {}

// sheet is the area of all pages in the scrolled view.
type sheet struct {
	widget.BaseWidget
	lane   *job.Lane
	report *Report // nil without pages
	room   fyne.Size
	zoom   float32
	offset func() fyne.Position
	drawn  map[int]*drawnPage // the visible pages
	turned func(int)
	tapped func([]int64)
	hover  *canvas.Rectangle // frames the cell under the pointer that leads to trips
	over   []int64           // its trips
	shown  []fyne.CanvasObject
}

// drawnPage is a page with its picture, which is nil until the job is done.
type drawnPage struct {
	width   int // device pixels
	job     *job.Job
	page    *reportfile.Page // likewise
	picture *canvas.Image
	ground  *canvas.Rectangle
}

func newSheet(jobs *job.Runner, turned func(int), tapped func([]int64)) *sheet {
	s := &sheet{lane: jobs.Lane(1), zoom: 1, drawn: map[int]*drawnPage{}, turned: turned, tapped: tapped, hover: canvas.NewRectangle(color.Transparent)}
	s.hover.StrokeWidth = hoverStroke
	s.hover.Hide()
	s.ExtendBaseWidget(s)
	return s
}

// show shows the pages of a report.
func (s *sheet) show(r *Report) {
	s.report = r
	s.over = nil
	s.hover.Hide()
	for i := range s.drawn {
		s.forget(i)
	}
}

func (s *sheet) forget(page int) {
	s.drawn[page].job.Cancel()
	delete(s.drawn, page)
}

// count returns the number of pages.
func (s *sheet) count() int {
	if s.report == nil {
		return 0
	}
	return s.report.Pages.Len()
}

// pageSize returns the size of a page on the screen. All pages of a report have one size.
func (s *sheet) pageSize() fyne.Size {
	if s.count() == 0 {
		return fyne.Size{}
	}
	w, h := s.report.Pages.Size()
	width := max((s.room.Width-2*pageGap)*s.zoom, leastWidth)
	return fyne.NewSize(width, width*float32(h/w))
}

// place returns the upper left corner of a page.
func (s *sheet) place(page int) fyne.Position {
	size := s.pageSize()
	return fyne.NewPos(max((s.room.Width-size.Width)/2, pageGap), pageGap+float32(page)*(size.Height+pageGap))
}

// pageAt returns the page at a height, the nearest one if there is none.
func (s *sheet) pageAt(y float32) int {
	return min(max(int((y-pageGap)/(s.pageSize().Height+pageGap)), 0), max(s.count()-1, 0))
}

// MinSize implements fyne.CanvasObject: that of all pages.
func (s *sheet) MinSize() fyne.Size {
	s.ExtendBaseWidget(s)
	n, size := s.count(), s.pageSize()
	if n == 0 {
		return fyne.Size{}
	}
	return fyne.NewSize(size.Width+2*pageGap, pageGap+float32(n)*(size.Height+pageGap))
}

// update draws the visible pages and drops the others.
func (s *sheet) update() {
	top := s.offset().Y
	first, last := s.pageAt(top), s.pageAt(top+s.room.Height)
	for i := range s.drawn {
		if i < first || i > last {
			s.forget(i)
		}
	}
	s.shown = s.shown[:0]
	if s.count() > 0 {
		for i := first; i <= last; i++ {
			s.showPage(i)
		}
		s.turned(s.pageAt(top + s.room.Height/2))
	}
	s.shown = append(s.shown, s.hover)
	s.Refresh()
}

// showPage shows a page at its place and begins to draw it if it has no picture of its size.
func (s *sheet) showPage(i int) {
	size, width := s.pageSize(), s.pixels()
	d := s.drawn[i]
	if d == nil {
		d = &drawnPage{ground: canvas.NewRectangle(color.White)}
		d.ground.StrokeWidth, d.ground.StrokeColor = 1, color.Gray{Y: edgeColor}
		s.drawn[i] = d
	}
	if d.width != width {
		d.job.Cancel()
		d.width = width
		report, page := s.report, d.page
		d.job = s.lane.Start(func(context.Context) func() {
			if page == nil {
				page = report.Pages.Page(i)
			}
			picture := reportfile.Picture(report.Document, page, float64(width)/page.Width)
			return func() { s.finish(d, page, picture) }
		})
	}
	at := s.place(i)
	d.ground.Move(at.SubtractXY(1, 1))
	d.ground.Resize(size.AddWidthHeight(2, 2))
	s.shown = append(s.shown, d.ground)
	if d.picture != nil {
		d.picture.Move(at)
		d.picture.Resize(size)
		s.shown = append(s.shown, d.picture)
	}
}

// finish shows a picture of a page that was drawn.
func (s *sheet) finish(d *drawnPage, page *reportfile.Page, picture *image.RGBA) {
	d.page = page
	d.picture = canvas.NewImageFromImage(picture)
	d.picture.FillMode, d.picture.ScaleMode = canvas.ImageFillStretch, canvas.ImageScaleSmooth
	s.update()
}

// pixels returns the width of a page in device pixels.
func (s *sheet) pixels() int {
	scale := float32(1)
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		scale = c.Scale()
	}
	return min(int(s.pageSize().Width*scale+0.5), mostPageWidth)
}

// hit returns the item at a place that leads to trips, with its page; ok is false if there is
// none.
func (s *sheet) hit(at fyne.Position) (item *reportfile.Item, page int, ok bool) {
	if s.count() == 0 {
		return nil, 0, false
	}
	page = s.pageAt(at.Y)
	d := s.drawn[page]
	if d == nil || d.page == nil {
		return nil, 0, false
	}
	p := d.page
	mm := float32(p.Width) / s.pageSize().Width
	corner := s.place(page)
	x, y := float64((at.X-corner.X)*mm), float64((at.Y-corner.Y)*mm)
	for i := len(p.Items) - 1; i >= 0; i-- {
		if c := &p.Items[i]; len(c.Trips) > 0 && x >= c.X && x < c.X+c.W && y >= c.Y && y < c.Y+c.H {
			return c, page, true
		}
	}
	return nil, page, false
}

// Tapped implements fyne.Tappable.
func (s *sheet) Tapped(e *fyne.PointEvent) {
	if item, _, ok := s.hit(e.Position); ok {
		s.tapped(item.Trips)
	}
}

// MouseIn implements desktop.Hoverable.
func (s *sheet) MouseIn(e *desktop.MouseEvent) { s.point(e.Position) }

// MouseMoved implements desktop.Hoverable.
func (s *sheet) MouseMoved(e *desktop.MouseEvent) { s.point(e.Position) }

// MouseOut implements desktop.Hoverable.
func (s *sheet) MouseOut() { s.point(fyne.NewPos(-1, -1)) }

// point frames the cell at a place if it leads to trips.
func (s *sheet) point(at fyne.Position) {
	item, page, ok := s.hit(at)
	if !ok {
		s.over = nil
		kit.SetVisible(s.hover, false)
		return
	}
	s.over = item.Trips
	width, _ := s.report.Pages.Size()
	mm := s.pageSize().Width / float32(width)
	s.hover.StrokeColor = theme.Color(theme.ColorNamePrimary)
	s.hover.Move(s.place(page).AddXY(float32(item.X)*mm, float32(item.Y)*mm))
	s.hover.Resize(fyne.NewSize(float32(item.W)*mm, float32(item.H)*mm))
	kit.SetVisible(s.hover, true)
	s.hover.Refresh()
}

// Cursor implements desktop.Cursorable.
func (s *sheet) Cursor() desktop.Cursor {
	if s.over != nil {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// CreateRenderer implements fyne.Widget.
func (s *sheet) CreateRenderer() fyne.WidgetRenderer { return &sheetRenderer{s} }

type sheetRenderer struct{ s *sheet }

// MinSize implements fyne.WidgetRenderer.
func (r *sheetRenderer) MinSize() fyne.Size { return r.s.MinSize() }

// Layout implements fyne.WidgetRenderer. update places the pages.
func (r *sheetRenderer) Layout(fyne.Size) {}

// Refresh implements fyne.WidgetRenderer.
func (r *sheetRenderer) Refresh() { canvas.Refresh(r.s) }

// Objects implements fyne.WidgetRenderer.
func (r *sheetRenderer) Objects() []fyne.CanvasObject { return r.s.shown }

// Destroy implements fyne.WidgetRenderer.
func (r *sheetRenderer) Destroy() {}
