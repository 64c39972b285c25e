package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/text"
)

// emptyPlace says what to do first, with the buttons to do it.
func emptyPlace(text string, actions ...fyne.CanvasObject) fyne.CanvasObject {
	label := widget.NewLabel(text)
	label.Wrapping = fyne.TextWrapWord
	label.Alignment = fyne.TextAlignCenter
	label.Importance = widget.LowImportance
	column := container.NewVBox(append([]fyne.CanvasObject{label}, actions...)...)
	return container.NewVBox(layout.NewSpacer(), container.NewPadded(column), layout.NewSpacer(), layout.NewSpacer())
}

// tightRows stacks labels with half of the room that they ask for between them,
// so that two lines read as one row of a list.
type tightRows struct{}

// tightOverlap is how far each line moves into the padding of the one above, in
// logical pixels.
const tightOverlap = 10

// MinSize implements fyne.Layout.
func (tightRows) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(0, 0)
	for i, o := range objects {
		m := o.MinSize()
		size.Width = max(size.Width, m.Width)
		size.Height += m.Height
		if i > 0 {
			size.Height -= tightOverlap
		}
	}
	return size
}

// Layout implements fyne.Layout.
func (tightRows) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		height := o.MinSize().Height
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, height))
		y += height - tightOverlap
	}
}

// wrapped is a text on as many lines as it needs.
func wrapped(text string, importance widget.Importance) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping, l.Importance = fyne.TextWrapWord, importance
	return l
}

// wrappedRow puts objects beside each other, and those that find no room into a row
// below. The toolkit's own asks for the width that it had last, and so never becomes
// narrower.
type wrappedRow struct {
	width float32 // that it was laid out in last, 0 before
}

// MinSize implements fyne.Layout.
func (l *wrappedRow) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for i, at := range l.places(objects) {
		m := objects[i].MinSize()
		size = size.Max(fyne.NewSize(m.Width, at.Y+m.Height))
	}
	return size
}

// Layout implements fyne.Layout.
func (l *wrappedRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	for i, at := range l.places(objects) {
		objects[i].Move(at)
		objects[i].Resize(objects[i].MinSize())
	}
}

func (l *wrappedRow) places(objects []fyne.CanvasObject) []fyne.Position {
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

// setText has a label say something, unless it does already: the toolkit shapes the
// text anew in any case.
func setText(l *widget.Label, text string) {
	if l.Text != text {
		l.SetText(text)
	}
}

// heading is the title of a panel.
func heading(text string) *widget.Label {
	l := widget.NewLabelWithStyle(text, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	l.SizeName = theme.SizeNameSubHeadingText
	l.Wrapping = fyne.TextWrapWord
	return l
}

// facts is a table of names and values, the values to the right.
func facts(rows ...[2]string) fyne.CanvasObject {
	lines := container.New(tightRows{})
	for _, r := range rows {
		lines.Add(fact(r[0], factValue(r[1])))
	}
	return lines
}

// fact is a row of facts.
func fact(name string, value *widget.Label) fyne.CanvasObject {
	label := widget.NewLabel(name)
	label.Importance = widget.LowImportance
	return container.NewBorder(nil, nil, label, nil, value)
}

// factValue shows the value of a fact, for the user to copy.
func factValue(text string) *widget.Label {
	value := widget.NewLabelWithStyle(text, fyne.TextAlignTrailing, fyne.TextStyle{})
	value.Wrapping = fyne.TextWrapWord
	value.Selectable = true
	return value
}

// noticeBox shows what went wrong and what to do about it.
func noticeBox(words text.Catalogue, n text.Notice) fyne.CanvasObject {
	sentence := widget.NewLabel(words.T(n.Sentence))
	sentence.Importance = widget.DangerImportance
	sentence.Wrapping = fyne.TextWrapWord
	remedy := widget.NewLabel(words.T(n.Remedy))
	remedy.Wrapping = fyne.TextWrapWord
	detail := widget.NewLabel(n.Detail)
	detail.Wrapping = fyne.TextWrapWord
	detail.SizeName = theme.SizeNameCaptionText
	detail.Importance = widget.LowImportance
	detail.Selectable = true
	return container.NewVBox(sentence, remedy, detail)
}
