// SPDX-License-Identifier: MIT

package zones

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// DeskOptions configures a Desk.
type DeskOptions struct {
	Model      *Model
	Words      func() text.Catalogue
	Dialogs    *files.Dialogs
	Post       func(func())         // runs a function on the UI goroutine, later
	Keys       func(*fyne.KeyEvent) // called with keys that fields do not use
	ShowBounds func(geo.Bounds)
	// ShowTrip selects a kept trip, and moves the timeline to a moment of it.
	ShowTrip func(id workspace.ID, at time.Time)
	// Sketched is called after each change of the sketch.
	Sketched func()
}

// Desk shows the dialog of the zones, and draws zones on the map. It belongs to the UI
// goroutine.
type Desk struct {
	o      DeskOptions
	sketch Sketch
	open   *zonesDialog // nil while it is closed
}

// NewDesk returns a desk whose dialog is closed.
func NewDesk(o DeskOptions) *Desk { return &Desk{o: o} }

// Sketch returns the zone that is being drawn.
func (d *Desk) Sketch() *Sketch { return &d.sketch }

// Drawing reports whether clicks on the map belong to the sketch.
func (d *Desk) Drawing() bool { return d.sketch.Active() }

// Draw begins to draw a zone.
func (d *Desk) Draw(kind zone.Kind) {
	d.sketch.Draw(kind)
	d.o.Sketched()
}

// Edit begins to move the points of a zone, and reports whether it has any.
func (d *Desk) Edit(z zone.Zone) bool {
	ok := d.sketch.Edit(z)
	d.o.Sketched()
	return ok
}

// Click adds a point to the sketch.
func (d *Desk) Click(at geo.Point, radius float64) {
	if d.sketch.Click(at, radius) {
		d.Finish()
		return
	}
	d.o.Sketched()
}

// Hover sets the position of the pointer.
func (d *Desk) Hover(at geo.Point, inside bool) {
	if d.sketch.Active() {
		d.sketch.Hover(at, inside)
		d.o.Sketched()
	}
}

// Undo removes the last point of the sketch.
func (d *Desk) Undo() {
	d.sketch.Undo()
	d.o.Sketched()
}

// Cancel ends drawing without a result, and reports whether it was going on.
func (d *Desk) Cancel() (was bool) {
	if was = d.sketch.Stop(); was {
		d.o.Sketched()
	}
	return was
}

// Grab takes hold of a point of the sketch near a place, and reports whether there is one.
func (d *Desk) Grab(at geo.Point, radius float64) bool { return d.sketch.Grab(at, radius) }

// Drag moves the held point.
func (d *Desk) Drag(at geo.Point) {
	d.sketch.Drag(at)
	d.o.Sketched()
}

// Release lets the held point go.
func (d *Desk) Release() { d.sketch.Release() }

// Finish completes the sketch: a new zone gets its name, a changed one is kept. If points are
// missing or the shape cannot be used, it says so and drawing goes on. It reports whether a
// zone was being drawn.
func (d *Desk) Finish() (was bool) {
	if !d.sketch.Active() {
		return false
	}
	z := d.sketch.Zone
	shape, ok := d.sketch.Shape()
	if !ok {
		d.tell("zones.draw.more")
		return true
	}
	if err := shape.Check(); err != nil {
		d.tell("zones.draw.crossing")
		return true
	}
	z.Shape = shape
	d.Cancel()
	if z.ID != 0 {
		d.o.Model.Set(z)
	} else {
		d.o.Post(func() { d.AskZone(z) }) // a click gives the focus away after this
	}
	return true
}

func (d *Desk) tell(key string) {
	words := d.o.Words()
	d.o.Dialogs.Tell(words.T("menu.zones"), words.T(key))
}

// Hint returns what to do next while a zone is being drawn, "" otherwise.
func (d *Desk) Hint() string {
	words := d.o.Words()
	switch {
	case !d.sketch.Active():
		return ""
	case d.sketch.editing:
		return words.T("zones.hint.edit")
	case d.sketch.Zone.Kind == zone.Circle:
		return words.T("zones.hint.circle")
	case d.sketch.Zone.Kind == zone.Corridor:
		return words.T("zones.hint.corridor")
	}
	return words.T("zones.hint.polygon")
}

