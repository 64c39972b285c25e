// SPDX-License-Identifier: MIT

package fares

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/fare"
	"roadsnap/engine/workspace"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// The size of the dialog of a tariff and of its fields (logical pixels).
const (
	tariffWidth, tariffHeight = 680, 520
	priceWidth, perWidth      = 120, 64
)

// tariffDialog edits a tariff, while it is open.
type tariffDialog struct {
	o       DeskOptions
	words   text.Catalogue
	again   func() // opens the dialog again
	form    *Form
	was     string  // the name of the tariff, "" for a new one
	sample  *Priced // the trip of the example; nil without one
	body    *fyne.Container
	example *widget.Label
}

// AskTariff edits the tariff of the selected trip, or else the first one.
func (d *Desk) AskTariff() {
	m := d.o.Model
	tariff, chosen := m.Offered(d.o.Words())[0], m.o.Trips.State().ChosenTrips()
	if len(chosen) == 0 {
		d.edit(tariff, nil)
		return
	}
	if of, ok := m.TariffOf(chosen[0]); ok {
		tariff = of
	}
	m.Measure(chosen[:1], func(list []Priced) { d.edit(tariff, list) })
}

// edit edits a tariff, with an example on the first of some trips.
func (d *Desk) edit(tariff fare.Tariff, sample []Priced) {
	e := &tariffDialog{o: d.o, words: d.o.Words(), again: d.AskTariff, body: container.NewVBox(), example: kit.Wrapped("", widget.MediumImportance)}
	if len(sample) > 0 && sample[0].Ready {
		e.sample = &sample[0]
	}
	e.open(tariff)
}

// open shows the dialog with a tariff.
func (d *tariffDialog) open(tariff fare.Tariff) {
	model, t := d.o.Model, d.words.T
	list := model.Offered(d.words)
	names, at := []string{}, 0
	for i, f := range list {
		if names = append(names, f.Name); f.Name == tariff.Name {
			at = i
		}
	}
	choice := kit.NewChoice(append(names, t("fare.new")))
	choice.SetSelectedIndex(at)
	choice.OnChanged = func(string) {
		if i := choice.SelectedIndex(); i < len(list) {
			d.load(list[i])
			return
		}
		d.load(fare.Tariff{Rounding: fare.Rounding{Step: 1000}})
	}
	d.load(tariff)
	remove := kit.NewButton(t("fare.remove"), theme.DeleteIcon(), func() {
		if d.was != "" {
			model.SetTariffs(func(k workspace.Tariffs) workspace.Tariffs { return k.Without(d.was) })
		}
		d.o.Dialogs.Hide()
	})
	kit.SetEnabled(remove, len(model.Tariffs().List) > 0)
	top := container.NewBorder(nil, nil, widget.NewLabel(t("fare.tariff")), nil, choice)
	content := container.NewBorder(top, container.NewVBox(widget.NewSeparator(), d.example), nil, nil, container.NewVScroll(container.NewPadded(d.body)))
	d.o.Dialogs.Edit(t("menu.tariffs"), t("dialog.save"), content, fyne.NewSize(tariffWidth, tariffHeight), d.save,
		remove, kit.NewButton(t("trips.register.import"), nil, d.importFile), kit.NewButton(t("trips.register.export"), nil, d.exportFile))
}

// load shows a tariff in the form.
func (d *tariffDialog) load(f fare.Tariff) {
	d.was = f.Name
	d.form = NewForm(d.words, f, d.o.Units, d.o.Model.PlaceNames())
	d.build()
	d.changed()
}

// save keeps the tariff.
func (d *tariffDialog) save() (done bool) {
	f, problem, ok := d.form.Read()
	if !ok {
		d.complain(problem)
		return false
	}
	d.o.Model.SetTariff(d.words, d.was, f)
	return true
}

// changed shows the example.
func (d *tariffDialog) changed() {
	words := d.words
	f, problem, ok := d.form.Read()
	switch {
	case !ok:
		d.complain(problem)
		return
	case d.sample == nil:
		d.say(words.T("fare.example.none"))
		return
	}
	s, err := d.o.Model.SheetOf(f, *d.sample)
	if err != nil {
		d.complain(text.Explain(err).DetailText(words))
		return
	}
	var parts []string
	for i := range s.Lines {
		parts = append(parts, lineName(words, &s.Lines[i])+" "+words.Number(float64(s.Lines[i].Amount), 0))
	}
	d.say(words.T("fare.example.of", "name", d.sample.Trip.Name, "total", Money(words, s.Total)) + "\n" + strings.Join(parts, " · "))
}

func (d *tariffDialog) say(sentence string) {
	d.example.Importance = widget.MediumImportance
	d.example.SetText(sentence)
}

