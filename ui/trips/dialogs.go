// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// askFilter shows the form of the filter.
func (p *Panel) askFilter() {
	t, f := p.words.T, p.model.State().Filter
	period, setPeriod := choiceOf(Periods(), f.Period, func(x Period) string { return t(periodKeys[x]) })
	verdict, setVerdict := choiceOf(VerdictFilters(), f.Verdict, func(x VerdictFilter) string { return t(verdictKeys[x]) })
	orAll := func(x string) string { return cmp.Or(x, t("trips.verdict.all")) }
	of := p.model.State()
	vehicle, setVehicle := choiceOf(append([]string{""}, of.Vehicles()...), f.Vehicle, orAll)
	driver, setDriver := choiceOf(append([]string{""}, of.Drivers()...), f.Driver, orAll)
	team, setTeam := choiceOf(append([]string{""}, of.Teams()...), f.Team, orAll)
	saved := p.model.State().Saved
	tag, setTag := choiceOf([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, f.Tag, func(n int) string {
		if n == 0 {
			return t("trips.verdict.all")
		}
		return saved.TagName(n)
	})
	placeIDs, placeNames := []int64{0}, map[int64]string{0: t("trips.verdict.all")}
	for _, s := range p.model.State().Places.Sites {
		placeIDs, placeNames[s.ID] = append(placeIDs, s.ID), s.Name
	}
	place, setPlace := choiceOf(placeIDs, f.Place, func(id int64) string { return placeNames[id] })
	from, to := dayEntry(p.words, f.From), dayEntry(p.words, f.To)
	period.OnChanged = func(string) {
		for _, e := range []*kit.Entry{from, to} {
			if setPeriod() == BetweenDays {
				e.Enable()
			} else {
				e.Disable()
			}
		}
	}
	period.OnChanged("")
	unit := p.newUnitEntry(f)
	longer := kit.NewEntry()
	longer.Validator = kilometres
	if f.Longer > 0 {
		longer.SetText(strconv.FormatFloat(f.Longer/1000, 'f', -1, 64))
	}
	items := []*widget.FormItem{
		widget.NewFormItem(t("trips.filter.period"), period),
		widget.NewFormItem(t("trips.filter.days"), container.NewGridWithColumns(2, from, to)),
		widget.NewFormItem(t("trips.column.vehicle"), vehicle),
		widget.NewFormItem(t("trips.column.team"), team),
		widget.NewFormItem(t("trips.column.driver"), driver),
		widget.NewFormItem(t("trips.column.verdict"), verdict),
		widget.NewFormItem(t("trips.filter.tag"), tag),
		widget.NewFormItem(t("trips.filter.unit"), unit.content),
		widget.NewFormItem(t("trips.filter.place"), place),
		widget.NewFormItem(t("trips.filter.longer"), longer),
	}
	p.do.Dialogs.Form(t("trips.filters.edit"), t("trips.filter.apply"), items, func() {
		f := p.model.State().Filter
		f.Period, f.Verdict, f.Vehicle, f.Tag = setPeriod(), setVerdict(), setVehicle(), setTag()
		f.Driver, f.Team = setDriver(), setTeam()
		f.From, f.To = dayText(from.Text), dayText(to.Text)
		f.Unit, f.UnitName = unit.chosen.Code, unit.chosen.Name
		f.Place, f.Longer = setPlace(), kilometresOf(longer.Text)*1000
		p.model.SetFilter(f)
	})
}

// choiceOf returns a drop-down list of values, and a function that returns the chosen one.
func choiceOf[T comparable](values []T, now T, name func(T) string) (choice *kit.Choice, chosen func() T) {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = name(v)
	}
	choice = kit.NewChoice(names)
	choice.SetSelectedIndex(max(slices.Index(values, now), 0))
	return choice, func() T { return values[max(choice.SelectedIndex(), 0)] }
}

// dayEntry returns a field for a day, written as the language does. day is as in Filter.
func dayEntry(words text.Catalogue, day string) *kit.Entry {
	e := kit.NewEntry()
	e.SetPlaceHolder(words.T("trips.filter.day_form"))
	e.Validator = func(s string) error {
		if s == "" || dayText(s) != "" {
			return nil
		}
		return errDay
	}
	if at, err := time.ParseInLocation(time.DateOnly, day, text.Vietnam); err == nil {
		e.SetText(words.Day(at))
	}
	return e
}

// dayText returns a day as in Filter from the form of either language, "" if it is none.
func dayText(s string) string {
	for _, form := range []string{time.DateOnly, "2/1/2006", "2.1.2006", "2-1-2006"} {
		if at, err := time.Parse(form, strings.TrimSpace(s)); err == nil {
			return at.Format(time.DateOnly)
		}
	}
	return ""
}

// formError is an error of a field, which the form marks; it is not shown as a text.
type formError struct{}

func (formError) Error() string { return "not in the form of the field" }

var errDay = formError{}

// kilometres checks a length in a field.
func kilometres(s string) error {
	if s == "" || kilometresOf(s) > 0 {
		return nil
	}
	return errDay
}

