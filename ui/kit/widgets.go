// SPDX-License-Identifier: MIT

package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/text"
)

// TightRows stacks labels with half of their usual spacing, so that two lines read as one
// row of a list.
type TightRows struct{}

// TightOverlap is how far each line overlaps the padding of the one above (logical
// pixels).
const TightOverlap = 10

var tightRows = layout.NewCustomPaddedVBoxLayout(-TightOverlap)

// MinSize implements fyne.Layout.
func (TightRows) MinSize(objects []fyne.CanvasObject) fyne.Size { return tightRows.MinSize(objects) }

// Layout implements fyne.Layout.
func (TightRows) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	tightRows.Layout(objects, size)
}

// Wrapped returns a label that wraps its text.
func Wrapped(text string, importance widget.Importance) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping, l.Importance = fyne.TextWrapWord, importance
	return l
}

// WrappedRow lays out objects side by side and continues in further rows if there is no
// room. The toolkit's layout returns its last width as minimum and so never becomes
// narrower.
type WrappedRow struct {
	width float32 // width of the last layout, 0 before
}

// MinSize implements fyne.Layout.
func (l *WrappedRow) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for i, at := range l.places(objects) {
		m := objects[i].MinSize()
		size = size.Max(fyne.NewSize(m.Width, at.Y+m.Height))
	}
	return size
}

// Layout implements fyne.Layout.
func (l *WrappedRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	for i, at := range l.places(objects) {
		objects[i].Move(at)
		objects[i].Resize(objects[i].MinSize())
	}
}

func (l *WrappedRow) places(objects []fyne.CanvasObject) []fyne.Position {
	places := make([]fyne.Position, len(objects))
	gap, x, y, height := theme.Padding(), float32(0), float32(0), float32(0)
	for i, o := range objects {
		m := o.MinSize()
		if l.width > 0 && x > 0 && x+m.Width > l.width {
			x, y, height = 0, y+height+gap, 0
		}
		places[i] = fyne.NewPos(x, y)
		x, height = x+m.Width+gap, max(height, m.Height)
	}
	return places
}

// SetText changes the text of a label. It does nothing if the text is the same, because
// the toolkit would shape it again.
func SetText(l *widget.Label, text string) {
	if l.Text != text {
		l.SetText(text)
	}
}

// Heading returns the title of a panel or a section.
func Heading(text string) *widget.Label {
	l := widget.NewLabelWithStyle(text, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	l.SizeName = theme.SizeNameSubHeadingText
	l.Wrapping = fyne.TextWrapWord
	return l
}

// Facts returns a table of names and values, the values to the right.
func Facts(rows ...[2]string) fyne.CanvasObject {
	lines := container.New(TightRows{})
	for _, r := range rows {
		lines.Add(Fact(r[0], "", FactValue(r[1])))
	}
	return lines
}

// FactsWithTips returns a table of names and values with tips. Each row is a name, a value
// and a tip that explains the name; an empty tip is not shown.
func FactsWithTips(rows ...[3]string) fyne.CanvasObject {
	lines := container.New(TightRows{})
	for _, r := range rows {
		lines.Add(Fact(r[0], r[2], FactValue(r[1])))
	}
	return lines
}

// Fact returns a row of Facts. tip explains the name; an empty tip is not shown.
func Fact(name, tip string, value *Value) fyne.CanvasObject {
	return container.NewBorder(nil, nil, NewTerm(name, tip), nil, container.New(quantities{}, value))
}

// quantities lays out a label of quantities with dots between them, as "250.0 km · 5 h 07 min". A
// text that is too wide is broken after a dot, not within a time. The toolkit breaks lines at
// non-breaking spaces, too.
type quantities struct{}

// quantityPause is between two quantities.
const quantityPause = " · "

// MinSize implements fyne.Layout.
func (quantities) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout implements fyne.Layout.
func (quantities) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	value := objects[0].(*Value)
	broken := strings.TrimRight(quantityPause, " ") + "\n"
	text := strings.ReplaceAll(value.Text, broken, quantityPause)
	room := size.Width - 2*theme.InnerPadding()
	line := ""
	for i, part := range strings.Split(text, quantityPause) {
		switch next := line + quantityPause + part; {
		case i == 0:
			line, text = part, part
		case room > 0 && fyne.MeasureText(next, theme.TextSize(), value.TextStyle).Width > room:
			line, text = part, text+broken+part
		default:
			line, text = next, text+quantityPause+part
		}
	}
	if text != value.Text {
		value.SetText(text)
	}
	value.Resize(size)
	value.Move(fyne.NewPos(0, 0))
}

