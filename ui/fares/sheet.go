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
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// The size of the dialog of a fare sheet (logical pixels).
const sheetWidth, sheetHeight = 640, 680

// sheetDialog shows the fares of trips, while it is open.
type sheetDialog struct {
	o        DeskOptions
	words    text.Catalogue
	edit     func(fare.Tariff, []Priced) // edits a tariff
	trips    []*trips.Trip
	priced   []Priced
	tariffs  []fare.Tariff
	choice   *kit.Choice
	together *kit.Check
	rows     *fyne.Container
	total    *fyne.Container // below rows, which scroll
	said     *widget.Label
	hand     *handFields
	copied   string // the sheet as text
	content  fyne.CanvasObject
}

// Ask shows the fare sheet of the selected trips.
func (d *Desk) Ask() {
	if chosen := d.o.Model.o.Trips.State().ChosenTrips(); len(chosen) > 0 {
		s := &sheetDialog{o: d.o, words: d.o.Words(), edit: d.edit, trips: chosen, rows: container.NewVBox(), total: container.NewVBox(), said: kit.Wrapped("", widget.MediumImportance)}
		s.open()
	}
}

// open shows the dialog, and measures the trips.
func (d *sheetDialog) open() {
	model, t := d.o.Model, d.words.T
	d.tariffs = model.Offered(d.words)
	names, at := make([]string, len(d.tariffs)), 0
	usual, has := model.TariffOf(d.trips[0])
	for i, f := range d.tariffs {
		if names[i] = f.Name; has && f.Name == usual.Name {
			at = i
		}
	}
	d.choice = kit.NewChoice(names)
	d.choice.SetSelectedIndex(at)
	d.choice.OnChanged = func(string) { d.show() }
	d.together = kit.NewCheck(t("fare.together"))
	d.together.OnChanged = func(bool) { d.show() }
	kit.SetVisible(d.together, len(d.trips) > 1)
	d.hand = newHandFields(d.words, func(h fare.Hand) {
		one := d.trips[0]
		model.SetHandLines(one, append(slices.Clip(slices.Clone(model.HandLines(one))), h))
		d.show()
	})
	kit.SetVisible(d.hand.content, len(d.trips) == 1)
	top := container.NewVBox(container.NewBorder(nil, nil, widget.NewLabel(t("fare.tariff")), nil, d.choice), d.together)
	below := container.NewVBox(container.NewPadded(d.total), d.hand.content)
	d.content = container.NewBorder(top, below, nil, nil, container.NewVScroll(container.NewPadded(container.NewVBox(d.said, d.rows))))
	use := kit.NewButton(t("fare.use"), nil, d.use)
	use.SetTip(t("tip.fare.use"))
	if d.trips[0].Vehicle == "" {
		use.SetText(t("fare.use_usual"))
		use.SetTip(t("tip.fare.use_usual"))
	}
	more := kit.NewButton(t("fare.copy"), theme.ContentCopyIcon(), func() {
		if d.copied != "" {
			d.o.Copy(d.copied)
		}
	})
	buttons := container.NewHBox(layout.NewSpacer(), use, kit.NewButton(t("fare.edit"), theme.DocumentCreateIcon(), func() {
		d.o.Dialogs.Hide()
		d.edit(d.tariff(), d.priced)
	}), more, layout.NewSpacer())
	d.o.Dialogs.Look(t("menu.fare"), container.NewBorder(nil, buttons, nil, nil, d.content), fyne.NewSize(sheetWidth, sheetHeight))
	d.said.SetText(t("fare.measuring"))
	model.Measure(d.trips, func(list []Priced) {
		d.priced = list
		d.show()
	})
}

// tariff returns the chosen tariff.
func (d *sheetDialog) tariff() fare.Tariff { return d.tariffs[max(d.choice.SelectedIndex(), 0)] }

// use makes the chosen tariff the usual one, or that of the vehicle.
func (d *sheetDialog) use() {
	d.o.Model.Use(d.words, d.tariff(), d.trips[0].Vehicle)
	d.o.Dialogs.Hide()
}

// show shows the sheet of the chosen tariff.
func (d *sheetDialog) show() {
	if d.priced == nil {
		return
	}
	words, model := d.words, d.o.Model
	d.rows.RemoveAll()
	d.total.RemoveAll()
	d.copied = ""
	ready := slices.ContainsFunc(d.priced, func(x Priced) bool { return x.Ready })
	var said string
	switch {
	case !ready:
		said = words.T("fare.not_matched")
	case len(d.trips) == 1:
		s, err := model.SheetOf(d.tariff(), d.priced[0])
		said = d.showSheet(d.trips[0].Name, &s, err)
	case d.together.Checked:
		s, err := model.SheetOfAll(d.tariff(), d.priced)
		said = d.showSheet(words.T("fare.trips", "n", words.Count(len(d.trips))), &s, err)
	default:
		said = d.showSum()
	}
	d.said.SetText(said)
	kit.SetVisible(d.said, said != "")
	d.rows.Refresh()
	d.total.Refresh()
	d.content.Refresh() // so that the total has its room
}

