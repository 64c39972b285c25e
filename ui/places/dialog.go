// SPDX-License-Identifier: MIT

package places

import (
	"math"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// DeskOptions configures a Desk.
type DeskOptions struct {
	Model      *Model
	Words      func() text.Catalogue
	Dialogs    *files.Dialogs
	Keys       func(*fyne.KeyEvent) // called with keys that fields do not use
	ShowBounds func(geo.Bounds)     // zooms the map to bounds
	Cursor     func() time.Time     // returns the time of the timeline's cursor; zero without one
	Middle     func() geo.Point     // returns the middle of the map
	// Ward calls then with the name of the ward of a place, later.
	Ward func(at geo.Point, then func(name string))
}

// Desk shows the dialogs of one named place and of all of them. It belongs to the UI goroutine.
type Desk struct {
	o    DeskOptions
	open *dialog // of all places; nil while it is closed
}

// NewDesk returns a desk whose dialogs are closed.
func NewDesk(o DeskOptions) *Desk { return &Desk{o: o} }

// Show shows the frequent places in the dialog as soon as they are found.
func (k *Desk) Show() {
	if k.open != nil {
		k.open.show()
	}
}

// The size of the dialog of places, and of its fields (logical pixels).
const (
	placesWidth, placesHeight = 640, 460
	radiusWidth, visitsWidth  = 84, 92
)

// maxOffered is the number of frequent places that are offered to be named.
const maxOffered = 10

// dialog is the dialog of the named places, while it is open.
type dialog struct {
	desk     *Desk
	words    text.Catalogue
	rows     []*row
	named    *fyne.Container
	offers   *fyne.Container // of frequent places
	heading  fyne.CanvasObject
	offered  bool
	problem  *widget.Label
	scroll   *container.Scroll
	hideThis func()
}

// row is the row of a place, which can be edited.
type row struct {
	site    trip.Site // as it was
	name    *kit.KeyEntry
	radius  *kit.KeyEntry
	removed bool
	content fyne.CanvasObject
}

// Ask shows the named places, which can be renamed, resized and removed, and the places
// at which vehicles often stop, which can be named.
func (k *Desk) Ask() {
	if !k.keeps() {
		return
	}
	words, m := k.o.Words(), k.o.Model
	t := words.T
	d := &dialog{desk: k, words: words, named: container.NewVBox(), offers: container.NewVBox(), problem: kit.Wrapped("", widget.DangerImportance)}
	visits := m.o.Trips.State().Visits()
	for _, s := range m.Sites() {
		row := d.row(s, t("trips.place.visits", "n", words.Count(visits[s.ID])), true)
		d.named.Add(row.content)
	}
	if len(d.rows) == 0 {
		d.named.Add(kit.Wrapped(t("trips.places.empty"), widget.LowImportance))
	}
	d.heading = container.NewVBox(widget.NewSeparator(), kit.Heading(t("trips.places.frequent")))
	d.heading.Hide()
	d.problem.Hide()
	at, label := k.toName(words)
	nameOne := kit.NewButton(label, theme.ContentAddIcon(), func() {
		if d.save() {
			d.hideThis()
			k.Name(at)
		}
	})
	d.scroll = container.NewVScroll(container.NewVBox(d.named, d.heading, d.offers))
	content := container.NewBorder(nil, container.NewVBox(d.problem, container.NewHBox(nameOne)), nil, nil, d.scroll)
	box := k.o.Dialogs.Edit(t("menu.places"), t("dialog.save"), content, fyne.NewSize(placesWidth, placesHeight), d.save)
	box.SetOnClosed(func() {
		k.open = nil
		m.ForgetFrequent()
	})
	d.hideThis = box.Hide
	k.open = d
	m.FindFrequent()
}

// toName returns the place that the dialog offers to name, and the label of that button: the stop at
// the timeline's cursor or else the middle of the map.
func (k *Desk) toName(words text.Catalogue) (at geo.Point, label string) {
	now := k.o.Cursor()
	if t, ok := k.o.Model.o.Trips.State().Trip(); ok && now.After(t.First) && now.Before(t.Last) {
		if s, ok := stopAt(t, now); ok {
			return s.Center, words.T("trips.places.name_stop", "time", trips.ClockOf(words, t)(s.Arrival))
		}
	}
	return k.o.Middle(), words.T("trips.places.name_middle")
}

// stopAt returns the stop during which a moment is; ok is false if the vehicle did not stand then.
func stopAt(t *trips.Trip, at time.Time) (s trip.Stop, ok bool) {
	for _, s := range t.Stops {
		if !at.Before(s.Arrival) && !at.After(s.Departure) {
			return s, true
		}
	}
	return s, false
}

// row adds the row of a place. count says how often vehicles stopped there.
func (d *dialog) row(s trip.Site, count string, named bool) *row {
	t := d.words.T
	r := &row{site: s, name: kit.NewKeyEntry(d.desk.o.Keys), radius: kit.NewKeyEntry(d.desk.o.Keys)}
	r.name.SetText(s.Name)
	r.name.SetPlaceHolder(t("trips.place.name"))
	r.radius.SetText(d.words.Number(s.Radius, 0))
	for _, e := range []*kit.KeyEntry{r.name, r.radius} {
		e.OnSubmitted = func(string) { d.desk.o.Dialogs.Agree() }
	}
	visits := widget.NewLabel(count)
	visits.Alignment, visits.Truncation = fyne.TextAlignTrailing, fyne.TextTruncateEllipsis
	show := kit.IconButton(theme.SearchIcon(), t("trips.place.show"), func() {
		if d.save() {
			d.hideThis()
			d.desk.o.ShowBounds(placeBounds(s))
		}
	})
	height := r.radius.MinSize().Height
	buttons := container.NewHBox(
		container.NewGridWrap(fyne.NewSize(kit.WithText(radiusWidth), height), r.radius), widget.NewLabel(t("trips.place.metres")),
		container.NewGridWrap(fyne.NewSize(kit.WithText(visitsWidth), height), visits), show)
	if named {
		buttons.Add(kit.IconButton(theme.DeleteIcon(), t("trips.place.remove"), func() {
			r.removed = true
			r.content.Hide()
			d.named.Refresh()
		}))
	}
	line := container.NewBorder(nil, nil, nil, buttons, r.name)
	r.content = line
	if where := kit.Caption(""); !named {
		r.content = container.New(kit.TightRows{}, line, where)
		d.desk.o.Ward(s.Center, func(name string) { where.SetText(name) })
	}
	d.rows = append(d.rows, r)
	return r
}

// placeBounds returns the bounds of a place with a margin.
func placeBounds(s trip.Site) geo.Bounds { return geo.BoundsOf(s.Center).Pad(2 * s.Radius) }

// show offers the frequent places as soon as they are found.
func (d *dialog) show() {
	found := d.desk.o.Model.Frequent()
	if d.offered || len(found) == 0 {
		return
	}
	d.offered = true
	for _, f := range found[:min(len(found), maxOffered)] {
		site := trip.Site{Center: f.Center, Radius: math.Ceil(f.Radius/10) * 10}
		d.offers.Add(d.row(site, d.words.T("trips.stops", "n", d.words.Count(f.Stops)), false).content)
	}
	d.heading.Show()
	d.scroll.Refresh()
}

// save keeps the changes of all rows. It reports false if a field cannot be read, and says
// what is wrong with it.
func (d *dialog) save() (done bool) {
	var changed []trip.Site
	for _, r := range d.rows {
		if r.removed || r.site.ID == 0 && strings.TrimSpace(r.name.Text) == "" {
			continue
		}
		s, problem := readPlace(d.words, r.site, r.name.Text, r.radius.Text)
		if problem != "" {
			d.problem.SetText(problem)
			d.problem.Show()
			d.scroll.ScrollToOffset(fyne.NewPos(0, r.content.Position().Y))
			d.desk.focusWrong(r.name, r.radius)
			return false
		}
		if s != r.site || s.ID == 0 {
			changed = append(changed, s)
		}
	}
	for _, r := range d.rows {
		if r.removed {
			d.desk.o.Model.RemoveSite(r.site.ID)
		}
	}
	for _, s := range changed {
		d.desk.o.Model.SetSite(s)
	}
	return true
}

// readPlace returns a place with a name and a radius from fields. problem says what is wrong
// with them, "" if nothing is.
func readPlace(words text.Catalogue, s trip.Site, name, radius string) (place trip.Site, problem string) {
	s.Name = strings.TrimSpace(name)
	if s.Name == "" {
		return s, words.T("trips.place.no_name")
	}
	if radius == words.Number(s.Radius, 0) { // exactly, though it may be shown rounded
		return s, ""
	}
	x, ok := words.ReadNumber(radius)
	if !ok || x < minRadius || x > maxRadius {
		return s, words.T("trips.place.bad_radius", "name", s.Name, "least", words.Number(minRadius, 0), "most", words.Number(maxRadius, 0))
	}
	s.Radius = x
	return s, ""
}

// Name asks for the name and the radius of the place at a point. In a place that has a
// name it changes that one.
func (k *Desk) Name(at geo.Point) {
	if !k.keeps() {
		return
	}
	words, m := k.o.Words(), k.o.Model
	t := words.T
	s, known := m.SiteAt(at)
	title := t("menu.name_place")
	if known {
		title = t("menu.edit_place", "name", s.Name)
	} else {
		s = m.Place(at)
	}
	name, radius := kit.NewKeyEntry(k.o.Keys), kit.NewKeyEntry(k.o.Keys)
	name.SetText(s.Name)
	name.SetPlaceHolder(t("trips.place.name"))
	radius.SetText(words.Number(s.Radius, 0))
	problem := kit.Wrapped("", widget.DangerImportance)
	problem.Hide()
	for _, e := range []*kit.KeyEntry{name, radius} {
		e.OnSubmitted = func(string) { k.o.Dialogs.Agree() }
	}
	fields := widget.NewForm(widget.NewFormItem(t("trips.name"), name), widget.NewFormItem(t("trips.place.radius"), radius))
	where := kit.Caption("")
	k.o.Ward(s.Center, func(name string) { where.SetText(name) })
	k.o.Dialogs.Edit(title, t("dialog.save"), container.NewVBox(fields, where, problem), fyne.NewSize(460, 0), func() (done bool) {
		site, wrong := readPlace(words, s, name.Text, radius.Text)
		if wrong != "" {
			problem.SetText(wrong)
			problem.Show()
			k.focusWrong(name, radius)
			return false
		}
		if !known || site != s {
			m.SetSite(site)
		}
		return true
	})
	k.o.Dialogs.Focus(name)
}

// keeps reports whether named places can be kept. If not, it says so.
func (k *Desk) keeps() bool {
	keeps := k.o.Model.Keeps()
	if !keeps {
		words := k.o.Words()
		k.o.Dialogs.Tell(words.T("menu.places"), words.T("trips.places.not_kept"))
	}
	return keeps
}

// focusWrong focuses the field that readPlace finds a problem in.
func (k *Desk) focusWrong(name, radius *kit.KeyEntry) {
	if strings.TrimSpace(name.Text) == "" {
		k.o.Dialogs.Focus(name)
	} else {
		k.o.Dialogs.Focus(radius)
	}
}
