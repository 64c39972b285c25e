// SPDX-License-Identifier: MIT

package mapping

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/crs"
	"roadsnap/engine/trace"
	"roadsnap/ui/kit"
)

// fields are the choices of the dialog.
type fields struct {
	d       *Dialog
	sheet   *choice
	all     *kit.Check
	header  *choice
	mark    *choice // the delimiter
	letters *choice // the encoding
	decimal *choice
	dates   *choice
	zone    *choice
	speed   *choice
	system  *choice
	column  *choice
	role    *choice
	content fyne.CanvasObject

	chosen int // the column whose role is shown, from 0
}

// choice is a list of values with their names.
type choice struct {
	*kit.Choice
	values  []string
	label   *widget.Label
	content fyne.CanvasObject
	silent  bool // it is being set
}

// newChoice returns a choice that calls set with the chosen value.
func newChoice(label string, set func(string)) *choice {
	c := &choice{Choice: kit.NewChoice(nil), label: widget.NewLabel(label)}
	c.OnChanged = func(string) {
		if i := c.SelectedIndex(); i >= 0 && !c.silent {
			set(c.values[i])
		}
	}
	c.content = container.NewBorder(nil, nil, c.label, nil, c.Choice)
	return c
}

// show sets the values, their names and the chosen value.
func (c *choice) show(values, names []string, chosen string) {
	i := slices.Index(values, chosen)
	if i < 0 {
		values, names, i = append(values, chosen), append(names, chosen), len(values)
	}
	c.silent = true
	if !slices.Equal(c.Options, names) {
		c.SetOptions(names)
	}
	c.values = values
	if c.SelectedIndex() != i {
		c.SetSelectedIndex(i)
	}
	c.silent = false
}

func newFields(d *Dialog) *fields {
	m, t := d.model, d.t
	f := &fields{d: d, all: kit.NewCheck(t("mapping.sheets.all"))}
	f.all.SetChecked(true)
	set := func(change func(r *trace.Recipe, value string)) func(string) {
		return func(value string) { m.Change(func(r *trace.Recipe) { change(r, value) }) }
	}
	f.sheet = newChoice(t("mapping.sheet"), m.SetSheet)
	f.header = newChoice(t("mapping.header"), func(value string) {
		row, _ := strconv.Atoi(value)
		m.SetHeader(row)
	})
	f.mark = newChoice(t("mapping.delimiter"), set(func(r *trace.Recipe, v string) { r.Delimiter = v }))
	f.letters = newChoice(t("mapping.encoding"), set(func(r *trace.Recipe, v string) { r.Encoding = v }))
	f.decimal = newChoice(t("mapping.decimal"), set(func(r *trace.Recipe, v string) { r.Decimal = v }))
	f.dates = newChoice(t("mapping.dates"), set(func(r *trace.Recipe, v string) { r.Dates = v }))
	f.zone = newChoice(t("mapping.zone"), set(func(r *trace.Recipe, v string) { r.Zone = v }))
	f.speed = newChoice(t("mapping.speed"), set(func(r *trace.Recipe, v string) { r.Speed = v }))
	f.system = newChoice(t("mapping.system"), set(func(r *trace.Recipe, v string) { r.CRS = v }))
	f.column = newChoice(t("mapping.column"), func(value string) {
		f.chosen, _ = strconv.Atoi(value)
		f.show(m.State())
	})
	f.role = newChoice(t("mapping.role"), func(role string) { m.SetRole(f.chosen, role) })
	grid := func(list ...*choice) fyne.CanvasObject {
		row := container.NewGridWithColumns(len(list))
		for _, c := range list {
			row.Add(c.content)
		}
		return row
	}
	f.content = container.NewVBox(
		container.NewBorder(nil, nil, nil, f.all, f.sheet.content),
		grid(f.column, f.role), grid(f.header, f.mark, f.letters), grid(f.decimal, f.dates, f.zone), grid(f.speed, f.system))
	return f
}

