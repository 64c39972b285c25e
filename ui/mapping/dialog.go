// SPDX-License-Identifier: MIT

package mapping

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/ui/files"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// The size of the dialog (logical pixels).
const dialogWidth, dialogHeight = 860, 600

// roleWords are the keys of the names of roles.
var roleWords = map[string]string{
	"": "mapping.role.none", "lat": "mapping.role.lat", "lon": "mapping.role.lon", "position": "mapping.role.position",
	"time": "mapping.role.time", "date": "mapping.role.date", "speed": "mapping.role.speed", "heading": "mapping.role.heading",
	"accuracy": "mapping.role.accuracy", "hdop": "mapping.role.hdop", "vehicle": "mapping.role.vehicle", "device": "mapping.role.device",
	"driver": "mapping.role.driver", "trip": "mapping.role.trip", "ignition": "mapping.role.ignition", "status": "mapping.role.status",
	"odometer": "mapping.role.odometer", "elevation": "mapping.role.elevation", "address": "mapping.role.address",
	"utm_zone": "mapping.role.utm_zone", "utm_band": "mapping.role.utm_band",
}

// doubtWords are the keys of the sentences on doubts.
var doubtWords = map[trace.Doubt]string{
	trace.DoubtUnnamed: "mapping.doubt.unnamed", trace.DoubtProjected: "mapping.doubt.projected", trace.DoubtSwapped: "mapping.doubt.swapped",
	trace.DoubtNoTime: "mapping.doubt.no_time", trace.DoubtDates: "mapping.doubt.dates", trace.DoubtEncoding: "mapping.doubt.encoding",
	trace.DoubtLoss: "mapping.doubt.loss",
}

// Options configures the dialog.
type Options struct {
	Words   text.Catalogue
	Jobs    *job.Runner
	Dialogs *files.Dialogs
	Bounds  geo.Bounds // of the map
	// Open is called with the recipe to read the whole table with, which has a name if it is to
	// be saved, and with the numbers of the chosen trips, nil for all.
	Open func(Table, trace.Recipe, []int)
	// Closed is called when the dialog is closed; it may be nil.
	Closed func()
}

// Dialog is the open dialog.
type Dialog struct {
	o     Options
	t     func(key string, args ...any) string
	model *Model
	box   *files.Editor

	said, warned *widget.Label
	fields       *fields
	rows         *rowTable
	sketch       *sketch
	name         *kit.Entry
	columns      fyne.CanvasObject // the choices, the rows and the sketch
	tracks       *trackList        // is shown instead while the trips are chosen
	toggle       *kit.Button       // between both
	again        *kit.Button       // guesses the columns again
	content      *fyne.Container
}

// Show shows the dialog for a table and its preview.
func Show(o Options, table Table, first *trace.Preview) *Dialog {
	d := &Dialog{o: o, t: o.Words.T, said: kit.Wrapped("", widget.MediumImportance), warned: kit.Wrapped("", widget.WarningImportance)}
	d.model = New(o.Jobs, table, o.Bounds, first, d.refresh)
	d.fields = newFields(d)
	d.rows = newRowTable(d)
	d.sketch = newSketch()
	d.name = kit.NewEntry()
	d.name.SetPlaceHolder(d.t("mapping.save.hint"))
	d.name.SetText(first.Recipe.Name)
	d.name.OnSubmitted = func(string) { o.Dialogs.Agree() }
	middle := container.NewHSplit(d.rows.table, d.sketch.content)
	middle.SetOffset(0.72)
	saving := container.NewBorder(nil, nil, widget.NewLabel(d.t("mapping.save")), nil, d.name)
	d.columns = container.NewBorder(container.NewVBox(d.fields.content, d.warned), d.said, nil, nil, middle)
	d.tracks = newTrackList(o.Words, NewTracks(o.Jobs, table, nil, d.refresh))
	d.tracks.content.Hide()
	d.toggle = kit.NewButton(d.t("tracks.title"), nil, d.chooseTracks)
	d.content = container.NewBorder(nil, saving, nil, nil, container.NewStack(d.columns, d.tracks.content))
	d.again = kit.NewButton(d.t("mapping.guess"), nil, d.model.Guess)
	title := fmt.Sprintf("%s · %s", strings.TrimSuffix(d.t("mapping.title"), "…"), filepath.Base(table.Path))
	d.box = o.Dialogs.Edit(title, d.t("mapping.open"), d.content, fyne.NewSize(dialogWidth, dialogHeight), func() (done bool) {
		if !d.ready() {
			return false
		}
		o.Open(table, d.model.Recipe(d.name.Text, d.fields.all.Checked), d.tracks.model.State().Numbers())
		return true
	}, d.toggle, d.again)
	d.box.SetOnClosed(func() {
		d.model.Close()
		d.tracks.model.Close()
		if o.Closed != nil {
			o.Closed()
		}
	})
	d.model.SetOnChange(d.tracks.model.Forget)
	d.refresh()
	return d
}