// kilometresOf reads a length with either decimal sign, 0 if it is none.
func kilometresOf(s string) float64 {
	x, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(s), ",", ".", 1), 64)
	if err != nil || !(x > 0 && x < 1e6) {
		return 0
	}
	return x
}

// unitEntry is a field for a province or ward, with a list of those found.
type unitEntry struct {
	content *fyne.Container
	chosen  Unit
}

func (p *Panel) newUnitEntry(f Filter) *unitEntry {
	e := &unitEntry{chosen: Unit{f.Unit, f.UnitName}}
	entry := kit.NewSelectEntry(nil)
	entry.SetPlaceHolder(p.words.T("trips.filter.unit_hint"))
	entry.SetText(f.UnitName)
	e.content = container.NewStack(entry)
	var found []Unit
	entry.OnChanged = func(query string) {
		e.chosen = Unit{}
		if strings.TrimSpace(query) == "" || p.do.Units == nil {
			entry.SetOptions(nil)
			return
		}
		for _, u := range found { // chosen from the list
			if u.Name == query {
				e.chosen = u
				return
			}
		}
		found = findUnits(p.do.Units, query)
		names := make([]string, len(found))
		for i, u := range found {
			names[i] = u.Name
		}
		entry.SetOptions(names)
		if len(found) > 0 {
			e.chosen = found[0]
		}
	}
	return e
}

// askSaveFilter asks for the name of the current filter and saves it.
func (p *Panel) askSaveFilter() {
	t := p.words.T
	name := requiredEntry(p.filterText(p.model.State().Filter))
	p.do.Dialogs.Form(t("trips.filters.save"), t("dialog.save"), []*widget.FormItem{widget.NewFormItem(t("trips.name"), name)}, func() {
		p.model.SaveFilter(strings.TrimSpace(name.Text))
	})
}

// requiredEntry returns a field that must not stay empty.
func requiredEntry(s string) *kit.Entry {
	e := kit.NewEntry()
	e.SetText(s)
	e.Validator = func(s string) error {
		if strings.TrimSpace(s) == "" {
			return errDay
		}
		return nil
	}
	return e
}

// filterText describes a filter, as a name to begin with.
func (p *Panel) filterText(f Filter) string {
	var parts []string
	if f.Period != AllDays && f.Period != BetweenDays {
		parts = append(parts, p.words.T(periodKeys[f.Period]))
	}
	place, _ := p.model.State().Places.Site(f.Place)
	for _, s := range []string{f.From, f.To, f.Vehicle, f.Team, f.Driver, f.UnitName, place.Name, f.Query} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if f.Verdict != AnyVerdict {
		parts = append(parts, p.words.T(verdictKeys[f.Verdict]))
	}
	return strings.Join(parts, ", ")
}

// AskDetails asks for the name, the vehicle and the driver of the selected trips. For several
// there is no name, and a field that stays empty changes nothing.
func (p *Panel) AskDetails() {
	chosen := p.model.State().ChosenTrips()
	if len(chosen) == 0 {
		return
	}
	t, s, one := p.words.T, p.model.State(), len(chosen) == 1
	name := kit.NewKeyEntry(p.do.Keys)
	vehicle, driver := kit.NewSelectEntry(s.Vehicles()), kit.NewSelectEntry(s.Drivers())
	for _, e := range []*kit.SelectEntry{vehicle, driver} {
		e.OnSubmitted = func(string) { p.do.Dialogs.Agree() }
	}
	tr := chosen[0]
	name.SetText(tr.Given)
	items := []*widget.FormItem{widget.NewFormItem(t("trips.name"), name)}
	if one {
		vehicle.SetText(tr.Vehicle)
		driver.SetText(tr.Driver)
		driver.SetPlaceHolder(tr.DriverName())
	} else {
		items = nil
		vehicle.SetPlaceHolder(t("trips.details.unchanged"))
		driver.SetPlaceHolder(t("trips.details.unchanged"))
	}
	items = append(items, widget.NewFormItem(t("trips.column.vehicle"), vehicle), widget.NewFormItem(t("trips.column.driver"), driver))
	p.do.Dialogs.Form(t("menu.rename"), t("dialog.save"), items, func() {
		var d Details
		if one {
			d.Name = &name.Text
		}
		if one || strings.TrimSpace(vehicle.Text) != "" {
			d.Vehicle = &vehicle.Text
		}
		if one || strings.TrimSpace(driver.Text) != "" {
			d.Driver = &driver.Text
		}
		p.model.SetDetails(d)
	})
}

// AskNote asks for the note of the selected trip.
func (p *Panel) AskNote() {
	if tr, ok := p.model.State().Trip(); ok {
		t, note := p.words.T, kit.NewTextArea()
		note.SetText(tr.Note)
		p.do.Dialogs.Form(t("menu.note"), t("dialog.save"), []*widget.FormItem{widget.NewFormItem(t("trips.note"), note)}, func() {
			p.model.SetNote(tr.ID, note.Text)
		})
		p.do.Dialogs.Focus(note)
	}
}

