// SPDX-License-Identifier: MIT

package reports

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/report"
	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Panel chooses a report and shows its pages.
type Panel struct {
	words text.Catalogue
	model *Model
	do    Actions
	state State

	kinds                   *kit.Options
	about                   *widget.Label
	subject                 *widget.Label // the trip of a sheet
	span                    *kit.Choice
	days                    *widget.Label // of the span
	from, to                *kit.KeyEntry
	own                     *fyne.Container
	vehicles, drivers, some *chooser // some are the groups
	by, each                *kit.Choice
	rows                    []fyne.CanvasObject // by and each
	besideOwn, besideDays   *widget.Label       // empty labels of the form
	language                *kit.Choice
	fault                   *widget.Label // what is wrong with the choices
	make                    *kit.Button
	which                   []fyne.CanvasObject // choices of reports, not of a sheet
	sheet                   *fyne.Container     // those of a sheet
	working                 bool                // shows a state, in which widgets change without the user
	content                 fyne.CanvasObject
	viewer                  *viewer
	limits                  *limitsDialog // nil while it is closed
}

// Actions holds the window's actions for the panel.
type Actions struct {
	Jobs    *job.Runner
	Keys    func(*fyne.KeyEvent) // called with keys that the panel does not use
	Dialogs *files.Dialogs
	// Names returns the vehicles, the drivers and the groups to choose from.
	Names func() (vehicles, drivers, groups []string)
	// Trips returns the number of trips that are listed, and of those that are kept.
	Trips func() (listed, kept int)
	// ShowTrips selects kept trips in the panel of trips.
	ShowTrips func(ids []int64)
	// Open asks for trips to open.
	Open func()
}

// New returns the panel of model.
func New(words text.Catalogue, model *Model, do Actions) *Panel {
	p := &Panel{words: words, model: model, do: do}
	t := words.T
	model.SetLanguage(words.Language)
	p.newKinds()
	p.about = kit.Wrapped("", widget.LowImportance)
	p.about.SizeName = theme.SizeNameCaptionText
	p.newDays()
	p.vehicles = newChooser(func() { p.askNames("reports.vehicles", 0) })
	p.drivers = newChooser(func() { p.askNames("reports.drivers", 1) })
	p.some = newChooser(func() { p.askNames("reports.groups", 2) })
	p.by = dropDown(p, Bys(), "reports.by.", func(c *Choice) *report.By { return &c.By })
	p.each = dropDown(p, Eachs(), "reports.each.", func(c *Choice) *report.Each { return &c.Each })
	p.language = dropDown(p, []string{"", "vi", "en"}, "reports.language.", func(c *Choice) *string { return &c.Language })
	p.besideOwn, p.besideDays = widget.NewLabel(""), widget.NewLabel("")
	p.which = []fyne.CanvasObject{
		widget.NewLabel(t("reports.days")), p.span,
		widget.NewLabel(t("reports.vehicles")), p.vehicles, widget.NewLabel(t("reports.drivers")), p.drivers, widget.NewLabel(t("reports.groups")), p.some,
	}
	p.rows = []fyne.CanvasObject{widget.NewLabel(t("reports.by")), p.by, widget.NewLabel(t("reports.each")), p.each}
	form := container.New(layout.NewFormLayout(), slices.Concat(p.rows, p.which[:2], []fyne.CanvasObject{p.besideOwn, p.own, p.besideDays, p.days}, p.which[2:],
		[]fyne.CanvasObject{widget.NewLabel(t("reports.language")), p.language})...)
	p.subject = kit.Wrapped("", widget.MediumImportance)
	verify := kit.NewButton(t("reports.verify"), theme.SearchIcon(), p.AskVerify)
	p.sheet = container.NewVBox(p.subject, verify)
	p.fault = kit.Wrapped("", widget.WarningImportance)
	p.make = kit.NewButton(t("reports.make"), theme.MediaPlayIcon(), model.Make)
	p.make.Importance = widget.HighImportance
	template := kit.NewButton(t("reports.template"), theme.DocumentCreateIcon(), p.askTemplate)
	limits := kit.NewButton(t("reports.limits"), theme.WarningIcon(), func() { p.AskLimits(0, "") })
	for _, b := range []*kit.Button{template, limits, verify} {
		b.Importance, b.Alignment = widget.LowImportance, widget.ButtonAlignLeading
	}
	chosen := container.NewVBox(p.kinds.Content, p.about, widget.NewSeparator(), p.sheet, form, widget.NewSeparator(), template, limits)
	foot := container.NewPadded(container.NewVBox(p.fault, p.make))
	p.content = container.NewBorder(nil, foot, nil, nil, container.NewVScroll(container.New(inset, chosen)))
	p.viewer = newViewer(p)
	return p
}

