// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/label"
)

const (
	symbolSide   = 20 // of an icon (logical pixels)
	symbolsWidth = 520
	symbolScale  = 2 // pixels of the picture in a logical pixel, for dense displays
)

// showSymbols explains the icons of the points of interest on the map.
func (c *commands) showSymbols() {
	t := c.w.words.T
	list := container.NewGridWithColumns(2)
	for _, k := range basemap.Kinds() {
		site := c.w.mapView.theme.Sites[k]
		if site == nil {
			continue
		}
		icon := canvas.NewImageFromImage(label.Icon(site, symbolScale*symbolSide))
		icon.SetMinSize(fyne.NewSquareSize(symbolSide))
		icon.FillMode = canvas.ImageFillContain
		name := widget.NewLabel(c.w.words.Category(k))
		name.Truncation = fyne.TextTruncateEllipsis
		list.Add(container.NewBorder(nil, nil, container.NewCenter(icon), nil, name))
	}
	scroll := container.NewVScroll(list)
	scroll.SetMinSize(fyne.NewSize(0, min(list.MinSize().Height, c.w.window.Canvas().Size().Height-dialogRoom)))
	c.w.files.Show(dialog.NewCustom(t("legend.symbols"), t("dialog.close"), scroll, c.w.window), fyne.NewSize(symbolsWidth, 0))
}
