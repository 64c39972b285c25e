// SPDX-License-Identifier: MIT

package zones

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/ui/kit"
)

// rowsTable is a table of texts whose rows can be clicked.
type rowsTable struct {
	*kit.Table
	rows [][]string
}

// newTable returns a table with columns of at least some widths in letters, and of those of their
// headings. clicked is called with the index of a row.
func newTable(headings []string, letters []int, clicked func(row int)) *rowsTable {
	t := &rowsTable{}
	t.Table = kit.NewTable(func() (int, int) { return len(t.rows), len(headings) }, func() fyne.CanvasObject { return kit.NewLine() },
		func(id widget.TableCellID, o fyne.CanvasObject) {
			if id.Row < len(t.rows) {
				o.(*kit.Line).Set(t.rows[id.Row][id.Col], fyne.TextAlignLeading, false)
			}
		})
	t.ShowHeaderRow = true
	t.CreateHeader = func() fyne.CanvasObject { return kit.NewLine() }
	t.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) {
		o.(*kit.Line).Set(headings[max(id.Col, 0)], fyne.TextAlignLeading, true)
	}
	t.OnSelected = func(id widget.TableCellID) {
		t.UnselectAll()
		if id.Row >= 0 && id.Row < len(t.rows) {
			clicked(id.Row)
		}
	}
	letter := fyne.MeasureText("0", theme.TextSize(), fyne.TextStyle{}).Width
	for i, n := range letters {
		heading := fyne.MeasureText(headings[i], theme.TextSize(), fyne.TextStyle{Bold: true}).Width
		t.SetColumnWidth(i, max(float32(n)*letter, heading)+2*theme.InnerPadding()+1)
	}
	return t
}

// fill shows rows.
func (t *rowsTable) fill(rows [][]string) {
	t.rows = rows
	t.Refresh()
}

// visitsTab shows the visits of all zones.
type visitsTab struct {
	of                  *zonesDialog
	shown               *Report
	vehicle, date, zone *kit.Choice
	total               *widget.Label
	table               *rowsTable
	stays               []zone.Stay
	vehicles, dates     []string
	content             fyne.CanvasObject
}

func (z *zonesDialog) newVisits() *visitsTab {
	t := z.words.T
	v := &visitsTab{of: z, vehicle: newChoice(), date: newChoice(), zone: newChoice(), total: widget.NewLabel("")}
	v.total.Truncation = fyne.TextTruncateEllipsis
	v.table = newTable([]string{t("trips.column.vehicle"), t("zones.zone"), t("zones.enter"), t("zones.leave"), t("zones.duration"), t("zones.distance")},
		[]int{10, 15, 23, 23, 14, 8}, func(row int) {
			s := v.stays[row]
			z.close()
			z.desk.o.ShowTrip(workspace.ID(s.FirstTrip), s.Enter)
		})
	for _, c := range []*kit.Choice{v.vehicle, v.date, v.zone} {
		c.OnChanged = func(string) { v.choose() }
	}
	v.content = container.NewBorder(container.NewVBox(container.NewGridWithColumns(3, v.vehicle, v.date, v.zone), v.total), nil, nil, nil, v.table.Table)
	return v
}

// show shows the visits of a state.
func (v *visitsTab) show(s State) {
	t := v.of.words.T
	if s.Report == nil || s.Report == v.shown {
		if s.Report == nil && s.Busy {
			kit.SetText(v.total, t("zones.busy"))
		}
		return
	}
	v.shown = s.Report
	v.vehicles, v.dates = append([]string{""}, s.Report.Vehicles()...), append([]string{""}, s.Report.Dates()...)
	vehicles, dates, zones := slices.Clone(v.vehicles), []string{t("zones.all_days")}, []string{t("zones.all")}
	vehicles[0] = t("zones.all_vehicles")
	for _, d := range v.dates[1:] {
		at, _ := time.ParseInLocation(time.DateOnly, d, trace.VietnamTime()) // it was formatted so
		dates = append(dates, v.of.words.Day(at))
	}
	for _, x := range s.Report.Zones {
		zones = append(zones, x.Name)
	}
	setOptions(v.vehicle, vehicles)
	setOptions(v.date, dates)
	setOptions(v.zone, zones)
	v.choose()
}