// chooseTracks shows the trips of the table instead of its columns, or the columns again. The
// whole table is read for it.
func (d *Dialog) chooseTracks() {
	if d.tracks.content.Visible() {
		d.showTracks(false)
		return
	}
	if s := d.tracks.model.State(); !s.Read && !s.Busy {
		r := d.model.Recipe("", d.fields.all.Checked)
		d.tracks.model.Load(trace.Options{Bounds: d.o.Bounds, Recipe: &r})
	}
	d.showTracks(true)
}

func (d *Dialog) showTracks(show bool) {
	kit.SetVisible(d.tracks.content, show)
	kit.SetVisible(d.columns, !show)
	kit.SetEnabled(d.again, !show)
	key := "tracks.title"
	if show {
		key = "tracks.columns"
	}
	d.toggle.SetText(d.t(key))
}

// ready reports whether the table can be opened.
func (d *Dialog) ready() bool {
	tracks := d.tracks.model.State()
	return d.model.State().Ready() && !tracks.Busy && (!tracks.Read || tracks.Ready())
}

// refresh shows the state.
func (d *Dialog) refresh() {
	s := d.model.State()
	d.fields.show(s)
	d.rows.show(s)
	d.sketch.show(s.Preview.Trips)
	d.tracks.show()
	d.box.SetReady(d.ready())
	kit.SetEnabled(d.toggle, s.Ready() || d.tracks.content.Visible())
	var warnings []string
	for _, doubt := range s.Preview.Doubts {
		warnings = append(warnings, d.t(doubtWords[doubt]))
	}
	if len(s.Preview.Systems) > 0 {
		warnings = append(warnings, d.t("mapping.systems", "list", strings.Join(systemNames(s.Preview.Systems), "; ")))
	}
	d.warned.SetText(strings.Join(warnings, "\n"))
	kit.SetVisible(d.warned, len(warnings) > 0)
	d.said.Importance = widget.MediumImportance
	d.said.SetText(d.summary(s))
	d.content.Refresh()
}

// maxSystems is the number of likely coordinate systems that are named.
const maxSystems = 3

func systemNames(list []trace.System) (names []string) {
	for _, s := range list[:min(len(list), maxSystems)] {
		names = append(names, fmt.Sprintf("EPSG:%d (%s)", s.EPSG, s.Name))
	}
	return names
}

// summary says what is read, or why nothing is.
func (d *Dialog) summary(s State) string {
	err := s.Err
	if err == nil {
		err = s.Preview.Err
	}
	switch {
	case s.Busy:
		return d.t("mapping.busy")
	case s.Recipe.Validate() != nil:
		return d.t("mapping.choose")
	case err != nil:
		n := text.Explain(err)
		d.said.Importance = widget.DangerImportance
		return d.t(n.Sentence) + " " + d.t(n.Remedy) + "\n" + n.DetailText(d.o.Words)
	}
	points, trips := s.Points()
	count := d.o.Words.Count
	return d.t("mapping.summary", "rows", count(len(s.Preview.Rows)), "points", count(points), "trips", count(trips))
}

// columnLabel names a column (from 0): "C · Vĩ độ".
func columnLabel(s State, column int) string {
	label := strconv.Itoa(column + 1)
	if name := s.ColumnName(column); name != "" {
		label += " · " + name
	}
	return label
}
