// SPDX-License-Identifier: MIT

package maps

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/units"
	"roadsnap/internal/diskspace"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

const sourcesWidth = 500 // of the dialog (logical pixels)

// sourcesForm asks which files to make a map of, and how to read boundaries.
type sourcesForm struct {
	words    text.Catalogue
	install  bool // into the library, not to a file
	ask      func(then func(path string))
	chosen   Sources
	list     *fyne.Container
	borders  *fyne.Container // fields for boundaries, shown if there are some
	systems  []text.System
	system   *kit.Choice
	encoding *kit.Choice
	columns  *kit.Entry
	need     *widget.Label
	wrong    *widget.Label
	content  fyne.CanvasObject
}

// AskSources shows the files that were chosen, which the user may add to, and then imports
// them to a file or, if install, installs the offered map from them.
func (p *Panel) AskSources(files []string, install bool) {
	f := newSourcesForm(p.words, p.do.Table, p.do.AskSource, install)
	for _, path := range files {
		f.add(path)
	}
	title, yes := "maps.import", "maps.extract.next"
	switch {
	case install:
		title, yes = "maps.offer.files", "maps.sources.install"
	case f.chosen.Roads() == "":
		title = "units.install"
	}
	p.do.Edit(p.words.T(title), p.words.T(yes), f.content, fyne.NewSize(sourcesWidth, 0), func() (done bool) {
		s, ok := f.sources()
		if !ok {
			return false
		}
		if install {
			p.model.Install(s)
			return true
		}
		folder, name := f.proposal()
		p.do.SavePack(folder, name, func(out string) { p.model.Import(p.do.Table, s, out) })
		return true
	})
}

func newSourcesForm(words text.Catalogue, table *units.Table, ask func(then func(path string)), install bool) *sourcesForm {
	t := words.T
	f := &sourcesForm{words: words, install: install, ask: ask, list: container.New(kit.TightRows{}), borders: container.NewVBox()}
	choice := func(name, about string, options []string) *kit.Choice {
		c := kit.NewChoice(append([]string{t("maps.sources.declared")}, options...))
		c.SetSelectedIndex(0)
		f.borders.Add(kit.NewTerm(name, about))
		f.borders.Add(c)
		return c
	}
	var systems []string
	f.systems = words.Systems(table)
	for _, s := range f.systems {
		systems = append(systems, s.Title)
	}
	f.system = choice(t("maps.sources.system"), t("maps.sources.system_about"), systems)
	f.encoding = choice(t("maps.sources.encoding"), t("maps.sources.encoding_about"), encodings)
	f.columns = kit.NewEntry()
	f.columns.SetPlaceHolder(t("maps.sources.columns_hint"))
	f.borders.Add(kit.NewTerm(t("maps.sources.columns"), t("maps.sources.columns_about")))
	f.borders.Add(f.columns)
	more := kit.QuietButton(t("maps.sources.add"), theme.ContentAddIcon(), func() { f.ask(f.add) })
	f.need, f.wrong = kit.Wrapped("", widget.LowImportance), kit.Wrapped("", widget.DangerImportance)
	f.content = container.NewVBox(kit.Wrapped(t("maps.sources.about"), widget.MediumImportance), f.list, more, f.borders, f.need, f.wrong)
	f.show()
	return f
}

// encodings are those of the tables of Shapefiles, as engine.ImportOptions takes them.
var encodings = []string{"UTF-8", "Windows-1258", "TCVN3"}

// add adds a file that is not there yet.
func (f *sourcesForm) add(path string) {
	if !slices.Contains(f.chosen.Files, path) {
		f.chosen.Files = append(f.chosen.Files, path)
		f.show()
	}
}

// show lists the files, and says what the import takes and what is free.
func (f *sourcesForm) show() {
	t := f.words.T
	f.list.RemoveAll()
	for _, path := range f.chosen.Files {
		kind := "maps.sources.borders"
		if path == f.chosen.Roads() {
			kind = "maps.sources.extract"
		}
		name := widget.NewLabel(filepath.Base(path) + " · " + t(kind))
		name.Truncation = fyne.TextTruncateEllipsis
		f.list.Add(kit.Closable(name, t("maps.sources.remove"), func() {
			f.chosen.Files = slices.DeleteFunc(slices.Clone(f.chosen.Files), func(other string) bool { return other == path })
			f.show()
		}))
	}
	kit.SetVisible(f.borders, len(f.chosen.Units()) > 0)
	kit.SetText(f.need, f.needs())
	kit.SetVisible(f.need, len(f.chosen.Files) > 0)
	f.wrong.Hide()
	if f.content != nil {
		f.content.Refresh()
	}
}

// needs says about what memory and space the import takes, and what is free.
func (f *sourcesForm) needs() string {
	if len(f.chosen.Files) == 0 {
		return ""
	}
	need := f.chosen.Need()
	memory, _ := diskspace.FreeMemory() // 0 if unknown
	disk, _ := diskspace.FreeFor(filepath.Dir(f.chosen.Files[0]))
	return needText(f.words, need.Memory, need.Disk, memory, disk)
}

// needText says about what memory and disk space a work takes, and what is free, 0 if unknown
// (bytes).
func needText(w text.Catalogue, memory, disk, freeMemory, freeDisk int64) string {
	line := w.T("maps.sources.need", "memory", w.AboutBytes(memory), "disk", w.AboutBytes(disk))
	switch {
	case freeDisk == 0:
		return line
	case freeMemory == 0:
		return line + " " + w.T("maps.sources.free_disk", "disk", w.AboutBytes(freeDisk))
	default:
		return line + " " + w.T("maps.sources.free", "memory", w.AboutBytes(freeMemory), "disk", w.AboutBytes(freeDisk))
	}
}

// sources returns what the form says. ok is false if that makes no sense, which it then says.
func (f *sourcesForm) sources() (s Sources, ok bool) {
	s = f.chosen
	refuse := func(key string) (Sources, bool) {
		f.wrong.SetText(f.words.T(key))
		f.wrong.Show()
		return s, false
	}
	if len(s.Files) == 0 {
		return refuse("maps.sources.none")
	}
	if f.install && s.Roads() == "" {
		return refuse("maps.sources.no_extract")
	}
	if i := f.system.SelectedIndex(); i > 0 {
		s.CRS = f.systems[i-1].Name
	}
	if i := f.encoding.SelectedIndex(); i > 0 {
		s.Encoding = strings.ToLower(encodings[i-1])
	}
	if s.Columns, ok = ParseColumns(f.columns.Text); !ok {
		return refuse("maps.sources.bad_columns")
	}
	return s, true
}

// proposal returns the folder and the name of the pack to propose.
func (f *sourcesForm) proposal() (folder, name string) {
	roads := f.chosen.Roads()
	if roads == "" {
		return "", "units"
	}
	name, _, _ = strings.Cut(filepath.Base(roads), ".")
	return filepath.Dir(roads), name
}