// newChoice returns a choice without options.
func newChoice() *kit.Choice {
	c := kit.NewChoice(nil)
	c.PlaceHolder = "–" // the toolkit's is in English
	return c
}

// setOptions replaces the options of a choice and chooses the first.
func setOptions(c *kit.Choice, options []string) {
	changed := c.OnChanged
	c.OnChanged = nil
	c.Options = options
	c.SetSelectedIndex(0)
	c.OnChanged = changed
	c.Refresh()
}

// choose shows the chosen visits.
func (v *visitsTab) choose() {
	r, words := v.shown, v.of.words
	if r == nil {
		return
	}
	c := Choice{Vehicle: v.vehicles[max(v.vehicle.SelectedIndex(), 0)], Date: v.dates[max(v.date.SelectedIndex(), 0)]}
	if i := v.zone.SelectedIndex(); i > 0 {
		c.Zone = r.Zones[i-1].ID
	}
	v.stays = r.Chosen(c)
	rows := make([][]string, len(v.stays))
	for i, s := range v.stays {
		rows[i] = VisitCells(words, r, s)
	}
	n, inside := Total(v.stays)
	line := words.T("zones.total", "n", words.Count(n), "time", Exactly(inside))
	for _, err := range r.Faults {
		if err != nil {
			line += " · " + words.T("zones.without_border")
			break
		}
	}
	kit.SetText(v.total, line)
	v.table.fill(rows)
}

// timesTab shows the times between two zones.
type timesTab struct {
	distributed
	of       *zonesDialog
	shown    *Report
	from, to *kit.Choice
	passages []zone.Passage
}

func (z *zonesDialog) newTimes() *timesTab {
	t := z.words.T
	v := &timesTab{of: z, from: newChoice(), to: newChoice()}
	table := newTable([]string{t("trips.column.vehicle"), t("zones.left"), t("zones.entered"), t("zones.duration"), t("zones.distance")},
		[]int{10, 19, 19, 10, 11}, func(row int) {
			p := v.passages[row]
			z.close()
			z.desk.o.ShowTrip(workspace.ID(p.FirstTrip), p.Start)
		})
	v.from.OnChanged = func(string) { v.choose() }
	v.to.OnChanged = v.from.OnChanged
	choices := container.NewGridWithColumns(2,
		container.NewBorder(nil, nil, widget.NewLabel(t("zones.from")), nil, v.from), container.NewBorder(nil, nil, widget.NewLabel(t("zones.to")), nil, v.to))
	v.distributed = newDistributed(z.words, choices, table)
	return v
}

// show shows the times of a state.
func (v *timesTab) show(s State) {
	if s.Report == nil || s.Report == v.shown {
		if s.Report == nil && s.Busy {
			kit.SetText(v.line, v.words.T("zones.busy"))
		}
		return
	}
	v.shown = s.Report
	var names []string
	for _, z := range s.Report.Zones {
		names = append(names, z.Name)
	}
	setOptions(v.from, names)
	setOptions(v.to, slices.Clone(names))
	if len(names) > 1 {
		v.to.SetSelectedIndex(1)
	}
	v.choose()
}

// choose shows the times between the chosen zones.
func (v *timesTab) choose() {
	a, b := v.from.SelectedIndex(), v.to.SelectedIndex()
	if v.shown == nil || a < 0 || b < 0 {
		return
	}
	var d zone.Distribution
	v.passages, d = v.shown.Passages(v.shown.Zones[a].ID, v.shown.Zones[b].ID)
	rows := make([][]string, len(v.passages))
	for i, p := range v.passages {
		rows[i] = PassageCells(v.words, p)
	}
	v.fill(rows, Quantiles(v.words, d), d)
}
