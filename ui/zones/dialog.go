// SPDX-License-Identifier: MIT

package zones

import (
	"context"
	"image/color"
	"io"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/engine/zone"
	"roadsnap/engine/zonefile"
	"roadsnap/internal/atomicfile"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// The size of the dialog (logical pixels).
const dialogWidth, dialogHeight = 920, 500

// zonesDialog is the dialog of the zones, while it is open.
type zonesDialog struct {
	desk    *Desk
	words   text.Catalogue
	list    *kit.List
	said    *widget.Label
	visits  *visitsTab
	times   *timesTab
	days    *daysTab
	roads   *roadsTab
	sizes   *importForm
	tabs    *container.AppTabs
	content *fyne.Container
}

// Ask shows the dialog with the list of zones.
func (d *Desk) Ask() {
	words := d.o.Words()
	if !d.o.Model.Kept() {
		d.tell("zones.not_kept")
		return
	}
	z := &zonesDialog{desk: d, words: words, said: kit.Wrapped("", widget.MediumImportance)}
	z.said.Hide()
	z.list = z.newList()
	z.visits, z.times, z.days, z.roads, z.sizes = z.newVisits(), z.newTimes(), z.newDays(), z.newRoads(), z.newImport()
	z.tabs = container.NewAppTabs(
		container.NewTabItem(words.T("zones.tab.list"), z.listTab()), container.NewTabItem(words.T("zones.tab.visits"), z.visits.content),
		container.NewTabItem(words.T("zones.tab.days"), z.days.content),
		container.NewTabItem(words.T("zones.tab.times"), z.times.content), container.NewTabItem(words.T("zones.tab.roads"), z.roads.content))
	z.tabs.OnSelected = func(tab *container.TabItem) {
		if tab.Content == z.roads.content {
			z.roads.open()
			return
		}
		if s := d.o.Model.State(); s.Report == nil && !s.Busy && z.tabs.SelectedIndex() > 0 {
			d.o.Model.MakeReport()
		}
	}
	z.content = container.NewBorder(nil, container.NewVBox(z.sizes.content, z.said), nil, nil, z.tabs)
	d.open = z
	d.o.Model.ForgetReport()
	d.o.Model.Load() // the command line may have changed them
	d.o.Dialogs.Look(words.T("menu.zones"), z.content, fyne.NewSize(dialogWidth, dialogHeight))
	z.show(d.o.Model.State())
}

// Show shows a state in the dialog, if it is open.
func (d *Desk) Show(s State) {
	if d.open != nil {
		d.open.show(s)
	}
}

func (z *zonesDialog) show(s State) {
	z.list.Refresh()
	z.visits.show(s)
	z.times.show(s)
	z.days.show(s)
	z.roads.show(s)
}

// close closes the dialog.
func (z *zonesDialog) close() { z.desk.o.Dialogs.Hide() }

// listTab returns the list with the buttons that add zones.
func (z *zonesDialog) listTab() fyne.CanvasObject {
	t := z.words.T
	draw := func(key string, kind zone.Kind) fyne.CanvasObject {
		return kit.NewButton(t(key), iconOf(kind), func() {
			z.close()
			z.desk.Draw(kind)
		})
	}
	buttons := container.New(&kit.WrappedRow{},
		draw("zones.draw.circle", zone.Circle), draw("zones.draw.corridor", zone.Corridor), draw("zones.draw.polygon", zone.Polygon),
		kit.NewButton(t("zones.import"), theme.FolderOpenIcon(), z.importFile), kit.NewButton(t("zones.export"), theme.DocumentSaveIcon(), z.exportFile))
	hint := kit.Wrapped(t("zones.hint"), widget.LowImportance)
	return container.NewBorder(container.NewVBox(buttons, hint), nil, nil, nil, z.list)
}

// zoneRow is a row of the list.
type zoneRow struct {
	widget.BaseWidget
	shown             *kit.Check
	swatch            *canvas.Rectangle
	name, kind        *widget.Label
	show, shape, edit *kit.Button
	remove            *kit.Button
	content           fyne.CanvasObject
}

// CreateRenderer implements fyne.Widget.
func (r *zoneRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.content) }

func (z *zonesDialog) newList() *kit.List {
	t, model := z.words.T, z.desk.o.Model
	create := func() fyne.CanvasObject {
		r := &zoneRow{shown: kit.NewCheck(""), swatch: canvas.NewRectangle(color.Transparent), name: widget.NewLabel(""), kind: widget.NewLabel("")}
		r.swatch.SetMinSize(fyne.NewSize(14, 14))
		r.swatch.CornerRadius = 3
		r.name.Truncation, r.kind.Truncation = fyne.TextTruncateEllipsis, fyne.TextTruncateEllipsis
		r.kind.Importance = widget.LowImportance
		r.show = kit.IconButton(theme.SearchIcon(), t("zones.show"), nil)
		r.shape = kit.IconButton(theme.GridIcon(), t("zones.shape"), nil)
		r.edit = kit.IconButton(theme.DocumentCreateIcon(), t("zones.edit"), nil)
		r.remove = kit.IconButton(theme.DeleteIcon(), t("zones.remove"), nil)
		left := container.NewHBox(r.shown, container.NewCenter(r.swatch))
		r.content = container.NewBorder(nil, nil, left, container.NewHBox(r.show, r.shape, r.edit, r.remove), container.NewGridWithColumns(2, r.name, r.kind))
		r.ExtendBaseWidget(r)
		return r
	}
	return kit.NewList(func() int { return len(model.State().Zones) }, create, func(i int, o fyne.CanvasObject) {
		s := model.State()
		if i >= len(s.Zones) {
			return
		}
		z.fill(o.(*zoneRow), s, s.Zones[i])
	})
}

