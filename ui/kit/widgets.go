package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/text"
)

// EmptyPanel says what to do first, with the buttons to do it.
func EmptyPanel(text string, actions ...fyne.CanvasObject) fyne.CanvasObject {
	label := widget.NewLabel(text)
	label.Wrapping = fyne.TextWrapWord
	label.Alignment = fyne.TextAlignCenter
	label.Importance = widget.LowImportance
	column := container.NewVBox(append([]fyne.CanvasObject{label}, actions...)...)
	return container.NewVBox(layout.NewSpacer(), container.NewPadded(column), layout.NewSpacer(), layout.NewSpacer())
}

// TightRows stacks labels with half of the room that they ask for between them,
// so that two lines read as one row of a list.
type TightRows struct{}

// TightOverlap is how far each line moves into the padding of the one above, in
// logical pixels.
const TightOverlap = 10

// MinSize implements fyne.Layout.
func (TightRows) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(0, 0)
	for i, o := range objects {
		m := o.MinSize()
		size.Width = max(size.Width, m.Width)
		size.Height += m.Height
		if i > 0 {
			size.Height -= TightOverlap
		}
	}
	return size
}

// Layout implements fyne.Layout.
func (TightRows) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		height := o.MinSize().Height
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, height))
		y += height - TightOverlap
	}
}

// Wrapped is a text on as many lines as it needs.
func Wrapped(text string, importance widget.Importance) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping, l.Importance = fyne.TextWrapWord, importance
	return l
}

// WrappedRow lays objects side by side, and those that find no room in a row
// below. The toolkit's own asks for the width that it had last, and so never
// becomes narrower.
type WrappedRow struct {
	width float32 // that it was laid out in last, 0 before
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

// SetText changes the text of a label. It does nothing if the label has that text
// already: the toolkit would shape the same text again.
func SetText(l *widget.Label, text string) {
	if l.Text != text {
		l.SetText(text)
	}
}

// Heading is the title of a panel.
func Heading(text string) *widget.Label {
	l := widget.NewLabelWithStyle(text, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	l.SizeName = theme.SizeNameSubHeadingText
	l.Wrapping = fyne.TextWrapWord
	return l
}

// Facts is a table of names and values, the values to the right.
func Facts(rows ...[2]string) fyne.CanvasObject {
	lines := container.New(TightRows{})
	for _, r := range rows {
		lines.Add(Fact(r[0], FactValue(r[1])))
	}
	return lines
}

// FactsWithTips is a table of names, values and the tips that explain the names; an
// empty tip is not shown.
func FactsWithTips(rows ...[3]string) fyne.CanvasObject {
	lines := container.New(TightRows{})
	for _, r := range rows {
		lines.Add(FactWithTip(r[0], r[2], FactValue(r[1])))
	}
	return lines
}

// Fact is a row of facts.
func Fact(name string, value *widget.Label) fyne.CanvasObject {
	return FactWithTip(name, "", value)
}

// FactWithTip is a row of facts whose name is a term that a tip explains.
func FactWithTip(name, tip string, value *widget.Label) fyne.CanvasObject {
	label := NewTerm(name, tip)
	return container.NewBorder(nil, nil, label, nil, value)
}

// FactValue shows the value of a fact, for the user to copy.
func FactValue(text string) *widget.Label {
	value := widget.NewLabelWithStyle(text, fyne.TextAlignTrailing, fyne.TextStyle{})
	value.Wrapping = fyne.TextWrapWord
	value.Selectable = true
	return value
}

// Notice shows what went wrong and what to do about it.
func Notice(words text.Catalogue, n text.Notice) fyne.CanvasObject {
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

// Caption is a small quiet text.
func Caption(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.SizeName = theme.SizeNameCaptionText
	l.Importance = widget.LowImportance
	return l
}

// LinkRow is a name that leads somewhere, and a value to its right.
func LinkRow(name, value string, tapped func()) fyne.CanvasObject {
	link := NewLink(name, tapped)
	if value == "" {
		return link
	}
	return container.NewBorder(nil, nil, nil, widget.NewLabel(value), link)
}

// OrDash returns s, or a dash for an empty one.
func OrDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// QuietButton is a button of low importance.
func QuietButton(text string, icon fyne.Resource, tapped func()) *Button {
	b := NewButton(text, icon, tapped)
	b.Importance = widget.LowImportance
	return b
}
