package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/present"
)

// unitRow is a row of the list: a province that opens, or a ward under it.
type unitRow struct {
	unitLine
	open   *widget.Button
	name   *widget.Label
	detail *widget.Label
	code   *widget.Label
}

func newUnitRow() *unitRow {
	r := &unitRow{
		open: widget.NewButtonWithIcon("", theme.MenuExpandIcon(), nil),
		name: widget.NewLabel(""), detail: caption(""), code: caption(""),
	}
	r.open.Importance = widget.LowImportance
	r.name.Truncation = fyne.TextTruncateEllipsis
	r.detail.Truncation = fyne.TextTruncateEllipsis
	r.code.TextStyle.Monospace = true
	indent := container.NewStack(widget.NewIcon(nil), r.open)
	r.contents = container.NewBorder(nil, nil, indent, container.NewCenter(r.code), container.New(tightRows{}, r.name, r.detail))
	r.ExtendBaseWidget(r)
	return r
}

func (r *unitRow) show(words present.Words, row present.UnitRow, found bool, units *present.Units) {
	r.name.SetText(row.Name())
	r.code.SetText(row.Code())
	switch {
	case row.Former != "":
		r.detail.SetText(words.T("units.former", "name", row.Former))
	case row.IsWard:
		r.detail.SetText(row.Province.FullName)
	default:
		r.detail.SetText(words.T("units.wards", "n", words.Count(row.Wards)))
	}
	if row.IsWard || found {
		r.open.Hide()
		return
	}
	r.open.Show()
	r.open.OnTapped = func() { units.Toggle(row.Province.Code) }
	if row.Open {
		r.open.SetIcon(theme.MenuDropDownIcon())
	} else {
		r.open.SetIcon(theme.MenuExpandIcon())
	}
}