// AskTagNames asks for the names of the tags.
func (p *Panel) AskTagNames() {
	t, saved := p.words.T, p.model.State().Saved
	var items []*widget.FormItem
	var fields [MaxTag + 1]*kit.Entry
	for n := 1; n <= MaxTag; n++ {
		fields[n] = kit.NewEntry()
		fields[n].SetText(saved.Tags[n])
		items = append(items, widget.NewFormItem("Ctrl+"+strconv.Itoa(n), fields[n]))
	}
	p.do.Dialogs.Form(t("menu.tag_names"), t("dialog.save"), items, func() {
		for n := 1; n <= MaxTag; n++ {
			if name := strings.TrimSpace(fields[n].Text); name != saved.Tags[n] {
				p.model.NameTag(n, name)
			}
		}
	})
}

// ShowTrash shows the trips in the trash, of which the user can restore some.
func (p *Panel) ShowTrash() {
	p.model.ListTrash(func(trash []*Trip) {
		t := p.words.T
		if len(trash) == 0 {
			p.do.Dialogs.Tell(t("menu.trash"), t("trips.trash.empty"))
			return
		}
		chosen := make([]bool, len(trash))
		list := kit.NewList(func() int { return len(trash) }, func() fyne.CanvasObject { return widget.NewCheck("", nil) }, func(i int, o fyne.CanvasObject) {
			c := o.(*widget.Check)
			c.OnChanged = nil
			c.Text = trash[i].Name
			if !trash[i].First.IsZero() {
				c.Text += " · " + timesText(p.words, trash[i], false)
			}
			c.Checked = chosen[i]
			c.Refresh()
			c.OnChanged = func(on bool) { chosen[i] = on }
		})
		empty := kit.NewButton(t("trips.trash.empty_now"), theme.DeleteIcon(), func() {
			p.do.Dialogs.Hide()
			p.do.Dialogs.Confirm(t("trips.trash.empty_now"), t("trips.trash.sure", "n", p.words.Count(len(trash))), t("trips.trash.delete"), p.model.EmptyTrash)
		})
		scroll := container.NewGridWrap(fyne.NewSize(kit.WithText(trashSize.Width), trashSize.Height), list)
		p.do.Dialogs.Edit(t("menu.trash"), t("trips.trash.restore"), scroll, fyne.NewSize(trashSize.Width, 0), func() (done bool) {
			var back []*Trip
			for i, on := range chosen {
				if on {
					back = append(back, trash[i])
				}
			}
			if len(back) > 0 {
				p.model.TakeFromTrash(back)
			}
			return true
		}, empty)
	})
}

// trashSize is the size of the list of the trash (logical pixels).
var trashSize = fyne.NewSize(460, 340)

// menuOf opens the menu of a trip, which is selected first.
func (p *Panel) menuOf(trip *Trip, at fyne.Position) {
	if !p.state.IsChosen(trip.ID) {
		p.model.Select(trip.ID)
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(p.list)
	if c == nil {
		return
	}
	t, s := p.words.T, p.model.State()
	var tags []*fyne.MenuItem
	for n := 1; n <= MaxTag; n++ {
		item := fyne.NewMenuItem(s.Saved.TagName(n), func() { p.model.ToggleTag(n) })
		item.Checked = !slices.ContainsFunc(s.ChosenTrips(), func(x *Trip) bool { return !x.Tags.Has(n) })
		tags = append(tags, item)
	}
	tags = append(tags, fyne.NewMenuItemSeparator(), fyne.NewMenuItem(t("menu.tag_names"), p.AskTagNames))
	tag := fyne.NewMenuItem(t("menu.tags"), nil)
	tag.ChildMenu = fyne.NewMenu("", tags...)
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("",
		fyne.NewMenuItem(t("menu.fit"), func() { p.do.ShowBounds(BoundsOf(s.ChosenTrips())) }),
		fyne.NewMenuItem(t("menu.reviewed"), p.model.ToggleReviewed),
		tag,
		fyne.NewMenuItem(t("menu.rename"), p.AskDetails),
		fyne.NewMenuItem(t("menu.note"), p.AskNote),
		fyne.NewMenuItem(t("menu.fare"), p.do.AskFare),
		fyne.NewMenuItem(t("menu.sheet"), p.MakeSheet),
		fyne.NewMenuItem(t("menu.crop"), p.do.Crop),
		fyne.NewMenuItem(t("menu.spikes"), p.do.Spikes),
		fyne.NewMenuItem(t("menu.split"), p.do.Split),
		fyne.NewMenuItem(t("menu.merge"), p.AskMerge),
		fyne.NewMenuItem(t("trips.export.title"), p.do.Export),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(t("menu.remove"), p.model.Remove),
	), c, at)
}

// MakeSheet makes the distance sheet of the selected trip.
func (p *Panel) MakeSheet() {
	if p.do.Sheet != nil {
		p.do.Sheet()
	}
}
