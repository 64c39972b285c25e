// SPDX-License-Identifier: MIT

package corrections

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// maxCandidates is the number of candidates of a point that are listed.
const maxCandidates = 4

// DeskOptions configures a Desk.
type DeskOptions struct {
	Model *Model
	Words func() text.Catalogue
	Copy  func(string) // puts a text on the clipboard
}

// Desk shows the part of the record of a trip in which it is corrected, and what was corrected.
type Desk struct{ o DeskOptions }

// NewDesk returns a desk.
func NewDesk(o DeskOptions) *Desk { return &Desk{o: o} }

// Record returns the part of the record of a trip, which is the selected one.
func (d *Desk) Record(t *trips.Trip) trips.RecordPart {
	m := d.o.Model
	c := card{words: d.o.Words(), model: m, state: m.State(), trip: t, copy: d.o.Copy}
	return trips.RecordPart{Version: m.version, Make: func() []fyne.CanvasObject {
		return append(c.correcting(), c.corrected()...)
	}}
}

// card makes the part of a record.
type card struct {
	words text.Catalogue
	model *Model
	state State
	trip  *trips.Trip
	copy  func(string)
}

// corrected lists the corrections of the trip.
func (c card) corrected() []fyne.CanvasObject {
	if len(c.trip.Corrected) == 0 {
		return nil
	}
	w := c.words
	box := container.NewVBox(kit.Heading(w.T("trip.corrected")))
	for _, a := range c.trip.Corrected {
		line := operationText(w, a.Operation)
		if a.Unmet != "" {
			line += ": " + w.T("fix.unmet", "reason", unmetText(w, a.Unmet))
		}
		box.Add(kit.Wrapped(line, widget.MediumImportance))
		var by []string
		if a.Who != "" {
			by = append(by, a.Who)
		}
		if !a.When.IsZero() {
			by = append(by, w.Moment(a.When))
		}
		if len(by) > 0 {
			box.Add(kit.Caption(strings.Join(by, " · ")))
		}
	}
	box.Add(widget.NewSeparator())
	return []fyne.CanvasObject{box}
}

// operationText says what a correction does.
func operationText(w text.Catalogue, o correction.Operation) string {
	road := w.T("fix.road.place")
	if o.WayID != 0 {
		road = w.T("fix.road.way", "id", strconv.FormatInt(o.WayID, 10))
	}
	args := []any{"point", strconv.Itoa(o.Index), "last", strconv.Itoa(o.Last), "road", road}
	switch o.Kind {
	case match.Pin:
		return w.T("fix.did.pin", args...)
	case match.Forbid:
		if o.Stretch {
			return w.T("fix.did.forbid_stretch", args...)
		}
		return w.T("fix.did.forbid", args...)
	case match.Via:
		return w.T("fix.did.via", args...)
	case match.LeaveOut:
		return w.T("fix.did.leave_out", args...)
	case match.Move:
		return w.T("fix.did.move", args...)
	case match.Bridge:
		return w.T("fix.did.bridge", args...)
	case match.NotDriven:
		return w.T("fix.did.not_driven", args...)
	}
	return w.T("fix.did.profile", "vehicle", profileText(w, o.Profile))
}

func profileText(w text.Catalogue, p match.Profile) string { return w.T("menu.profile." + p.String()) }

func unmetText(w text.Catalogue, r match.UnmetReason) string { return w.T("fix.unmet." + string(r)) }

