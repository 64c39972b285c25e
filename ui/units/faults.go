// SPDX-License-Identifier: MIT

package units

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// faultList lists the gaps and overlaps of the installed borders.
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
			switch {
			case fault.Overlap:
				do.Mark(fault.Given)
			case len(fault.Units) > 0:
				do.Mark(fault.Units[0])
			}
			do.Fault(fault)
			do.Explain(faultText(words, fault), faultUnits(words, fault))
		}
	}
	f.content = container.NewStack(f.list, container.NewVBox(f.none))
	return f
}

// show shows a state.
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

// faultRow is a row of faultList. While the pointer is on it, the map shows its whole
// text, because a fault can touch any number of units.
type faultRow struct {
	hoverRow
	what, where *widget.Label
	icon        *widget.Icon
}

func newFaultRow(explain func(title, detail string)) *faultRow {
	r := &faultRow{what: widget.NewLabel(""), where: kit.Caption(""), icon: widget.NewIcon(nil)}
	r.what.Truncation, r.where.Truncation = fyne.TextTruncateEllipsis, fyne.TextTruncateEllipsis
	r.contents = container.NewBorder(nil, nil, container.NewPadded(r.icon), nil, container.New(kit.TightRows{}, r.what, r.where))
	r.hover = func(over bool) {
		if over {
			r.paint(theme.Color(theme.ColorNameHover))
			explain(r.what.Text, r.where.Text)
		} else {
			r.paint(nil)
			explain("", "")
		}
	}
	r.ExtendBaseWidget(r)
	return r
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

// faultText returns the kind and the area of a fault.
func faultText(words text.Catalogue, f Fault) string {
	kind := words.T("units.fault.gap")
	if f.Overlap {
		kind = words.T("units.fault.overlap")
	}
	return kind + " · " + words.Area(f.Area)
}

// faultUnits returns the names of the units round a fault, and the unit that an overlap
// was given to.
func faultUnits(words text.Catalogue, f Fault) string {
	text := joined(f.Units, ", ", func(r Row) string { return r.NameIn(words) })
	if f.Overlap {
		text += " " + words.T("units.fault.given", "name", f.Given.NameIn(words))
	}
	return text
}