// AddUnit asks for the name of a zone that is a ward or province.
func (d *Desk) AddUnit(code, name string) {
	z := zone.Zone{Name: name, Shape: zone.Shape{Kind: zone.Ward, Code: code}}
	const provinceDigits = 2
	if len(code) == provinceDigits {
		z.Kind = zone.Province
	}
	d.AskZone(z)
}

// The size of the dialog of a zone (logical pixels).
const zoneWidth = 440

// swatches are the colours that are offered.
var swatches = []struct {
	key   string
	color zone.Color
}{
	{"zones.color.auto", 0}, {"zones.color.red", zone.Chosen | 0xd32f2f}, {"zones.color.orange", zone.Chosen | 0xef6c00}, {"zones.color.green", zone.Chosen | 0x2e7d32},
	{"zones.color.teal", zone.Chosen | 0x00838f}, {"zones.color.blue", zone.Chosen | 0x1565c0}, {"zones.color.pink", zone.Chosen | 0xc2185b}, {"zones.color.brown", zone.Chosen | 0x6d4c41},
}

// AskZone asks for the name, group, colour and size of a zone, and keeps it.
func (d *Desk) AskZone(z zone.Zone) {
	words := d.o.Words()
	t := words.T
	name, group := kit.NewKeyEntry(d.o.Keys), kit.NewKeyEntry(d.o.Keys)
	name.SetText(z.Name)
	name.SetPlaceHolder(t("trips.place.name"))
	group.SetText(z.Group)
	names, chosen := []string{}, 0
	for i, s := range swatches {
		names = append(names, t(s.key))
		if s.color == z.Color {
			chosen = i
		}
	}
	if z.Color != 0 && chosen == 0 {
		names, chosen = append(names, z.Color.String()), len(swatches)
	}
	color := kit.NewChoice(names)
	color.SetSelectedIndex(chosen)
	items := []*widget.FormItem{
		widget.NewFormItem(t("zones.name"), name), widget.NewFormItem(t("zones.group"), group), widget.NewFormItem(t("zones.color"), color),
	}
	size := kit.NewKeyEntry(d.o.Keys)
	switch z.Kind {
	case zone.Circle:
		size.SetText(words.Number(z.Radius, 0))
		items = append(items, widget.NewFormItem(t("zones.radius"), size))
	case zone.Corridor:
		size.SetText(words.Number(z.Width, 0))
		items = append(items, widget.NewFormItem(t("zones.width"), size))
	}
	problem := kit.Wrapped("", widget.DangerImportance)
	problem.Hide()
	form := container.NewVBox(widget.NewForm(items...), problem)
	for _, e := range []*kit.KeyEntry{name, group, size} {
		e.OnSubmitted = func(string) { d.o.Dialogs.Agree() }
	}
	d.o.Dialogs.Edit(t("zones.zone"), t("dialog.save"), form, fyne.NewSize(zoneWidth, 0), func() (done bool) {
		if i := color.SelectedIndex(); i >= 0 && i < len(swatches) {
			z.Color = swatches[i].color
		}
		sizeText := size.Text
		if z.Kind != zone.Circle && z.Kind != zone.Corridor {
			sizeText = ""
		}
		changed, wrong := Named(words, z, name.Text, group.Text, sizeText)
		if wrong != "" {
			problem.SetText(wrong)
			problem.Show()
			form.Refresh()
			return false
		}
		d.o.Model.Set(changed)
		return true
	})
	d.o.Dialogs.Focus(name)
}

// icons of the kinds.
func iconOf(k zone.Kind) fyne.Resource {
	switch k {
	case zone.Circle:
		return theme.RadioButtonIcon()
	case zone.Corridor:
		return theme.MoreHorizontalIcon()
	case zone.Polygon:
		return theme.CheckButtonIcon()
	}
	return theme.GridIcon()
}
