// SPDX-License-Identifier: MIT

package trips

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// TestPinnedHeaderStaysInTheList pushes the pinned header half out of the list, which lies on
// something red.
func TestPinnedHeaderStaysInTheList(t *testing.T) {
	test.NewTempApp(t)
	h := newPinnedHeader(&Panel{words: catalogue(t, "en")})
	red := color.NRGBA{R: 255, A: 255}
	above := canvas.NewRectangle(color.Transparent)
	above.SetMinSize(fyne.NewSize(100, 100))
	w := test.NewTempWindow(t, container.NewStack(canvas.NewRectangle(red), container.NewBorder(above, nil, nil, nil, h.content)))
	h.content.Show()
	w.Resize(fyne.NewSize(300, 300))
	h.header.Move(fyne.NewPos(0, -h.height()/2))
	h.header.Resize(fyne.NewSize(300, h.height()))
	picture := w.Canvas().Capture()
	scale := float32(picture.Bounds().Dy()) / w.Canvas().Size().Height
	y := int((above.Position().Y + above.Size().Height - 3) * scale)
	if got := color.NRGBAModel.Convert(picture.At(picture.Bounds().Dx()/2, y)); got != red {
		t.Errorf("the header covers what is above the list: %v", got)
	}
}