// show shows a state.
func (f *fields) show(s State) {
	t, r := f.d.t, s.Recipe
	several := len(s.Preview.Sheets) > 1
	f.sheet.show(s.Preview.Sheets, s.Preview.Sheets, s.Preview.Sheet)
	kit.SetVisible(f.sheet.content, several)
	kit.SetVisible(f.all, several)
	rows, names := []string{"0"}, []string{t("mapping.header.none")}
	for i := range s.Preview.Rows[:min(len(s.Preview.Rows), maxHeader)] {
		rows, names = append(rows, strconv.Itoa(i+1)), append(names, f.d.o.Words.Count(s.Preview.Rows[i].Line))
	}
	f.header.show(rows, names, strconv.Itoa(r.Header))
	f.mark.show([]string{",", ";", "\t", "|"}, []string{t("mapping.comma"), t("mapping.semicolon"), t("mapping.tab"), t("mapping.bar")}, r.Delimiter)
	f.letters.show(append([]string{""}, trace.Encodings()...), []string{t("mapping.auto"), "UTF-8", "UTF-16 LE", "UTF-16 BE", "Windows-1258"}, r.Encoding)
	text := s.Preview.Format == trace.CSV
	kit.SetVisible(f.mark.content, text)
	kit.SetVisible(f.letters.content, text)
	f.decimal.show([]string{"", ".", ","}, []string{t("mapping.auto"), "1,234.5", "1.234,5"}, r.Decimal)
	f.dates.show([]string{"", "dmy", "mdy"}, []string{t("mapping.auto"), t("mapping.dates.dmy"), t("mapping.dates.mdy")}, r.Dates)
	f.zone.show([]string{"", "+07:00", "UTC", "+08:00", "+09:00"}, []string{t("mapping.auto"), t("mapping.zone.vietnam"), "UTC", "+08:00", "+09:00"}, r.Zone)
	f.speed.show(append([]string{""}, trace.SpeedUnits()...), append([]string{t("mapping.auto")}, trace.SpeedUnits()...), r.Speed)
	f.showSystems(s)
	f.showColumns(s)
}

// maxHeader is the number of rows that can be chosen as the row of names.
const maxHeader = 31

// showSystems shows the coordinate systems, the likely ones first.
func (f *fields) showSystems(s State) {
	values, names := []string{""}, []string{f.d.t("mapping.system.degrees")}
	add := func(code int, name string) {
		value := fmt.Sprintf("EPSG:%d", code)
		if !slices.Contains(values, value) {
			values, names = append(values, value), append(names, fmt.Sprintf("%s · %s", strings.TrimSuffix(name, ", scale 0.9999"), value))
		}
	}
	for _, system := range s.Preview.Systems {
		add(system.EPSG, system.Name)
	}
	for _, zone := range crs.Zones() {
		add(zone.EPSG, fmt.Sprintf("VN-2000, %g° E", zone.Meridian))
	}
	for _, code := range []int{3405, 3406} {
		add(code, fmt.Sprintf("VN-2000 UTM %d", code-3405+48))
	}
	for _, code := range []int{32648, 32649} {
		add(code, fmt.Sprintf("WGS 84 UTM %d", code-32600))
	}
	f.system.show(values, names, s.Recipe.CRS)
}

// showColumns shows the columns, and the role of the chosen one.
func (f *fields) showColumns(s State) {
	width := s.Width()
	f.chosen = max(0, min(f.chosen, width-1))
	var columns, labels []string
	for i := range width {
		columns, labels = append(columns, strconv.Itoa(i)), append(labels, columnLabel(s, i))
	}
	f.column.show(columns, labels, strconv.Itoa(f.chosen))
	roles := append([]string{""}, trace.Roles()...)
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = f.d.t(roleWords[role])
	}
	f.role.show(roles, names, s.Role(f.chosen))
}

// choose shows the role of a column (from 0).
func (f *fields) choose(column int) {
	f.chosen = column
	f.show(f.d.model.State())
}