func (d *tariffDialog) complain(problem string) {
	d.example.Importance = widget.DangerImportance
	d.example.SetText(problem)
}

// build makes the widgets of the form.
func (d *tariffDialog) build() {
	t, f := d.words.T, d.form
	fields, checks := map[string]fyne.CanvasObject{}, map[string]fyne.CanvasObject{}
	for i := range f.Fields {
		fields[f.Fields[i].Key] = d.field(&f.Fields[i])
	}
	for i := range f.Checks {
		fields[f.Checks[i].Key] = d.check(t(f.Checks[i].Key), &f.Checks[i].On)
	}
	d.body.RemoveAll()
	section := func(key string, rows ...fyne.CanvasObject) {
		d.body.Add(kit.Heading(t(key)))
		for _, r := range rows {
			d.body.Add(r)
		}
	}
	of := func(keys ...string) (rows []fyne.CanvasObject) {
		for _, k := range keys {
			rows = append(rows, fields[k])
		}
		return rows
	}
	name := d.entry(&f.Name)
	d.body.Add(container.NewBorder(nil, nil, widget.NewLabel(t("trips.name")), nil, name))
	section("fare.section.distance", append(of("fare.form.opening", "fare.form.opening_km"), d.bands())...)
	section("fare.section.waiting", of("fare.form.waiting", "fare.form.waiting_free", "fare.form.waiting_each", "fare.form.waiting_below", "fare.form.waiting_ends")...)
	section("fare.section.night", of("fare.form.night_from", "fare.form.night_to", "fare.form.night_percent", "fare.form.night_opening", "fare.form.night_km")...)
	section("fare.section.rental", of("fare.form.day", "fare.form.day_km", "fare.form.day_all")...)
	section("fare.section.zones", kit.Wrapped(t("fare.zones.hint"), widget.LowImportance), d.zones())
	section("fare.section.surcharges", d.surcharges())
	section("fare.section.total", append(of("fare.form.minimum", "fare.form.vat", "fare.form.vat_included"), d.rounding())...)
	for _, c := range fare.Classes() {
		checks[c.String()] = d.check(t(fareClassKeys[c]), &f.Charged[c])
	}
	section("fare.section.charged")
	for _, c := range fare.Classes() {
		d.body.Add(checks[c.String()])
	}
	d.body.Refresh()
}

// entry returns a field for a text of the form.
func (d *tariffDialog) entry(value *string) *kit.Entry {
	e := kit.NewEntry()
	e.SetText(*value)
	e.OnChanged = func(s string) {
		*value = s
		d.changed()
	}
	e.OnSubmitted = func(string) { d.o.Dialogs.Agree() }
	return e
}

// check returns a choice of the form.
func (d *tariffDialog) check(label string, value *bool) fyne.CanvasObject {
	c := kit.NewCheck(label)
	c.SetChecked(*value)
	c.OnChanged = func(on bool) {
		*value = on
		d.changed()
	}
	return c
}

// field returns a row with a label, a field and its unit.
func (d *tariffDialog) field(f *Field) fyne.CanvasObject {
	unit := ""
	if f.Unit != "" {
		unit = d.words.T(f.Unit)
	}
	return container.NewBorder(nil, nil, nil, narrow(d.entry(&f.Text), unit), kit.Wrapped(d.words.T(f.Key), widget.MediumImportance))
}

// narrow returns a field for a number with its unit.
func narrow(e *kit.Entry, unit string) fyne.CanvasObject {
	label := widget.NewLabel(unit)
	return container.NewHBox(container.NewGridWrap(fyne.NewSize(kit.WithText(priceWidth), e.MinSize().Height), e), container.NewGridWrap(fyne.NewSize(kit.WithText(perWidth), label.MinSize().Height), label))
}

// rows returns a list of rows, each with a button that removes it, and one that adds a row.
func (d *tariffDialog) rows(n int, add string, row func(i int) fyne.CanvasObject, insert func(), remove func(i int)) fyne.CanvasObject {
	box := container.NewVBox()
	for i := range n {
		gone := kit.IconButton(theme.DeleteIcon(), d.words.T("fare.row.remove"), func() {
			remove(i)
			d.build()
			d.changed()
		})
		gone.Importance = widget.LowImportance
		box.Add(container.NewBorder(nil, nil, nil, container.NewVBox(gone), row(i)))
	}
	more := kit.NewButton(d.words.T(add), theme.ContentAddIcon(), func() {
		insert()
		d.build()
		d.changed()
	})
	more.Importance = widget.LowImportance
	box.Add(container.NewHBox(more, layout.NewSpacer()))
	return box
}

