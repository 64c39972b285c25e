package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// Indented moves o a little to the right: it belongs to what stands above.
func Indented(o fyne.CanvasObject) fyne.CanvasObject {
	const indent = 10
	return container.New(layout.NewCustomPaddedLayout(0, 0, indent, 0), o)
}

// SetVisible shows or hides what is not so yet.
func SetVisible(o fyne.CanvasObject, show bool) {
	switch {
	case show && !o.Visible():
		o.Show()
	case !show && o.Visible():
		o.Hide()
	}
}

// Clamp returns x held between low and high; low wins.
func Clamp(x, low, high float32) float32 { return max(min(x, high), low) }
