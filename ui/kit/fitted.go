// SPDX-License-Identifier: MIT

package kit

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Part is a part of a line of figures. Where there is no room for all parts, those of the
// highest Rank are left out first.
type Part struct {
	Text string
	Rank int
}

// JoinParts returns all parts as one line.
func JoinParts(parts []Part) string {
	list := make([]string, len(parts))
	for i, p := range parts {
		list[i] = p.Text
	}
	return strings.Join(list, " · ")
}

// Fitted is a small label of low importance that shows as many parts of a line as it has room
// for. If there is no room for the most important one, that ends in an ellipsis.
type Fitted struct {
	widget.Label
	parts []Part
}

// NewFitted returns a label without parts.
func NewFitted() *Fitted {
	f := &Fitted{}
	f.small()
	f.ExtendBaseWidget(f)
	return f
}

func (f *Fitted) small() {
	f.SizeName, f.Importance, f.Truncation = theme.SizeNameCaptionText, widget.LowImportance, fyne.TextTruncateEllipsis
}

// SetParts changes the parts.
func (f *Fitted) SetParts(parts ...Part) {
	f.parts = parts
	f.fit(f.Size().Width)
}

// Resize implements fyne.CanvasObject.
func (f *Fitted) Resize(size fyne.Size) {
	f.fit(size.Width)
	f.Label.Resize(size)
}

// fit shows the parts for which a width has room. Before the first layout it shows all.
func (f *Fitted) fit(width float32) {
	parts := f.parts
	for width > 0 && len(parts) > 1 && textWidth(&f.Label, JoinParts(parts)) > width {
		least := 0
		for i, p := range parts {
			if p.Rank >= parts[least].Rank {
				least = i
			}
		}
		parts = append(parts[:least:least], parts[least+1:]...)
	}
	SetText(&f.Label, JoinParts(parts))
}

// textWidth returns the width of a label with a text in one line (logical pixels).
func textWidth(l *widget.Label, text string) float32 {
	return fyne.MeasureText(text, l.Theme().Size(cmp.Or(l.SizeName, theme.SizeNameText)), l.TextStyle).Width + 2*l.Theme().Size(theme.SizeNameInnerPadding)
}

// FittedTerm is a Fitted with a tip.
type FittedTerm struct {
	Fitted
	Tipped
}

// NewFittedTerm returns a label without parts and without a tip.
func NewFittedTerm() *FittedTerm {
	f := &FittedTerm{}
	f.small()
	f.ExtendBaseWidget(f)
	return f
}

// MouseIn implements desktop.Hoverable.
func (f *FittedTerm) MouseIn(e *desktop.MouseEvent) { f.Rest(f, e) }

// MouseMoved implements desktop.Hoverable.
func (f *FittedTerm) MouseMoved(e *desktop.MouseEvent) { f.Rest(f, e) }

// MouseOut implements desktop.Hoverable.
func (f *FittedTerm) MouseOut() { f.Leave() }
