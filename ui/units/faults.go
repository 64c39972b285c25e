package units

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// faultList lists where the borders that were installed did not meet.
type faultList struct {
	words   text.Catalogue
	faults  []Fault
	list    *kit.KeyList
	none    *widget.Label
	content fyne.CanvasObject
}

func newFaultList(words text.Catalogue, do Actions, keys func(*fyne.KeyEvent)) *faultList {
	f := &faultList{words: words, none: kit.Wrapped("", widget.LowImportance)}
	f.none.Alignment = fyne.TextAlignCenter
	f.list = kit.NewKeyList(
		func() int { return len(f.faults) },
		func() fyne.CanvasObject { return newFaultRow(do.Explain) },
		func(i widget.ListItemID, o fyne.CanvasObject) {
			if i < len(f.faults) {
				o.(*faultRow).show(words, f.faults[i])
			}
		},
		keys,
	)
	f.list.OnSelected = func(i widget.ListItemID) {
		if i < len(f.faults) {
			fault := f.faults[i]
			if owner, known := fault.Owner(); known {
				do.Mark(owner)
			}
			do.Fault(fault)
			do.Explain(faultText(words, fault), faultUnits(words, fault))
		}
	}
	f.content = container.NewStack(f.list, container.NewVBox(f.none))
	return f
}

// show takes over a state.
func (f *faultList) show(s State) {
	same := len(f.faults) == len(s.Faults)
	f.faults = s.Faults
	if !same {
		f.list.UnselectAll()
		f.list.ScrollToTop()
	}
	kit.SetVisible(f.none, len(s.Faults) == 0)
	switch {
	case !s.Borders.Wards:
		f.none.SetText(f.words.T("units.faults.unknown"))
	case s.searches():
		f.none.SetText(f.words.T("units.faults.none_found"))
	default:
		f.none.SetText(f.words.T("units.faults.none"))
	}
	f.list.Refresh()
}

// faultRow is a row of the list of faults. What it has no room for is told on the map
// while the pointer is on it: a fault lies between any number of units.
type faultRow struct {
	widget.BaseWidget
	what, where *widget.Label
	icon        *widget.Icon
	ground      *canvas.Rectangle
	contents    fyne.CanvasObject
	explain     func(title, detail string)
}

func newFaultRow(explain func(title, detail string)) *faultRow {
	r := &faultRow{what: widget.NewLabel(""), where: kit.Caption(""), icon: widget.NewIcon(nil), ground: canvas.NewRectangle(nil), explain: explain}
	r.what.Truncation, r.where.Truncation = fyne.TextTruncateEllipsis, fyne.TextTruncateEllipsis
	r.ground.CornerRadius = theme.Size(theme.SizeNameSelectionRadius)
	line := container.NewBorder(nil, nil, container.NewPadded(r.icon), nil, container.New(kit.TightRows{}, r.what, r.where))
	r.contents = container.NewStack(r.ground, line)
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *faultRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.contents) }

// MouseIn implements desktop.Hoverable. The toolkit's own row, which would show that the
// pointer is on it, does not hear of it any more.
func (r *faultRow) MouseIn(*desktop.MouseEvent) {
	r.ground.FillColor = theme.Color(theme.ColorNameHover)
	r.ground.Refresh()
	r.explain(r.what.Text, r.where.Text)
}

// MouseMoved implements desktop.Hoverable.
func (r *faultRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *faultRow) MouseOut() {
	r.ground.FillColor = nil
	r.ground.Refresh()
	r.explain("", "")
}

func (r *faultRow) show(words text.Catalogue, f Fault) {
	icon := theme.NewErrorThemedResource(theme.ContentRemoveIcon())
	if f.Overlap {
		icon = theme.NewErrorThemedResource(theme.ContentCopyIcon())
	}
	r.icon.SetResource(icon)
	kit.SetText(r.what, faultText(words, f))
	kit.SetText(r.where, faultUnits(words, f))
}

// faultText says what a fault is and how large.
func faultText(words text.Catalogue, f Fault) string {
	kind := words.T("units.fault.gap")
	if f.Overlap {
		kind = words.T("units.fault.overlap")
	}
	return kind + " · " + words.Area(f.Area)
}

// faultUnits says which units a fault lies between.
func faultUnits(words text.Catalogue, f Fault) string {
	names := make([]string, len(f.Units))
	for i, u := range f.Units {
		names[i] = u.Name()
	}
	text := strings.Join(names, ", ")
	if f.Overlap {
		text += " " + words.T("units.fault.given", "name", f.Given.Name())
	}
	return text
}
