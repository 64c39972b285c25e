// SPDX-License-Identifier: MIT

package server

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"roadsnap/ui/kit"
)

// requestWidths are the widths of the columns of the list of requests but the path, which
// takes the rest (logical pixels): time, method, status, duration; and the key at the end.
var requestWidths = []float32{76, 72, 60, 86}

const (
	keyWidth       = 96
	requestsWidth  = 720 // of the dialog (logical pixels)
	requestsHeight = 430
)

// requestColumns lays out a row of the list of requests.
type requestColumns struct{}

// MinSize implements fyne.Layout.
func (requestColumns) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

// Layout implements fyne.Layout.
func (requestColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	for i, o := range objects {
		width := max(size.Width-x-keyWidth, 0)
		switch {
		case i < len(requestWidths):
			width = requestWidths[i]
		case i == len(objects)-1:
			width = keyWidth
		}
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(width, size.Height))
		x += width
	}
}

// requestRow returns an empty row of the list of requests.
func requestRow() *fyne.Container {
	row := container.New(requestColumns{})
	for range len(requestWidths) + 2 {
		row.Add(kit.NewLine())
	}
	return row
}

// fill fills a row with texts.
func fill(row fyne.CanvasObject, bold bool, texts ...string) {
	for i, o := range row.(*fyne.Container).Objects {
		align := fyne.TextAlignLeading
		if i == 2 || i == 3 {
			align = fyne.TextAlignTrailing
		}
		o.(*kit.Line).Set(texts[i], align, bold)
	}
}

// showRequests shows the last requests in a dialog, which follows them.
func (p *Panel) showRequests() {
	w := p.words
	head := requestRow()
	fill(head, true, w.T("server.requests.time"), w.T("server.requests.method"), w.T("server.requests.status"), w.T("server.requests.duration"), w.T("server.requests.path"), w.T("server.requests.key"))
	recent := func() []Request { return p.model.State().Traffic.Recent }
	p.requests = kit.NewKeyList(func() int { return len(recent()) }, func() fyne.CanvasObject { return requestRow() }, func(i int, row fyne.CanvasObject) {
		if list := recent(); i < len(list) {
			r := list[i]
			fill(row, r.Status >= 400, r.At.Local().Format("15:04:05"), r.Method, itoa(r.Status), milliseconds(w, r.Duration), r.Path, cmp.Or(r.Key, "–"))
		}
	}, p.keys)
	content := container.NewBorder(head, kit.Caption(w.T("server.requests.note", "n", w.Count(MaxRequests))), nil, nil, p.requests)
	p.do.Look(w.T("server.requests.show"), content, fyne.NewSize(requestsWidth, requestsHeight))
}
