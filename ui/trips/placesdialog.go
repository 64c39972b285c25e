// SPDX-License-Identifier: MIT

package trips

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
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// The size of the dialog of places, and of its fields (logical pixels).
const (
	placesWidth, placesHeight = 640, 460
	radiusWidth, visitsWidth  = 84, 92
)

// maxOffered is the number of frequent places that are offered to be named.
const maxOffered = 10

// placesDialog is the dialog of the named places, while it is open.
type placesDialog struct {
	panel    *Panel
	rows     []*placeRow
	named    *fyne.Container
	offers   *fyne.Container // of frequent places
	heading  fyne.CanvasObject
	offered  bool
	problem  *widget.Label
	scroll   *container.Scroll
	hideThis func()
}

// placeRow is the row of a place, which can be edited.
type placeRow struct {
	site    trip.Site // as it was
	name    *kit.KeyEntry
	radius  *kit.KeyEntry
	removed bool
	content fyne.CanvasObject
}

// AskPlaces shows the named places, which can be renamed, resized and removed, and the places
// at which vehicles often stop, which can be named.
func (p *Panel) AskPlaces() {
	if !p.keepsPlaces() {
		return
	}
	t := p.words.T
	d := &placesDialog{panel: p, named: container.NewVBox(), offers: container.NewVBox(), problem: kit.Wrapped("", widget.DangerImportance)}
	visits := p.model.State().Visits()
	for _, s := range p.model.Sites() {
		row := d.row(s, p.words.T("trips.place.visits", "n", p.words.Count(visits[s.ID])), true)
		d.named.Add(row.content)
	}
	if len(d.rows) == 0 {
		d.named.Add(kit.Wrapped(t("trips.places.empty"), widget.LowImportance))
	}
	d.heading = container.NewVBox(widget.NewSeparator(), kit.Heading(t("trips.places.frequent")))
	d.heading.Hide()
	d.problem.Hide()
	at, label := p.placeToName()
	nameOne := kit.NewButton(label, theme.ContentAddIcon(), func() {
		if d.save() {
			d.hideThis()
			p.AskPlace(at)
		}
	})
	d.scroll = container.NewVScroll(container.NewVBox(d.named, d.heading, d.offers))
	content := container.NewBorder(nil, container.NewVBox(d.problem, container.NewHBox(nameOne)), nil, nil, d.scroll)
	box := p.do.Dialogs.Edit(t("menu.places"), t("dialog.save"), content, fyne.NewSize(placesWidth, placesHeight), d.save)
	box.SetOnClosed(func() {
		p.places = nil
		p.model.ForgetFrequent()
	})
	d.hideThis = box.Hide
	p.places = d
	p.model.FindFrequent()
}

// placeToName returns the place that the dialog offers to name, and the label of that button: the
// stop at the timeline's cursor or else the middle of the map.
func (p *Panel) placeToName() (at geo.Point, label string) {
	if t, ok := p.model.State().Trip(); ok {
		if now, ok := p.cursor(t); ok {
			if s, ok := t.stopAt(now); ok {
				return s.Center, p.words.T("trips.places.name_stop", "time", ClockOf(p.words, t)(s.Arrival))
			}
		}
	}
	return p.do.Middle(), p.words.T("trips.places.name_middle")
}

// cursor returns the time of the timeline's cursor, if that is inside a trip.
func (p *Panel) cursor(t *Trip) (at time.Time, ok bool) {
	if p.do.Cursor != nil {
		at = p.do.Cursor()
	}
	return at, at.After(t.First) && at.Before(t.Last)
}

// row adds the row of a place. count says how often vehicles stopped there.
func (d *placesDialog) row(s trip.Site, count string, named bool) *placeRow {
	t := d.panel.words.T
	r := &placeRow{site: s, name: kit.NewKeyEntry(d.panel.do.Keys), radius: kit.NewKeyEntry(d.panel.do.Keys)}
	r.name.SetText(s.Name)
	r.name.SetPlaceHolder(t("trips.place.name"))
	r.radius.SetText(d.panel.words.Number(s.Radius, 0))
	for _, e := range []*kit.KeyEntry{r.name, r.radius} {
		e.OnSubmitted = func(string) { d.panel.do.Dialogs.Agree() }
	}
	visits := widget.NewLabel(count)
	visits.Alignment, visits.Truncation = fyne.TextAlignTrailing, fyne.TextTruncateEllipsis
	show := kit.IconButton(theme.SearchIcon(), t("trips.place.show"), func() {
		if d.save() {
			d.hideThis()
			d.panel.do.ShowBounds(placeBounds(s))
		}
	})
	height := r.radius.MinSize().Height
	buttons := container.NewHBox(
		container.NewGridWrap(fyne.NewSize(radiusWidth, height), r.radius), widget.NewLabel(t("trips.place.metres")),
		container.NewGridWrap(fyne.NewSize(visitsWidth, height), visits), show)
	if named {
		buttons.Add(kit.IconButton(theme.DeleteIcon(), t("trips.place.remove"), func() {
			r.removed = true
			r.content.Hide()
			d.named.Refresh()
		}))
	}
	line := container.NewBorder(nil, nil, nil, buttons, r.name)
	r.content = line
	if where := kit.Caption(""); !named && d.panel.do.Ward != nil {
		r.content = container.New(kit.TightRows{}, line, where)
		d.panel.do.Ward(s.Center, func(name string) { where.SetText(name) })
	}
	d.rows = append(d.rows, r)
	return r
}