// inset keeps the fields from the scroll bar (logical pixels).
var inset = layout.NewCustomPaddedLayout(4, 4, 2, 10)

// Content returns the choices, which stand in the list of the window.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Pages returns the pages with their buttons, which stand in the middle of the window.
func (p *Panel) Pages() fyne.CanvasObject { return p.viewer.content }

// ZoomBy makes the pages larger by a number of steps, or smaller.
func (p *Panel) ZoomBy(steps int) {
	if steps > 0 {
		p.viewer.pages.zoomBy(zoomStep)
	} else {
		p.viewer.pages.zoomBy(1 / float32(zoomStep))
	}
}

// Fit shows the whole width of the pages.
func (p *Panel) Fit() { p.viewer.pages.setZoom(1) }

// ScrollBy scrolls the pages by a share of the height of their view.
func (p *Panel) ScrollBy(share float32) { p.viewer.pages.scrollBy(share) }

// newKinds creates the list of the kinds of reports.
func (p *Panel) newKinds() {
	kinds := Kinds()
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = p.words.T("reports.kind." + string(k))
	}
	p.kinds = kit.NewOptions(names, false)
	p.kinds.Tighten()
	for i, option := range p.kinds.List {
		choose := option.OnTapped
		option.OnTapped = func() {
			choose()
			p.change(func(c *Choice) { c.Kind = kinds[i] })
		}
	}
}

// newDays creates the choice of days with the fields for own ones.
func (p *Panel) newDays() {
	p.span = dropDown(p, Spans(), "reports.span.", func(c *Choice) *Span { return &c.Span })
	field := func(key string, of func(*Choice) *string) *kit.KeyEntry {
		e := kit.NewKeyEntry(p.do.Keys)
		e.SetPlaceHolder(p.words.T(key))
		e.OnChanged = func(s string) { p.change(func(c *Choice) { *of(c) = s }) }
		e.OnSubmitted = func(string) { p.model.Make() }
		return e
	}
	p.from = field("reports.from", func(c *Choice) *string { return &c.From })
	p.to = field("reports.to", func(c *Choice) *string { return &c.To })
	p.own = container.NewGridWithColumns(2, p.from, p.to)
	p.days = kit.Caption("")
}

// dropDown returns a drop-down list of values of a field of the choice. keys begins the keys of
// their names.
func dropDown[T ~string](p *Panel, values []T, keys string, of func(*Choice) *T) *kit.Choice {
	names := make([]string, len(values))
	for i, v := range values {
		name := string(v)
		if name == "" {
			name = "window"
		}
		names[i] = p.words.T(keys + name)
	}
	c := kit.NewChoice(names)
	c.OnChanged = func(string) {
		if i := c.SelectedIndex(); i >= 0 {
			p.change(func(now *Choice) { *of(now) = values[i] })
		}
	}
	return c
}

// change changes the choice as the user wants.
func (p *Panel) change(how func(*Choice)) {
	if p.working {
		return
	}
	c := p.model.State().Choice
	how(&c)
	p.model.SetChoice(c)
}

