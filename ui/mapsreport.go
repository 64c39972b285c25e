package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/finding"
	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/maps"
	"roadsnap/ui/text"
)

// reportActions are what the record of a map has the window do.
type reportActions struct {
	show func(geo.Bounds) // show and frame a place of it on the map
	zoom func(geo.Bounds)
	copy func(text string)
}

// reportCard is the record of a map in the inspector.
type reportCard struct {
	words  text.Catalogue
	report *maps.Report
	do     reportActions
	lay    func() // lays the record out anew
}

func (c reportCard) parts() []fyne.CanvasObject {
	w, r := c.words, c.report
	parts := []fyne.CanvasObject{c.actions()}
	if rows := r.Facts(w); len(rows) > 0 {
		parts = append(parts, kit.Facts(rows...))
	}
	doubts, routine := r.Split()
	switch {
	case !r.Known:
		parts = append(parts, widget.NewSeparator(), kit.Wrapped(w.T("report.unknown"), widget.LowImportance))
	case len(doubts) == 0:
		parts = append(parts, widget.NewSeparator(), kit.Wrapped(w.T("report.fine.sentence"), widget.SuccessImportance))
	default:
		parts = append(parts, c.section("report.look", doubts, firstItems))
	}
	if len(routine) > 0 {
		parts = append(parts, c.section("report.routine", routine, 0))
	}
	return parts
}

// actions are the buttons for the record as a whole.
func (c reportCard) actions() fyne.CanvasObject {
	row := container.NewHBox()
	if b := c.report.Info.Meta.Bounds; !c.report.Failed && !b.Empty() {
		row.Add(kit.QuietButton(c.words.T("unit.zoom"), theme.SearchIcon(), func() { c.do.zoom(b) }))
	}
	row.Add(kit.QuietButton(c.words.T("report.copy"), theme.ContentCopyIcon(), func() { c.do.copy(c.report.Text(c.words)) }))
	return row
}

// firstItems is how many items are listed at once of what is to be looked at.
const firstItems = 3

func (c reportCard) section(key string, list finding.List, items int) fyne.CanvasObject {
	box := container.NewVBox(widget.NewSeparator(), kit.Heading(c.words.T(key)))
	for _, f := range list {
		box.Add(c.finding(f, items))
	}
	return box
}

// finding is a sentence with its count, and the first of its items. A link below
// brings the rest of them.
func (c reportCard) finding(f finding.Finding, first int) fyne.CanvasObject {
	w := c.words
	count := widget.NewLabelWithStyle(w.Count(f.Count), fyne.TextAlignTrailing, fyne.TextStyle{Bold: true})
	importance := widget.MediumImportance
	if f.Kind.Routine() {
		count.TextStyle.Bold, importance = false, widget.LowImportance
	}
	lines := container.New(kit.TightRows{}, container.NewBorder(nil, nil, nil, container.NewVBox(count), kit.Wrapped(w.Finding(f), importance)))
	add := func(list []finding.Item) {
		for _, item := range list {
			lines.Add(c.item(f.Kind, item))
		}
	}
	// One more takes no more room than a link that brings it.
	if len(f.Items) <= first+1 {
		first = len(f.Items)
	}
	add(f.Items[:first])
	if rest := f.Items[first:]; len(rest) > 0 {
		text := w.T("report.show", "n", w.Count(f.Count))
		if f.Count > len(f.Items) {
			text = w.T("report.show_first", "n", w.Count(len(f.Items)))
		}
		var more fyne.CanvasObject
		more = kit.Indented(kit.NewLink(text, func() {
			lines.Remove(more)
			add(rest)
			c.addRest(lines, f)
			c.lay()
		}))
		lines.Add(more)
	} else {
		c.addRest(lines, f)
	}
	return lines
}

// addRest says how many there are beside the items.
func (c reportCard) addRest(lines *fyne.Container, f finding.Finding) {
	if n := f.Count - len(f.Items); n > 0 && len(f.Items) > 0 {
		lines.Add(kit.Indented(kit.Caption(c.words.T("report.more", "n", c.words.Count(n)))))
	}
}

// item is a line of a finding. Where it is known, it leads there.
func (c reportCard) item(kind finding.Kind, item finding.Item) fyne.CanvasObject {
	w := c.words
	var name fyne.CanvasObject
	if item.Bounds.Empty() {
		label := widget.NewLabel(w.ItemName(item))
		label.Truncation = fyne.TextTruncateEllipsis
		name = label
	} else {
		name = kit.NewLink(w.ItemName(item), func() { c.do.show(item.Bounds) })
	}
	if size := w.ItemSize(kind, item); size != "" {
		name = container.NewBorder(nil, nil, nil, widget.NewLabel(size), name)
	}
	if source := w.ItemSource(item); source != "" {
		from := kit.Caption(source)
		from.Truncation = fyne.TextTruncateEllipsis
		name = container.New(kit.TightRows{}, name, from)
	}
	return kit.Indented(name)
}

// describeMap shows the record of a map, also if it was closed.
func (w *Window) describeMap(which maps.Described) {
	w.o.Maps.Describe(which)
	w.showSelected()
}

// placeMargin is how much is shown round a place of a record, in metres.
const placeMargin = 150

// showReportPlace shows where something was found.
func (w *Window) showReportPlace(b geo.Bounds) {
	w.reported, w.reportedBy = b, w.o.Maps.State().Report
	w.mapView.ShowBounds(b.Pad(placeMargin))
	w.drawOverlays()
}

// reportOverlays marks on the map where the record that is shown found what is to be
// looked at, and frames the place that was shown last.
func (w *Window) reportOverlays() []overlay.Overlay {
	r := w.o.Maps.State().Report
	if w.place != placeMaps || r == nil || w.inspector.closed {
		return nil
	}
	faults := overlay.Faults{}
	doubts, _ := r.Split()
	for _, f := range doubts {
		for _, item := range f.Items {
			if !item.Bounds.Empty() {
				faults.Points = append(faults.Points, item.Bounds.Center())
			}
		}
	}
	if w.reportedBy == r {
		faults.Framed = append(faults.Framed, w.reported)
	}
	return []overlay.Overlay{faults}
}
