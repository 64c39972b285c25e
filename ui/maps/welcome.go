// SPDX-License-Identifier: MIT

package maps

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Welcome is the card over the map that offers the map of a country on the first run.
type Welcome struct {
	card    *welcomeCard
	content *fyne.Container
}

// WelcomeActions holds the answers to the card.
type WelcomeActions struct{ Install, Files, Later func() }

// NewWelcome returns a hidden card.
func NewWelcome(words text.Catalogue, offer Offer, do WelcomeActions) *Welcome {
	title := offer.Title(words.Language)
	about := widget.NewLabel(words.T("maps.welcome.about", "name", title))
	about.Wrapping = fyne.TextWrapWord
	space := withFree(words, offer.Space, offer.Free)
	facts := kit.Facts(
		[2]string{words.T("maps.welcome.download"), words.AboutBytes(offer.Download)},
		[2]string{words.T("maps.welcome.time"), words.T("maps.welcome.time_value", "time", words.Duration(offer.Time()))},
		[2]string{words.T("maps.welcome.space"), space},
		[2]string{words.T("maps.welcome.memory"), withFree(words, offer.Memory, offer.FreeMemory)},
	)
	install := kit.NewButton(words.T("maps.offer.install", "name", title), theme.DownloadIcon(), do.Install)
	install.Importance = widget.HighImportance
	files := kit.NewButton(words.T("maps.offer.files"), theme.StorageIcon(), do.Files)
	later := kit.QuietButton(words.T("maps.welcome.later"), nil, do.Later)
	again := kit.Caption(words.T("maps.welcome.again"))
	again.Wrapping = fyne.TextWrapWord
	again.Alignment = fyne.TextAlignCenter
	w := &Welcome{card: &welcomeCard{}}
	w.card.content = container.NewPadded(container.NewVBox(
		kit.Heading(words.T("maps.welcome.title", "name", title)), about, facts, install,
		container.NewGridWithColumns(2, files, later), again,
	))
	w.card.ExtendBaseWidget(w.card)
	w.content = container.New(welcomeLayout{}, w.card)
	w.content.Hide()
	return w
}

// withFree returns an amount that is needed (bytes), and how much is free unless that is 0.
func withFree(words text.Catalogue, need, free int64) string {
	if free == 0 {
		return words.AboutBytes(need)
	}
	return words.T("maps.welcome.free", "space", words.AboutBytes(need), "free", words.AboutBytes(free))
}

// Content returns a layer for the whole map with the card in its middle.
func (w *Welcome) Content() fyne.CanvasObject { return w.content }

// Show shows or hides the card.
func (w *Welcome) Show(show bool) { kit.SetVisible(w.content, show) }

const (
	welcomeWidth  = 430 // of the card (logical pixels)
	welcomeMargin = 8
)

// welcomeLayout centres the card.
type welcomeLayout struct{}

// MinSize implements fyne.Layout. The map decides on the size, not the card.
func (welcomeLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout. It sets the width first, because the height of wrapped
// texts depends on it.
func (welcomeLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := min(welcomeWidth, size.Width-2*welcomeMargin)
	for _, card := range objects {
		card.Resize(fyne.NewSize(width, card.MinSize().Height))
		height := min(card.MinSize().Height, size.Height-2*welcomeMargin)
		card.Resize(fyne.NewSize(width, height))
		card.Move(fyne.NewPos((size.Width-width)/2, (size.Height-height)/2))
	}
}

// welcomeCard is a widget that keeps the events on it from the map below.
type welcomeCard struct {
	widget.BaseWidget
	content fyne.CanvasObject
}

// CreateRenderer implements fyne.Widget.
func (c *welcomeCard) CreateRenderer() fyne.WidgetRenderer {
	ground := canvas.NewRectangle(theme.Color(theme.ColorNameOverlayBackground))
	ground.CornerRadius = 2 * theme.Size(theme.SizeNameInputRadius)
	ground.StrokeColor, ground.StrokeWidth = theme.Color(theme.ColorNameSeparator), 1
	return widget.NewSimpleRenderer(container.NewStack(ground, container.New(layout.NewCustomPaddedLayout(6, 6, 8, 8), c.content)))
}

var (
	_ fyne.Tappable          = (*welcomeCard)(nil)
	_ fyne.DoubleTappable    = (*welcomeCard)(nil)
	_ fyne.SecondaryTappable = (*welcomeCard)(nil)
	_ fyne.Scrollable        = (*welcomeCard)(nil)
	_ fyne.Draggable         = (*welcomeCard)(nil)
	_ desktop.Mouseable      = (*welcomeCard)(nil)
	_ desktop.Hoverable      = (*welcomeCard)(nil)
)

// Tapped implements fyne.Tappable.
func (*welcomeCard) Tapped(*fyne.PointEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (*welcomeCard) DoubleTapped(*fyne.PointEvent) {}

// TappedSecondary implements fyne.SecondaryTappable.
func (*welcomeCard) TappedSecondary(*fyne.PointEvent) {}

// Scrolled implements fyne.Scrollable.
func (*welcomeCard) Scrolled(*fyne.ScrollEvent) {}

// Dragged implements fyne.Draggable.
func (*welcomeCard) Dragged(*fyne.DragEvent) {}

// DragEnd implements fyne.Draggable.
func (*welcomeCard) DragEnd() {}

// MouseDown implements desktop.Mouseable.
func (*welcomeCard) MouseDown(*desktop.MouseEvent) {}

// MouseUp implements desktop.Mouseable.
func (*welcomeCard) MouseUp(*desktop.MouseEvent) {}

// MouseIn implements desktop.Hoverable.
func (*welcomeCard) MouseIn(*desktop.MouseEvent) {}

// MouseMoved implements desktop.Hoverable.
func (*welcomeCard) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (*welcomeCard) MouseOut() {}
