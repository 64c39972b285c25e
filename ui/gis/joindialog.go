// SPDX-License-Identifier: MIT

package gis

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/choropleth"
	"roadsnap/engine/layer"
	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// join asks for a table and how it is joined to units.
func (p *Panel) join() {
	t := p.words.T
	p.do.Dialogs.Open(files.Question{Title: t("gis.join"), Kind: t("addresses.files"), AllFiles: t("files.all"), Extensions: []string{"csv", "xlsx", "tsv", "txt"}},
		func(path string) {
			p.model.ReadTable(path, func(table *layer.Layer, j Join, err error) {
				if err != nil {
					p.do.Dialogs.Complain(err)
					return
				}
				newJoinForm(p, path, table, j)
			})
		})
}

// joinForm is the dialog that says how a table is joined to units.
type joinForm struct {
	p       *Panel
	path    string
	table   *layer.Layer
	join    Join
	value   string // the column that is drawn
	data    *Data
	said    *widget.Label
	missing *widget.Label
	box     *files.Editor
	trying  *job.Job
}

// maxMissing is the number of rows without a unit that the dialog names.
const maxMissing = 12

func newJoinForm(p *Panel, path string, table *layer.Layer, j Join) {
	t := p.words.T
	f := &joinForm{p: p, path: path, table: table, join: j, said: kit.Wrapped("", widget.MediumImportance), missing: kit.Wrapped("", widget.WarningImportance)}
	var names []string
	for _, c := range table.Columns {
		names = append(names, c.Name)
		if c.Kind == layer.Number && c.Name != j.Key && f.value == "" {
			f.value = c.Name
		}
	}
	if f.value == "" && len(names) > 0 {
		f.value = names[len(names)-1]
	}
	pick := func(options []string, now int, set func(i int)) *kit.Choice {
		c := kit.NewChoice(options)
		c.SetSelectedIndex(max(now, 0))
		c.OnChanged = func(string) {
			set(max(c.SelectedIndex(), 0))
			f.try()
		}
		return c
	}
	wards := 0
	if j.Wards {
		wards = 1
	}
	rules := choropleth.AllSeveral()
	var ruleNames []string
	for _, r := range rules {
		ruleNames = append(ruleNames, t("gis.several."+string(r)))
	}
	withNone := append([]string{t("gis.no_column")}, names...)
	part := func(now string, set func(name string)) *kit.Choice {
		return pick(withNone, slices.Index(names, now)+1, func(i int) {
			if set(""); i > 0 {
				set(names[i-1])
			}
		})
	}
	ofWards := []fyne.CanvasObject{ // names of provinces are unique
		widget.NewLabel(t("gis.join.province")), part(j.Province, func(name string) { f.join.Province = name }),
		widget.NewLabel(t("gis.join.district")), part(j.District, func(name string) { f.join.District = name }),
	}
	showParts := func() {
		for _, o := range ofWards {
			kit.SetVisible(o, f.join.Wards)
		}
	}
	showParts()
	form := container.New(layout.NewFormLayout(),
		widget.NewLabel(t("gis.join.to")), pick([]string{t("gis.join.provinces"), t("gis.join.wards")}, wards, func(i int) {
			f.join.Wards = i == 1
			showParts()
		}),
		widget.NewLabel(t("gis.join.key")), pick(names, slices.Index(names, j.Key), func(i int) { f.join.Key = names[i] }),
	)
	for _, o := range ofWards {
		form.Add(o)
	}
	form.Add(widget.NewLabel(t("gis.join.value")))
	form.Add(pick(names, slices.Index(names, f.value), func(i int) { f.value = names[i] }))
	form.Add(widget.NewLabel(t("gis.join.several")))
	form.Add(pick(ruleNames, slices.Index(rules, j.Several), func(i int) { f.join.Several = rules[i] }))
	f.box = p.do.Dialogs.Edit(t("gis.join"), t("gis.join.add"), container.NewVBox(form, f.said, f.missing), fyne.NewSize(520, 0), func() bool {
		if f.data == nil {
			return false
		}
		p.model.AddJoined(path, f.join, f.data, f.value)
		if b := p.model.Bounds(); !b.Empty() {
			p.do.ShowBounds(b)
		}
		return true
	})
	f.box.SetOnClosed(func() { f.trying.Cancel() })
	f.try()
}

// try joins the table as it is chosen and says how much of it matches.
func (f *joinForm) try() {
	f.trying.Cancel()
	t, count := f.p.words.T, f.p.words.Count
	f.data = nil
	f.box.SetReady(false)
	f.said.Importance = widget.MediumImportance
	f.said.SetText(t("gis.busy"))
	f.missing.Hide()
	f.trying = f.p.model.TryJoin(f.table, f.join, func(d *Data, err error) {
		if err != nil {
			n := text.Explain(err)
			f.said.Importance = widget.DangerImportance
			f.said.SetText(t(n.Sentence) + " " + n.DetailText(f.p.words))
			return
		}
		f.data = d
		f.box.SetReady(d.Matched > 0)
		f.said.SetText(t("gis.joined", "n", count(d.Matched), "faults", count(d.Faulty)))
		if len(d.Faults) > 0 {
			var list []string
			for _, fault := range d.Faults[:min(len(d.Faults), maxMissing)] {
				list = append(list, fault.In(f.p.words))
			}
			f.missing.SetText(strings.Join(list, ", "))
			f.missing.Show()
		}
	})
}
