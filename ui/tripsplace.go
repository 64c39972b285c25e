package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// tripsPlace is the list of the open trips.
type tripsPlace struct {
	words   text.Catalogue
	trips   *trips.Model
	do      tripActions
	state   trips.State
	list    *tripList
	empty   fyne.CanvasObject
	content fyne.CanvasObject
	quiet   bool // the list is being told, not asked
}

// tripActions are what the window does for the list of trips.
type tripActions struct {
	open, sample func()
	again        func()            // shows the selected trip's record, which may be closed
	zoom         func(*trips.Trip) // shows all of it on the map
	keys         func(*fyne.KeyEvent)
}

func newTripsPlace(words text.Catalogue, trips *trips.Model, do tripActions) *tripsPlace {
	p := &tripsPlace{words: words, trips: trips, do: do}
	p.list = newTripList(p)
	p.list.OnSelected = func(i widget.ListItemID) {
		if !p.quiet && i < len(p.state.Trips) {
			trips.Select(p.state.Trips[i].ID)
		}
	}
	openButton := kit.NewButton(words.T("trips.open"), theme.FolderOpenIcon(), do.open)
	openButton.Importance = widget.HighImportance
	p.empty = kit.EmptyPanel(words.T("trips.empty"),
		kit.NewButton(words.T("trips.sample"), nil, do.sample))
	p.content = container.NewBorder(container.NewPadded(openButton), nil, nil, nil, container.NewStack(p.list, p.empty))
	return p
}

// show takes over a state.
func (p *tripsPlace) show(s trips.State) {
	other := !slices.Equal(s.Trips, p.state.Trips)
	p.state = s
	kit.SetVisible(p.empty, len(s.Trips) == 0)
	if other {
		p.list.Refresh()
	}
	p.quiet = true
	defer func() { p.quiet = false }()
	if !s.HasSelected {
		p.list.UnselectAll()
		return
	}
	for i, t := range s.Trips {
		if t.ID == s.Selected {
			p.list.Select(i)
		}
	}
}

// choose selects the trip of a row that was clicked. The toolkit's list says nothing
// of one that is selected already, whose record may be closed.
func (p *tripsPlace) choose(i int) {
	if i >= len(p.state.Trips) {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
		c.Focus(p.list)
	}
	if p.state.HasSelected && p.state.Selected == p.state.Trips[i].ID {
		p.do.again()
	} else {
		p.list.Select(i)
	}
	p.list.Highlight(i)
}

// tripList is the list itself. The keys that move in it select, too.
type tripList struct {
	widget.List
	place *tripsPlace
	row   float32 // height of a row with the space below it, in logical pixels
}

func newTripList(p *tripsPlace) *tripList {
	l := &tripList{place: p, row: newTripRow().MinSize().Height + theme.Padding()}
	l.Length = func() int { return len(p.state.Trips) }
	l.CreateItem = func() fyne.CanvasObject { return newTripRow() }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		if i < len(p.state.Trips) {
			row := o.(*tripRow)
			row.place, row.index = p, i
			row.show(p.words, p.state.Trips[i], p.trips)
		}
	}
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *tripList) TypedKey(e *fyne.KeyEvent) {
	s, page := l.place.state, max(int(l.Size().Height/l.row)-1, 1)
	switch e.Name {
	case fyne.KeyUp:
		l.move(-1)
	case fyne.KeyDown:
		l.move(1)
	case fyne.KeyPageUp:
		l.move(-page)
	case fyne.KeyPageDown:
		l.move(page)
	case fyne.KeyHome:
		l.move(-len(s.Trips))
	case fyne.KeyEnd:
		l.move(len(s.Trips))
	case fyne.KeyReturn, fyne.KeyEnter:
		if t, ok := s.Trip(); ok {
			l.place.do.zoom(t)
		}
	case fyne.KeySpace:
	default:
		l.place.do.keys(e)
	}
}

// move selects the trip that is so many rows below the selected one, or the first.
func (l *tripList) move(by int) {
	s := l.place.state
	if len(s.Trips) == 0 {
		return
	}
	to := 0
	if i := slices.IndexFunc(s.Trips, func(t *trips.Trip) bool { return s.HasSelected && t.ID == s.Selected }); i >= 0 {
		to = min(max(i+by, 0), len(s.Trips)-1)
	}
	l.place.choose(to)
}