// showSheet shows a sheet, and returns what to say above it.
func (d *sheetDialog) showSheet(title string, s *fare.Sheet, err error) string {
	words := d.words
	if err != nil {
		n := text.Explain(err)
		return words.T(n.Sentence) + " " + n.DetailText(words)
	}
	d.copied = SheetText(words, title, s)
	d.add(words.T("fare.driven"), DistanceRows(words, s))
	d.add(words.T("fare.lines"), LineRows(words, s))
	if len(d.trips) == 1 && len(d.o.Model.HandLines(d.trips[0])) > 0 {
		d.rows.Add(kit.NewLink(words.T("fare.hand.clear"), func() {
			d.o.Model.SetHandLines(d.trips[0], nil)
			d.show()
		}))
	}
	return d.remarks(s.Note)
}

// showSum shows the total of each trip and their sum.
func (d *sheetDialog) showSum() string {
	words := d.words
	var rows []Row
	var sum int64
	var said string
	tariff := d.tariff()
	for _, x := range d.priced {
		row := Row{Name: x.Trip.Name, Amount: "–"}
		if !x.Trip.First.IsZero() {
			row.Basis = words.Moment(x.Trip.First)
		}
		if x.Ready {
			s, err := d.o.Model.SheetOf(tariff, x)
			if err != nil {
				return text.Explain(err).DetailText(words)
			}
			sum += s.Total
			row.Amount, row.Basis = Money(words, s.Total), strings.TrimPrefix(row.Basis+" · "+kilometres3(words, s.Charged()), " · ")
		} else {
			said = words.T("fare.some_not_matched")
		}
		rows = append(rows, row)
	}
	rows = append(rows, Row{Name: words.T("fare.sum"), Amount: Money(words, sum), Total: true})
	d.add("", rows)
	var b strings.Builder
	b.WriteString(words.T("fare.title") + ": " + tariff.Name + "\n")
	for _, r := range rows {
		b.WriteString(strings.Join([]string{r.Amount, r.Name, r.Basis}, "\t") + "\n")
	}
	d.copied = b.String()
	return d.remarks(tariff.Note, said)
}

// remarks joins sentences and those on places that the tariff names, but that are gone.
func (d *sheetDialog) remarks(list ...string) string {
	tariff, names := d.tariff(), d.o.Model.PlaceNames()
	for _, name := range tariff.Places() {
		if !slices.Contains(names, name) {
			list = append(list, d.words.T("fare.missing_place", "name", name))
		}
	}
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), "\n")
}

// add adds rows under a heading: the name with the amount at the right, and what it rests on
// below. The total, with what follows it, does not scroll.
func (d *sheetDialog) add(heading string, rows []Row) {
	if heading != "" {
		d.rows.Add(kit.Heading(heading))
	}
	box := container.New(kit.TightRows{})
	d.rows.Add(box)
	for _, r := range rows {
		if r.Total {
			box = container.New(kit.TightRows{})
			d.total.Add(widget.NewSeparator())
			d.total.Add(box)
		}
		name, amount := kit.Wrapped(r.Name, widget.MediumImportance), kit.FactValue(r.Amount)
		amount.Wrapping = fyne.TextWrapOff
		name.TextStyle.Bold, amount.TextStyle.Bold = r.Total, r.Total
		box.Add(container.NewBorder(nil, nil, nil, amount, name))
		if r.Basis != "" {
			caption := kit.Caption(r.Basis)
			caption.Wrapping = fyne.TextWrapWord
			box.Add(caption)
		}
	}
}

// handFields are the fields of a line by hand.
type handFields struct {
	content fyne.CanvasObject
}

// handWidth is the width of the field of an amount (logical pixels).
const handWidth = 130

func newHandFields(words text.Catalogue, add func(fare.Hand)) *handFields {
	name, amount := kit.NewEntry(), kit.NewEntry()
	name.SetPlaceHolder(words.T("fare.hand.name"))
	amount.SetPlaceHolder(words.T("fare.hand.amount"))
	read := func() (h fare.Hand, ok bool) {
		n, ok := words.ReadNumber(amount.Text)
		h = fare.Hand{Name: strings.TrimSpace(name.Text), Amount: int64(n)}
		return h, ok && n <= 1e9 && n == float64(h.Amount) && h.Name != ""
	}
	button := kit.NewButton(words.T("fare.hand.add"), theme.ContentAddIcon(), func() {
		if h, ok := read(); ok {
			add(h)
			name.SetText("")
			amount.SetText("")
		}
	})
	amount.OnSubmitted = func(string) { button.OnTapped() }
	ready := func(string) {
		_, ok := read()
		kit.SetEnabled(button, ok)
	}
	name.OnChanged, amount.OnChanged = ready, ready
	ready("")
	right := container.NewHBox(container.NewGridWrap(fyne.NewSize(kit.WithText(handWidth), amount.MinSize().Height), amount), button)
	return &handFields{content: container.NewBorder(widget.NewSeparator(), nil, nil, right, name)}
}