// askNames asks for vehicles (0), drivers (1) or groups (2).
func (p *Panel) askNames(title string, which int) {
	vehicles, drivers, groups := p.do.Names()
	all := [][]string{vehicles, drivers, groups}[which]
	of := func(c *Choice) *[]string { return []*[]string{&c.Vehicles, &c.Drivers, &c.Groups}[which] }
	c := p.model.State().Choice
	p.askSome(p.words.T(title), all, *of(&c), which == 0 && c.Kind.OfOneVehicle(), func(list []string) {
		p.change(func(c *Choice) { *of(c) = list })
	})
}

// Show shows a state of the model.
func (p *Panel) Show(s State) {
	p.state = s
	p.working = true
	defer func() { p.working = false }()
	t, c := p.words.T, s.Choice
	for i, k := range Kinds() {
		if k == c.Kind && p.kinds.Chosen != i {
			p.kinds.List[i].OnTapped() // which changes nothing while working
		}
	}
	kit.SetText(p.about, t("reports.about."+string(c.Kind)))
	choose(p.span, Spans(), c.Span)
	choose(p.by, Bys(), c.By)
	choose(p.each, Eachs(), c.Each)
	choose(p.language, []string{"", "vi", "en"}, c.Language)
	p.vehicles.say(p.summary(c.Vehicles))
	p.drivers.say(p.summary(c.Drivers))
	p.some.say(p.summary(c.Groups))
	for _, f := range []struct {
		field *kit.KeyEntry
		text  string
	}{{p.from, c.From}, {p.to, c.To}} {
		if f.field.Text != f.text {
			f.field.SetText(f.text)
		}
	}
	for _, o := range p.rows {
		kit.SetVisible(o, c.Kind == report.Fleet)
	}
	for _, o := range p.which {
		kit.SetVisible(o, c.Kind != SheetKind)
	}
	own := c.Span == OwnDays && c.Kind != SheetKind
	kit.SetVisible(p.own, own)
	kit.SetVisible(p.besideOwn, own)
	kit.SetVisible(p.sheet, c.Kind == SheetKind)
	kit.SetVisible(p.subject, s.HasSubject)
	kit.SetText(p.subject, t("reports.subject", "trip", s.Subject.Name))
	p.showDays()
	fault := ""
	if problem := p.model.Problem(); problem != "" {
		fault = t(problem, "example", p.words.Day(exampleDay))
	}
	kit.SetText(p.fault, fault)
	kit.SetVisible(p.fault, fault != "")
	kit.SetEnabled(p.make, s.Kept && fault == "" && !s.Busy)
	label := "reports.make"
	if c.Kind == SheetKind {
		label = "reports.make_sheet"
	}
	if p.make.Text != t(label) {
		p.make.SetText(t(label))
	}
	p.viewer.show(s)
	if p.limits != nil {
		p.limits.show(s.Limits)
	}
}

// showDays says which days a report has.
func (p *Panel) showDays() {
	line := ""
	if days, ok := p.model.Days(); ok {
		line = p.words.Day(days.From)
		if last := days.Last(); !last.Equal(days.From) {
			line += " – " + p.words.Day(last)
		}
	}
	kit.SetText(p.days, line)
	shown := line != "" && p.state.Choice.Span != OwnDays && p.state.Choice.Kind != SheetKind
	kit.SetVisible(p.days, shown)
	kit.SetVisible(p.besideDays, shown)
}

// choose chooses a value in a drop-down list.
func choose[T comparable](c *kit.Choice, values []T, now T) {
	for i, v := range values {
		if v == now && c.SelectedIndex() != i {
			c.SetSelectedIndex(i)
		}
	}
}

// summary says which names are chosen.
func (p *Panel) summary(names []string) string {
	switch n := len(names); {
	case n == 0:
		return p.words.T("reports.all")
	case n <= 2:
		return strings.Join(names, ", ")
	default:
		return p.words.T("reports.chosen", "n", p.words.Count(n))
	}
}