// fill shows a zone in a row.
func (z *zonesDialog) fill(r *zoneRow, s State, of zone.Zone) {
	desk := z.desk
	r.shown.OnChanged = nil
	r.shown.SetChecked(!of.Hidden)
	r.shown.OnChanged = func(shown bool) {
		changed := of
		changed.Hidden = !shown
		desk.o.Model.Set(changed)
	}
	r.swatch.FillColor = Ink(of.Color)
	r.swatch.Refresh()
	kit.SetText(r.name, of.Name)
	kit.SetText(r.kind, Describe(z.words, of))
	r.show.OnTapped = func() {
		z.close()
		desk.o.ShowBounds(s.Bounds(of))
	}
	kit.SetEnabled(r.show, !s.Bounds(of).Empty())
	r.shape.OnTapped = func() {
		z.close()
		desk.o.ShowBounds(s.Bounds(of))
		desk.Edit(of)
	}
	kit.SetEnabled(r.shape, of.Kind == zone.Circle || of.Kind == zone.Corridor || of.Kind == zone.Polygon && len(of.Rings) == 1)
	r.edit.OnTapped = func() {
		z.close()
		desk.AskZone(of)
	}
	r.remove.OnTapped = func() { desk.o.Model.Remove(of.ID) }
}

// Ink returns the colour in which a zone is drawn. That of the zero value is the violet of
// named places.
func Ink(c zone.Color) color.RGBA {
	if c == 0 {
		return color.RGBA{0x7a, 0x3e, 0xa8, 0xff}
	}
	return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xff}
}

// say shows a sentence below the tabs.
func (z *zonesDialog) say(sentence string, importance widget.Importance) {
	z.said.Importance = importance
	z.said.SetText(sentence)
	z.said.Show()
	z.content.Refresh()
}

// maxNamed is the number of faults of an import that are shown.
const maxNamed = 5

// importFile asks for a file, and for the sizes of its points and lines, and adds its zones.
func (z *zonesDialog) importFile() {
	t := z.words.T
	z.desk.o.Dialogs.Open(files.Question{
		Title: t("zones.import"), Kind: t("zones.files"), AllFiles: t("files.all"),
		Extensions: []string{"geojson", "json", "kml", "kmz", "shp", "zip", "gpkg", "fgb", "csv"},
	}, z.sizes.ask)
}

// importWith adds the zones of a file. Points and lines without a size get these (metres).
func (z *zonesDialog) importWith(path string, radius, width float64) {
	t := z.words.T
	z.desk.o.Model.Import(path, zonefile.Options{Radius: radius, Width: width}, func(added int, faults []zonefile.Fault, err error) {
		if err != nil {
			n := text.Explain(err)
			z.say(t(n.Sentence)+"\n"+n.DetailText(z.words), widget.DangerImportance)
			return
		}
		sentence, importance := t("zones.imported", "n", z.words.Count(added)), widget.SuccessImportance
		for i, f := range faults {
			if i == maxNamed {
				sentence += "\n" + t("zones.faults.more", "n", z.words.Count(len(faults)-i))
				break
			}
			sentence += "\n" + f.Error()
			importance = widget.WarningImportance
		}
		z.say(sentence, importance)
	})
}

// exportFile asks for a file and writes all zones to it.
func (z *zonesDialog) exportFile() {
	t, model := z.words.T, z.desk.o.Model
	z.desk.o.Dialogs.Save(files.Question{
		Title: t("zones.export"), Kind: t("zones.files"), AllFiles: t("files.all"), Extensions: []string{"geojson", "kml", "csv"}, Name: t("zones.file") + ".geojson",
	}, func(path string) {
		zones := slices.Clone(model.State().Zones)
		model.o.Jobs.Start(func(context.Context) func() {
			format, err := zonefile.FormatOf(path)
			if err == nil {
				write := func(a *units.Atlas) error {
					return atomicfile.Write(path, 0o644, func(w io.Writer) error { return zonefile.Write(w, format, zones, a) })
				}
				if model.o.Atlas == nil || model.o.Atlas(write) != nil {
					err = write(nil) // without borders
				}
			}
			return func() {
				if err != nil {
					z.say(z.words.T(text.Explain(err).Sentence), widget.DangerImportance)
					return
				}
				z.say(t("zones.exported", "file", path), widget.SuccessImportance)
			}
		})
	})
}

// Bounds returns the bounds of a zone with a margin, geo.NoBounds if they are not known.
func (s State) Bounds(z zone.Zone) geo.Bounds {
	box := z.Bounds()
	for _, ring := range s.Rings[z.ID] {
		box = box.Union(geo.BoundsOf(ring...))
	}
	if box.Empty() {
		return box
	}
	const margin = 100 // metres
	return box.Pad(margin)
}
