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

// treeRow is a row of the tree: a province that opens, or a ward under it.
type treeRow struct {
	Line
	open               *kit.Button
	name, detail, code *widget.Label
}

func newTreeRow() *treeRow {
	r := &treeRow{
		open: kit.IconButton(theme.MenuExpandIcon(), "", nil),
		name: widget.NewLabel(""), detail: kit.Caption(""), code: kit.Caption(""),
	}
	r.open.Importance = widget.LowImportance
	r.name.Truncation, r.detail.Truncation = fyne.TextTruncateEllipsis, fyne.TextTruncateEllipsis
	r.code.TextStyle.Monospace = true
	indent := container.NewStack(widget.NewIcon(nil), r.open)
	r.contents = container.NewBorder(nil, nil, indent, container.NewCenter(r.code), container.New(kit.TightRows{}, r.name, r.detail))
	r.hover = r.point
	r.ExtendBaseWidget(r)
	return r
}

func (r *treeRow) show(words text.Catalogue, row Row, found bool, model *Model) {
	kit.SetText(r.name, row.NameIn(words))
	kit.SetText(r.code, row.Code())
	switch {
	case row.Former != "":
		kit.SetText(r.detail, words.T("units.former", "name", row.Former))
	case row.IsWard:
		kit.SetText(r.detail, words.Province(row.Province))
	default:
		kit.SetText(r.detail, words.T("units.wards", "n", words.Count(row.Wards)))
	}
	opens := !row.IsWard && !found
	kit.SetVisible(r.open, opens)
	if !opens {
		return
	}
	r.open.OnTapped = func() { model.Toggle(row.Province.Code) }
	icon, tip := theme.MenuExpandIcon(), words.T("tip.unfold")
	if row.Open {
		icon, tip = theme.MenuDropDownIcon(), words.T("tip.fold")
	}
	r.open.SetTip(tip)
	if r.open.Icon != icon {
		r.open.SetIcon(icon)
	}
}

// showTree shows a state. The scroll position is kept when provinces open and close.
func (p *Panel) showTree(old, s State) {
	if sameRows(old.Rows, s.Rows) && old.View == s.View {
		p.list.mark(s)
		return
	}
	offset := p.list.GetScrollOffset()
	came := selectedChanged(p.list.state, s)
	p.list.renew(s)
	switch {
	case s.Query != old.Query:
		p.list.ScrollToTop()
	case came || old.View != s.View && s.HasSelected:
		p.list.ScrollTo(max(p.list.index(s.Selected), 0))
	default:
		p.list.ScrollToOffset(offset)
	}
}

// fold opens or closes a province in the tree. Closing a ward chooses its province.
func (p *Panel) fold(row Row, open bool) {
	code := row.Province.Code
	switch {
	case p.state.Query != "":
	case row.IsWard && !open:
		province, _ := p.model.Row(code) // a ward's province is in the table
		p.do.Choose(province)
	case !row.IsWard && p.model.IsOpen(code) != open:
		p.model.Toggle(code)
	}
}