// correcting returns the widgets with which the trip is corrected, none if it cannot be.
func (c card) correcting() []fyne.CanvasObject {
	w, m, f, t := c.words, c.model, c.state, c.trip
	switch {
	case f.On:
	case m.CanKeep(t):
		keep := container.NewHBox(kit.NewButton(w.T("fix.keep"), theme.DocumentSaveIcon(), m.Keep))
		return []fyne.CanvasObject{container.NewVBox(keep, kit.Wrapped(w.T("fix.keep.hint"), widget.LowImportance))}
	case m.CanCorrect(t):
		return []fyne.CanvasObject{container.NewHBox(kit.NewButton(w.T("fix.begin"), theme.DocumentCreateIcon(), m.Toggle))}
	default:
		return nil
	}
	box := container.NewVBox(kit.Heading(w.T("fix.title")))
	undo := kit.IconButton(theme.ContentUndoIcon(), w.T("fix.undo")+" (Ctrl+Z)", m.Undo)
	redo := kit.IconButton(theme.ContentRedoIcon(), w.T("fix.redo")+" (Ctrl+Shift+Z)", m.Redo)
	disable(undo, f.Busy || len(f.Log.Done) == 0)
	disable(redo, f.Busy || len(f.Log.Undone) == 0)
	done := kit.NewButton(w.T("fix.end"), theme.ConfirmIcon(), m.Toggle)
	box.Add(container.NewBorder(nil, nil, nil, container.NewHBox(undo, redo), done))
	box.Add(c.via())
	box.Add(c.vehicle())
	switch {
	case f.Busy:
		box.Add(kit.Wrapped(w.T("fix.busy"), widget.LowImportance))
	case f.Refused != nil:
		box.Add(kit.Wrapped(w.T("fix.refused", "what", operationText(w, f.Refused.Operation), "reason", unmetText(w, f.Refused.Unmet)), widget.WarningImportance))
	case f.Wanted == match.Via:
		box.Add(kit.Wrapped(w.T("fix.via_hint"), widget.HighImportance))
	case f.Wanted == match.Move:
		box.Add(kit.Wrapped(w.T("fix.move_hint"), widget.HighImportance))
	case f.Point == noPoint:
		box.Add(kit.Wrapped(w.T("fix.hint"), widget.LowImportance))
	}
	if f.Point != noPoint && f.Point < len(t.Result.Points) {
		c.point(box)
	}
	c.gaps(box)
	box.Add(widget.NewSeparator())
	return []fyne.CanvasObject{container.New(besideBar, box)}
}

// besideBar keeps buttons as wide as the inspector from lying under its scroll bar.
var besideBar = layout.NewCustomPaddedLayout(0, 0, 0, 6)

// via returns the button that leads the route through a place.
func (c card) via() *kit.Button {
	b := kit.NewButton(c.words.T("fix.via"), theme.ContentAddIcon(), func() { c.model.Want(match.Via) })
	disable(b, c.state.Busy || !c.state.Ready)
	return b
}

func disable(b *kit.Button, disabled bool) {
	if disabled {
		b.Disable()
	}
}

// vehicle returns the choice of the vehicle of the trip.
func (c card) vehicle() fyne.CanvasObject {
	profiles := match.Profiles()
	names := make([]string, len(profiles))
	for i, p := range profiles {
		names[i] = profileText(c.words, p)
	}
	choice := kit.NewChoice(names)
	choice.Selected = profileText(c.words, c.state.Log.Profile(c.model.o.Trips.State().Profile))
	choice.OnChanged = func(name string) {
		for i, n := range names {
			if n == name {
				c.model.SetProfile(profiles[i])
			}
		}
	}
	return choice
}

// point adds the chosen point with its candidates.
func (c card) point(box *fyne.Container) {
	w, m, f := c.words, c.model, c.state
	box.Add(kit.Heading(w.T("fix.point", "point", strconv.Itoa(f.Point))))
	button := func(name string, icon fyne.Resource, do func()) *kit.Button {
		b := kit.NewButton(w.T(name), icon, do)
		disable(b, f.Busy)
		return b
	}
	box.Add(button("fix.move", theme.MoveUpIcon(), func() { m.Want(match.Move) }))
	box.Add(button("fix.leave_out", theme.ContentRemoveIcon(), m.LeaveOut))
	if !f.HasWhy {
		box.Add(kit.Wrapped(w.T("fix.asking"), widget.LowImportance))
		return
	}
	if len(f.Why.Candidates) == 0 {
		box.Add(kit.Wrapped(w.T("fix.no_candidates"), widget.LowImportance))
	}
	for i, candidate := range f.Why.Candidates[:min(len(f.Why.Candidates), maxCandidates)] {
		name := f.wayName(w, candidate)
		reason := w.T(f.reasonKey(candidate))
		box.Add(kit.Wrapped(strconv.Itoa(i+1)+". "+name, widget.MediumImportance))
		caption := kit.Caption(w.T("fix.candidate", "metres", w.Distance(candidate.Distance), "reason", reason))
		caption.Wrapping = fyne.TextWrapWord
		box.Add(caption)
		box.Add(button("fix.pin", theme.MailAttachmentIcon(), func() { m.Pin(candidate) }))
		links := container.New(kit.TightRows{})
		for _, x := range []struct {
			name string
			do   func()
		}{
			{"fix.forbid_stretch", func() { m.Forbid(candidate, true) }}, {"fix.forbid", func() { m.Forbid(candidate, false) }},
			{"fix.fault", func() { c.copy(c.faultReport(candidate)) }},
		} {
			links.Add(kit.NewLink(w.T(x.name), x.do))
		}
		box.Add(links)
	}
}

