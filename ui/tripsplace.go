package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/present"
)

// tripsPlace is the list of the open trips.
type tripsPlace struct {
	words   present.Words
	trips   *present.Trips
	state   present.TripsState
	list    *keyList
	empty   fyne.CanvasObject
	content fyne.CanvasObject
	quiet   bool // the list is being told, not asked
}

func newTripsPlace(words present.Words, trips *present.Trips, open, sample func(), keys func(*fyne.KeyEvent)) *tripsPlace {
	p := &tripsPlace{words: words, trips: trips}
	p.list = newKeyList(
		func() int { return len(p.state.Trips) },
		func() fyne.CanvasObject { return newTripRow() },
		func(i widget.ListItemID, o fyne.CanvasObject) {
			if i < len(p.state.Trips) {
				o.(*tripRow).show(words, p.state.Trips[i], trips)
			}
		},
		keys,
	)
	p.list.OnSelected = func(i widget.ListItemID) {
		if !p.quiet && i < len(p.state.Trips) {
			trips.Select(p.state.Trips[i].ID)
		}
	}
	openButton := newButton(words.T("trips.open"), theme.FolderOpenIcon(), open)
	openButton.Importance = widget.HighImportance
	p.empty = emptyPlace(words.T("trips.empty"),
		newButton(words.T("trips.sample"), nil, sample))
	p.content = container.NewBorder(container.NewPadded(openButton), nil, nil, nil, container.NewStack(p.list, p.empty))
	return p
}

// show takes over a state.
func (p *tripsPlace) show(s present.TripsState) {
	other := !slices.Equal(s.Trips, p.state.Trips)
	p.state = s
	seen(p.empty, len(s.Trips) == 0)
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

// tripRow is a row of the list: what the trip is called, how far it went, and
// what is being done to it.
type tripRow struct {
	widget.BaseWidget
	icon     *widget.Icon
	name     *widget.Label
	detail   *widget.Label
	busy     *widget.Activity
	cancel   *button
	contents *fyne.Container
	shown    *present.Trip
}

func newTripRow() *tripRow {
	r := &tripRow{
		icon: widget.NewIcon(theme.ConfirmIcon()), name: widget.NewLabel(""), detail: widget.NewLabel(""),
		busy: widget.NewActivity(), cancel: newButton("", theme.CancelIcon(), nil),
	}
	r.name.Truncation = fyne.TextTruncateEllipsis
	r.detail.Truncation = fyne.TextTruncateEllipsis
	r.detail.SizeName = theme.SizeNameCaptionText
	r.detail.Importance = widget.LowImportance
	r.cancel.Importance = widget.LowImportance
	lines := container.New(tightRows{}, r.name, r.detail)
	r.contents = container.NewBorder(nil, nil, container.NewStack(r.icon, r.busy), r.cancel, lines)
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *tripRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.contents) }

func (r *tripRow) show(words present.Words, t *present.Trip, trips *present.Trips) {
	if r.shown == t {
		return
	}
	r.shown = t
	r.name.SetText(t.Name)
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

func stageIcon(t *present.Trip) fyne.Resource {
	switch {
	case t.Stage == present.Failed:
		return theme.NewErrorThemedResource(theme.ErrorIcon())
	case t.Stage == present.Cancelled:
		return theme.CancelIcon()
	case len(t.Result.Legs) == 0:
		return theme.NewWarningThemedResource(theme.WarningIcon())
	default:
		return theme.NewSuccessThemedResource(theme.ConfirmIcon())
	}
}

// stageText says in a line what is known of a trip.
func stageText(words present.Words, t *present.Trip) string {
	switch t.Stage {
	case present.Reading:
		return words.T("trips.reading")
	case present.Matching:
		return words.T("trips.matching")
	case present.Failed:
		return words.T(t.Problem.Sentence)
	case present.Cancelled:
		return words.T("trips.cancelled")
	case present.Done:
	}
	if len(t.Result.Legs) == 0 {
		return words.T("trips.no_road")
	}
	return words.T("trips.summary", "length", words.Distance(t.Result.Distance.Matched), "n", words.Count(len(t.Result.Points)))
}
