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
	// Open is called with the recipe to read the whole table with. It has a name if it is to
	// be saved.
	Open func(Table, trace.Recipe)
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
	d.content = container.NewBorder(container.NewVBox(d.fields.content, d.warned), container.NewVBox(d.said, saving), nil, nil, middle)
	again := kit.NewButton(d.t("mapping.guess"), nil, d.model.Guess)
	title := fmt.Sprintf("%s · %s", strings.TrimSuffix(d.t("mapping.title"), "…"), filepath.Base(table.Path))
	d.box = o.Dialogs.Edit(title, d.t("mapping.open"), d.content, fyne.NewSize(dialogWidth, dialogHeight), func() (done bool) {
		if !d.model.State().Ready() {
			return false
		}
		o.Open(table, d.model.Recipe(d.name.Text, d.fields.all.Checked))
		return true
	}, again)
	d.box.SetOnClosed(d.model.Close)
	d.refresh()
	return d
}

// refresh shows the state.
func (d *Dialog) refresh() {
	s := d.model.State()
	d.fields.show(s)
	d.rows.show(s)
	d.sketch.show(s.Preview.Trips)
	d.box.SetReady(s.Ready())
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
		return d.t(n.Sentence) + " " + d.t(n.Remedy)
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