// placeBounds returns the bounds of a place with a margin.
func placeBounds(s trip.Site) geo.Bounds { return geo.BoundsOf(s.Center).Pad(2 * s.Radius) }

// show offers the frequent places of a state as soon as they are found.
func (d *placesDialog) show(s State) {
	if d.offered || len(s.Places.Frequent) == 0 {
		return
	}
	d.offered = true
	for _, f := range s.Places.Frequent[:min(len(s.Places.Frequent), maxOffered)] {
		site := trip.Site{Center: f.Center, Radius: math.Ceil(f.Radius/10) * 10}
		d.offers.Add(d.row(site, d.panel.words.T("trips.stops", "n", d.panel.words.Count(f.Stops)), false).content)
	}
	d.heading.Show()
	d.scroll.Refresh()
}

// save keeps the changes of all rows. It reports false if a field cannot be read, and says
// what is wrong with it.
func (d *placesDialog) save() (done bool) {
	var changed []trip.Site
	for _, r := range d.rows {
		if r.removed || r.site.ID == 0 && strings.TrimSpace(r.name.Text) == "" {
			continue
		}
		s, problem := readPlace(d.panel.words, r.site, r.name.Text, r.radius.Text)
		if problem != "" {
			d.problem.SetText(problem)
			d.problem.Show()
			d.scroll.ScrollToOffset(fyne.NewPos(0, r.content.Position().Y))
			d.panel.focusWrong(r.name, r.radius)
			return false
		}
		if s != r.site || s.ID == 0 {
			changed = append(changed, s)
		}
	}
	for _, r := range d.rows {
		if r.removed {
			d.panel.model.RemoveSite(r.site.ID)
		}
	}
	for _, s := range changed {
		d.panel.model.SetSite(s)
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

// AskPlace asks for the name and the radius of the place at a point. In a place that has a
// name it changes that one.
func (p *Panel) AskPlace(at geo.Point) {
	if !p.keepsPlaces() {
		return
	}
	t := p.words.T
	s, known := p.model.SiteAt(at)
	title := t("menu.name_place")
	if known {
		title = t("menu.edit_place", "name", s.Name)
	} else {
		s = p.model.Place(at)
	}
	name, radius := kit.NewKeyEntry(p.do.Keys), kit.NewKeyEntry(p.do.Keys)
	name.SetText(s.Name)
	name.SetPlaceHolder(t("trips.place.name"))
	radius.SetText(p.words.Number(s.Radius, 0))
	problem := kit.Wrapped("", widget.DangerImportance)
	problem.Hide()
	for _, e := range []*kit.KeyEntry{name, radius} {
		e.OnSubmitted = func(string) { p.do.Dialogs.Agree() }
	}
	fields := widget.NewForm(widget.NewFormItem(t("trips.name"), name), widget.NewFormItem(t("trips.place.radius"), radius))
	where := kit.Caption("")
	if p.do.Ward != nil {
		p.do.Ward(s.Center, func(name string) { where.SetText(name) })
	}
	p.do.Dialogs.Edit(title, t("dialog.save"), container.NewVBox(fields, where, problem), fyne.NewSize(460, 0), func() (done bool) {
		site, wrong := readPlace(p.words, s, name.Text, radius.Text)
		if wrong != "" {
			problem.SetText(wrong)
			problem.Show()
			p.focusWrong(name, radius)
			return false
		}
		if !known || site != s {
			p.model.SetSite(site)
		}
		return true
	})
	p.do.Dialogs.Focus(name)
}

// keepsPlaces reports whether named places can be kept. If not, it says so.
func (p *Panel) keepsPlaces() bool {
	keeps := p.model.Keeps()
	if !keeps {
		p.do.Dialogs.Tell(p.words.T("menu.places"), p.words.T("trips.places.not_kept"))
	}
	return keeps
}

// focusWrong focuses the field that readPlace finds a problem in.
func (p *Panel) focusWrong(name, radius *kit.KeyEntry) {
	if strings.TrimSpace(name.Text) == "" {
		p.do.Dialogs.Focus(name)
	} else {
		p.do.Dialogs.Focus(radius)
	}
}