// reasonKey returns the key of the text on why the point is on a candidate or not. The match of
// f.Why is the one without pins of the point.
func (s *State) reasonKey(c match.Candidate) string {
	var pin *correction.Operation // the last one counts
	for i := range s.Log.Done {
		if o := &s.Log.Done[i]; o.Kind == match.Pin && o.Index == s.Point {
			pin = o
		}
	}
	switch {
	case pin != nil && pin.WayID == c.WayID && pin.Place == c.Location && (pin.Direction == match.AlongWay) == c.Forward:
		return "fix.pinned"
	case c.Chosen && pin != nil:
		return "fix.chosen_without"
	case c.Chosen:
		return "fix.chosen"
	}
	return lostKeys[c.Lost]
}

// wayName returns the name of a candidate's way and its direction.
func (s *State) wayName(w text.Catalogue, c match.Candidate) string {
	name := w.T("fix.unnamed", "id", strconv.FormatInt(c.WayID, 10))
	if way, known := s.Ways[c.WayID]; known && (way.Name != "" || way.Ref != "") {
		name = way.Name
		if name == "" {
			name = way.Ref
		}
	}
	if c.Forward {
		return name + " " + w.T("fix.forward")
	}
	return name + " " + w.T("fix.backward")
}

// lostKeys holds the texts on why a candidate was not chosen.
var lostKeys = map[match.Loss]string{
	match.LostNone: "fix.lost.left_out", match.LostDistance: "fix.lost.distance", match.LostUnreachable: "fix.lost.unreachable",
	match.LostDetour: "fix.lost.detour", match.LostBefore: "fix.lost.before", match.LostAfter: "fix.lost.after",
}

// maxGaps is the number of gaps that are listed.
const maxGaps = 12

// gaps adds the gaps between the legs of the trip.
func (c card) gaps(box *fyne.Container) {
	w, f := c.words, c.state
	n := 0
	for _, g := range c.trip.Result.Gaps {
		if g.LastIndex <= g.FirstIndex || n == maxGaps {
			continue
		}
		if n++; n == 1 {
			box.Add(kit.Heading(w.T("fix.gaps")))
		}
		box.Add(kit.Wrapped(w.T("fix.gap", "first", strconv.Itoa(g.FirstIndex), "last", strconv.Itoa(g.LastIndex), "cause", w.GapCause(g.Cause)), widget.MediumImportance))
		bridge := kit.NewButton(w.T("fix.bridge"), theme.ContentAddIcon(), func() { c.model.Gap(g, true) })
		not := kit.NewButton(w.T("fix.not_driven"), theme.ContentRemoveIcon(), func() { c.model.Gap(g, false) })
		disable(bridge, f.Busy)
		disable(not, f.Busy || g.Cause == match.GapNotDriven)
		box.Add(bridge)
		box.Add(not)
	}
}

// faultReport returns a text about a fault of the map, for OpenStreetMap or a colleague: the
// place, the ways, and a link.
func (c card) faultReport(at match.Candidate) string {
	p := &c.trip.Result.Points[c.state.Point]
	ways := []string{strconv.FormatInt(at.WayID, 10)}
	if p.HasWay && p.WayID != at.WayID {
		ways = append(ways, strconv.FormatInt(p.WayID, 10))
	}
	return faultText(c.words, p.Location, c.state.wayName(c.words, at), ways)
}

func faultText(w text.Catalogue, at geo.Point, name string, ways []string) string {
	lines := []string{
		w.T("fix.report.title", "name", name),
		w.T("fix.report.place", "lat", strconv.FormatFloat(at.Lat, 'f', 6, 64), "lon", strconv.FormatFloat(at.Lon, 'f', 6, 64)),
	}
	for _, id := range ways {
		lines = append(lines, "https://www.openstreetmap.org/way/"+id)
	}
	return strings.Join(append(lines, text.BrowserMap(at, faultZoom)), "\n")
}

// faultZoom is the zoom of the linked map.
const faultZoom = 18
