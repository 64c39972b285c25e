// SPDX-License-Identifier: MIT

package find

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/style"
)

// row is a result in the box.
type row struct {
	widget.BaseWidget
	ground *canvas.Rectangle
	chosen bool
	shown  fyne.CanvasObject
	tapped func()
}

// iconSide is the side of an icon (logical pixels).
const iconSide = 18

// rowOverlap takes back the space that labels have around them (logical pixels).
const rowOverlap = -10

func newRow(title, detail string, icon image.Image, chosen bool, tapped func()) *row {
	r := &row{ground: canvas.NewRectangle(nil), chosen: chosen, tapped: tapped}
	r.ground.CornerRadius = 4
	name := widget.NewLabelWithStyle(title, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	where := widget.NewLabel(detail)
	where.SizeName, where.Importance = theme.SizeNameCaptionText, widget.LowImportance
	name.Truncation, where.Truncation = fyne.TextTruncateEllipsis, fyne.TextTruncateEllipsis
	lines := container.New(layout.NewCustomPaddedVBoxLayout(rowOverlap), name)
	if detail != "" {
		lines.Add(where)
	}
	var left fyne.CanvasObject
	if icon != nil {
		picture := canvas.NewImageFromImage(icon)
		picture.SetMinSize(fyne.NewSquareSize(iconSide))
		picture.FillMode = canvas.ImageFillContain
		left = container.NewCenter(picture)
	}
	r.shown = container.NewStack(r.ground, container.New(layout.NewCustomPaddedLayout(rowOverlap/2, rowOverlap/2, rowPadding, rowPadding), container.NewBorder(nil, nil, left, nil, lines)))
	r.ExtendBaseWidget(r)
	r.paint(false)
	return r
}

func (r *row) paint(over bool) {
	switch {
	case r.chosen:
		r.ground.FillColor = theme.Color(theme.ColorNameSelection)
	case over:
		r.ground.FillColor = theme.Color(theme.ColorNameHover)
	default:
		r.ground.FillColor = nil
	}
	r.ground.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.shown) }

// Tapped implements fyne.Tappable.
func (r *row) Tapped(*fyne.PointEvent) { r.tapped() }

// MouseIn implements desktop.Hoverable.
func (r *row) MouseIn(*desktop.MouseEvent) { r.paint(true) }

// MouseMoved implements desktop.Hoverable.
func (r *row) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *row) MouseOut() { r.paint(false) }

// Cursor implements desktop.Cursorable.
func (r *row) Cursor() desktop.Cursor { return desktop.PointerCursor }

// siteIcon returns the icon that the map draws for a kind, nil for none. It is twice as
// large as shown, for dense displays.
func siteIcon(th *style.Theme, k basemap.Kind) image.Image {
	if s := th.Sites[k]; s != nil {
		return label.Icon(s, 2*iconSide)
	}
	return nil
}