// tripRow is a row of the list: what the trip is called, how far it went, and
// what is being done to it.
type tripRow struct {
	widget.BaseWidget
	icon     *widget.Icon
	name     *widget.Label
	detail   *widget.Label
	busy     *widget.Activity
	cancel   *kit.Button
	contents *fyne.Container
	place    *tripsPlace
	index    int
	shown    *trips.Trip
}

func newTripRow() *tripRow {
	r := &tripRow{
		icon: widget.NewIcon(theme.ConfirmIcon()), name: widget.NewLabel(""), detail: widget.NewLabel(""),
		busy: widget.NewActivity(), cancel: kit.IconButton(theme.CancelIcon(), "", nil),
	}
	r.name.Truncation = fyne.TextTruncateEllipsis
	r.detail.Truncation = fyne.TextTruncateEllipsis
	r.detail.SizeName = theme.SizeNameCaptionText
	r.detail.Importance = widget.LowImportance
	r.cancel.Importance = widget.LowImportance
	lines := container.New(kit.TightRows{}, r.name, r.detail)
	r.contents = container.NewBorder(nil, nil, container.NewStack(r.icon, r.busy), r.cancel, lines)
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *tripRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.contents) }

// MouseDown implements desktop.Mouseable: a row is selected at once, without waiting
// whether a double click comes of it.
func (r *tripRow) MouseDown(e *desktop.MouseEvent) {
	if r.place != nil && e.Button == desktop.MouseButtonPrimary {
		r.place.choose(r.index)
	}
}

// MouseUp implements desktop.Mouseable.
func (r *tripRow) MouseUp(*desktop.MouseEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (r *tripRow) DoubleTapped(*fyne.PointEvent) {
	if r.place != nil && r.shown != nil {
		r.place.do.zoom(r.shown)
	}
}

func (r *tripRow) show(words text.Catalogue, t *trips.Trip, trips *trips.Model) {
	if r.shown == t {
		return
	}
	r.shown = t
	r.name.SetText(t.Name)
	r.cancel.SetTip(words.T("dialog.cancel"))
	r.cancel.OnTapped = func() { trips.Cancel(t.ID) }
	if t.Busy() {
		r.icon.Hide()
		r.busy.Show()
		r.busy.Start()
		r.cancel.Show()
	} else {
		r.busy.Stop()
		r.busy.Hide()
		r.cancel.Hide()
		r.icon.Show()
	}
	r.icon.SetResource(stageIcon(t))
	r.detail.SetText(stageText(words, t))
	r.contents.Refresh() // the texts take the room of a button that went
}

func stageIcon(t *trips.Trip) fyne.Resource {
	switch {
	case t.Stage == trips.Failed:
		return theme.NewErrorThemedResource(theme.CancelIcon())
	case t.Stage == trips.Cancelled:
		return theme.NewColoredResource(theme.MediaStopIcon(), theme.ColorNamePlaceHolder)
	case !t.Assessment.Explained():
		return theme.NewWarningThemedResource(theme.WarningIcon())
	default:
		return theme.NewColoredResource(theme.ConfirmIcon(), theme.ColorNamePlaceHolder)
	}
}

// stageText says in a line what is known of a trip.
func stageText(words text.Catalogue, t *trips.Trip) string {
	switch t.Stage {
	case trips.Reading:
		return words.T("trips.reading")
	case trips.Matching:
		return words.T("trips.matching")
	case trips.Failed:
		return words.T(t.Problem.Sentence)
	case trips.Cancelled:
		return words.T("trips.cancelled")
	case trips.Done:
	}
	if reason, unexplained := t.MainReason(); unexplained {
		return reasonText(words, reason)
	}
	return words.T("trips.summary", "length", words.Distance(t.Result.Distance.Matched), "n", words.Count(len(t.Result.Points)))
}

// reasonText says why something of a trip is unexplained, and how much.
func reasonText(words text.Catalogue, r trip.Reason) string {
	switch r.Kind {
	case trip.Truncated:
		return words.T("trip.reason.truncated")
	case trip.Damaged:
		return words.T("trip.reason.damaged", "n", words.Count(int(r.Amount)))
	case trip.NoPositions:
		return words.T("trip.reason.no_positions")
	case trip.OffMap: // all of the trip
		return words.T("trips.no_road")
	case trip.LeftOut:
		return words.T("trip.reason.left_out", "percent", words.Number(100*r.Amount, 0))
	default:
		return words.T("trip.reason.gap", "length", words.Distance(r.Amount), "cause", gapText(words, match.GapCause(r.Kind)))
	}
}