// FactValue returns the label of a fact's value, whose text can be selected.
func FactValue(text string) *Value {
	value := NewValue(text)
	value.Alignment = fyne.TextAlignTrailing
	return value
}

// Notice returns the sentence, remedy and detail of a notice.
func Notice(words text.Catalogue, n text.Notice) fyne.CanvasObject {
	detail := NewValue(n.DetailText(words))
	detail.SizeName, detail.Importance = theme.SizeNameCaptionText, widget.LowImportance
	return container.NewVBox(
		Wrapped(words.T(n.Sentence), widget.DangerImportance),
		Wrapped(words.T(n.Remedy), widget.MediumImportance),
		detail,
	)
}

// Caption returns a small label of low importance.
func Caption(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.SizeName = theme.SizeNameCaptionText
	l.Importance = widget.LowImportance
	return l
}

// LinkRow returns a link and, unless it is empty, a value to its right.
func LinkRow(name, value string, tapped func()) fyne.CanvasObject {
	link := NewLink(name, tapped)
	if value == "" {
		return link
	}
	return container.NewBorder(nil, nil, nil, widget.NewLabel(value), link)
}

// QuietButton returns a button of low importance.
func QuietButton(text string, icon fyne.Resource, tapped func()) *Button {
	b := NewButton(text, icon, tapped)
	b.Importance = widget.LowImportance
	return b
}

// Closable returns o with a close button to its right.
func Closable(o fyne.CanvasObject, tip string, closeIt func()) fyne.CanvasObject {
	shut := IconButton(theme.CancelIcon(), tip, closeIt)
	shut.Importance = widget.LowImportance
	return container.NewBorder(nil, nil, nil, container.NewVBox(shut), o)
}

// Indented returns o with an indent, which shows that it belongs to the row above.
func Indented(o fyne.CanvasObject) fyne.CanvasObject {
	const indent = 10
	return container.New(layout.NewCustomPaddedLayout(0, 0, indent, 0), o)
}

// SetVisible shows or hides o. It does nothing if o is so already.
func SetVisible(o fyne.CanvasObject, show bool) {
	switch {
	case show && !o.Visible():
		o.Show()
	case !show && o.Visible():
		o.Hide()
	}
}

// SetEnabled enables or disables a widget.
func SetEnabled(w fyne.Disableable, enabled bool) {
	if enabled {
		w.Enable()
	} else {
		w.Disable()
	}
}

// Clamp returns x limited to low and high. If low > high, it returns low.
func Clamp(x, low, high float32) float32 { return max(min(x, high), low) }

// LongList describes a list that shows its first rows and a link that adds the rest.
type LongList struct {
	Total int         // number of items
	Rows  int         // number of items that Add can add, at most Total
	First int         // number of rows shown at first
	Add   func(i int) // adds row i
	Lay   func()      // lays out the list's parent again
}

// FillLong fills lines with a long list.
func FillLong(words text.Catalogue, lines *fyne.Container, l LongList) {
	more := func() {
		if n := l.Total - l.Rows; n > 0 && l.Rows > 0 {
			lines.Add(Indented(Caption(words.T("list.more", "n", words.Count(n)))))
		}
	}
	first := l.First
	if l.Rows <= first+1 { // one more row takes no more room than the link
		first = l.Rows
	}
	for i := range first {
		l.Add(i)
	}
	if first == l.Rows {
		more()
		return
	}
	label := words.T("list.show", "n", words.Count(l.Total))
	if l.Total > l.Rows {
		label = words.T("list.show_first", "n", words.Count(l.Rows))
	}
	var link fyne.CanvasObject
	link = Indented(NewLink(label, func() {
		lines.Remove(link)
		for i := first; i < l.Rows; i++ {
			l.Add(i)
		}
		more()
		l.Lay()
	}))
	lines.Add(link)
}