// bands returns the rows of the bands.
func (d *tariffDialog) bands() fyne.CanvasObject {
	t, f := d.words.T, d.form
	return d.rows(len(f.Bands), "fare.band.add", func(i int) fyne.CanvasObject {
		upTo := d.entry(&f.Bands[i].UpTo)
		upTo.SetPlaceHolder(t("fare.band.rest"))
		return container.NewHBox(layout.NewSpacer(), widget.NewLabel(t("fare.form.band_to")), narrow(upTo, t("fare.unit.km")), narrow(d.entry(&f.Bands[i].Price), t("fare.unit.per_km")))
	}, func() { f.Bands = append(f.Bands, BandRow{}) }, func(i int) { f.Bands = slices.Delete(f.Bands, i, i+1) })
}

// zones returns the rows of the zones.
func (d *tariffDialog) zones() fyne.CanvasObject {
	t, f := d.words.T, d.form
	return d.rows(len(f.Zones), "fare.zone.add", func(i int) fyne.CanvasObject {
		z := &f.Zones[i]
		name, places := d.entry(&z.Name), d.entry(&z.Places)
		name.SetPlaceHolder(t("trips.name"))
		places.SetPlaceHolder(t("fare.zone.places"))
		when := kit.NewChoice([]string{t(whenKeys[fare.Begins]), t(whenKeys[fare.Ends]), t(whenKeys[fare.Passes])})
		when.SetSelectedIndex(int(z.When))
		when.OnChanged = func(string) {
			z.When = fare.When(max(when.SelectedIndex(), 0))
			d.changed()
		}
		return container.NewVBox(container.NewBorder(nil, nil, nil, narrow(d.entry(&z.Amount), t("fare.unit.dong")), name), container.NewBorder(nil, nil, nil, when, places))
	}, func() { f.Zones = append(f.Zones, ZoneRow{}) }, func(i int) { f.Zones = slices.Delete(f.Zones, i, i+1) })
}

// surcharges returns the rows of the surcharges.
func (d *tariffDialog) surcharges() fyne.CanvasObject {
	t, f := d.words.T, d.form
	return d.rows(len(f.Surcharges), "fare.surcharge.add", func(i int) fyne.CanvasObject {
		s := &f.Surcharges[i]
		name := d.entry(&s.Name)
		name.SetPlaceHolder(t("trips.name"))
		return container.NewVBox(container.NewBorder(nil, nil, nil, narrow(d.entry(&s.Amount), t("fare.unit.dong")), name),
			container.NewBorder(nil, nil, nil, narrow(d.entry(&s.Free), t("fare.unit.free")), d.check(t("fare.form.per_stop"), &s.PerStop)))
	}, func() { f.Surcharges = append(f.Surcharges, SurchargeRow{}) }, func(i int) { f.Surcharges = slices.Delete(f.Surcharges, i, i+1) })
}

// rounding returns the choices of rounding.
func (d *tariffDialog) rounding() fyne.CanvasObject {
	words, f := d.words, d.form
	var steps, modes []string
	for _, n := range RoundingSteps {
		steps = append(steps, words.Number(float64(n), 0))
	}
	for _, m := range RoundingModes {
		modes = append(modes, words.T(roundingKeys[m]))
	}
	step, mode := kit.NewChoice(steps), kit.NewChoice(modes)
	step.SetSelectedIndex(f.Step)
	mode.SetSelectedIndex(f.Mode)
	step.OnChanged = func(string) { f.Step = max(step.SelectedIndex(), 0); d.changed() }
	mode.OnChanged = func(string) { f.Mode = max(mode.SelectedIndex(), 0); d.changed() }
	return container.NewBorder(nil, nil, nil, container.NewHBox(mode, step), kit.Wrapped(words.T("fare.line.rounding"), widget.MediumImportance))
}

// files is the question for a file of tariffs.
func (d *tariffDialog) files(title, name string) files.Question {
	t := d.words.T
	return files.Question{Title: t(title), Kind: t("fare.files"), AllFiles: t("files.all"), Extensions: []string{"json"}, Name: name}
}

// importFile asks for a file and keeps its tariffs.
func (d *tariffDialog) importFile() {
	d.o.Dialogs.Hide()
	d.o.Dialogs.Open(d.files("trips.register.import", ""), func(path string) {
		d.o.Model.Import(path, func(err error) {
			if err != nil {
				d.o.Dialogs.Complain(err)
				return
			}
			d.again()
		})
	})
}

// exportFile asks for a file and writes the tariffs.
func (d *tariffDialog) exportFile() {
	list := d.o.Model.Offered(d.words)
	d.o.Dialogs.Hide()
	d.o.Dialogs.Save(d.files("trips.register.export", d.words.T("fare.file")+".json"), func(path string) {
		d.o.Model.Export(path, list, func(err error) { d.o.Dialogs.Complain(text.Writing(err)) })
	})
}
