// SPDX-License-Identifier: MIT

package maps

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
)

// withSmallMap returns o with the small map of bounds at its left.
func (p *Panel) withSmallMap(b geo.Bounds, o fyne.CanvasObject) fyne.CanvasObject {
	picture := p.small.picture(b)
	if picture == nil {
		return o
	}
	top := container.New(layout.NewCustomPaddedLayout(theme.InnerPadding(), 0, theme.InnerPadding(), 0), picture)
	return container.NewBorder(nil, nil, container.NewVBox(top), nil, o)
}

func (p *Panel) licence(licences []string) fyne.CanvasObject {
	l := kit.Caption(strings.Join(licences, "\n"))
	l.Wrapping = fyne.TextWrapWord
	return l
}

// openActions returns the state of the check of the open map, and buttons for it.
func (p *Panel) openActions(s State) fyne.CanvasObject {
	box := container.NewVBox()
	if s.IsSample {
		return box
	}
	p.addCheck(box, s, s.Info.Name)
	row := container.New(&kit.WrappedRow{}, p.checkButton(s, s.Info.Name))
	p.addExtract(row, s, s.Info.Name)
	if earlier, ok := s.Earlier(); ok {
		if _, inLibrary := s.Open(); inLibrary {
			back := p.words.T("maps.back", "day", p.words.Day(earlier.Info.Meta.SourceTime))
			row.Add(p.button(s, back, theme.NavigateBackIcon(), func() { p.model.UseMap(earlier) }))
		}
	}
	box.Add(row)
	return box
}

// addFurther adds the maps that are open besides.
func (p *Panel) addFurther(s State) {
	w := p.words
	for i, info := range s.Further {
		if p.body.Add(widget.NewSeparator()); i == 0 {
			p.body.Add(kit.Heading(w.T("maps.further")))
			p.body.Add(kit.Wrapped(w.T("maps.further.about"), widget.LowImportance))
		}
		name := info.Meta.Name
		if j := slices.IndexFunc(s.Library, func(r Record) bool { return r.Info.Name == info.Name }); j >= 0 {
			name = s.Library[j].TitleIn(w.Language)
		}
		title := widget.NewLabelWithStyle(name, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
		title.Truncation = fyne.TextTruncateEllipsis
		lines := container.New(kit.TightRows{}, kit.Closable(title, w.T("tip.close_further"), func() { p.model.CloseFurther(info.Name) }))
		p.addFacts(lines, info)
		p.body.Add(p.withSmallMap(info.Meta.Bounds, lines))
		p.addCheck(p.body, s, info.Name)
		row := container.New(&kit.WrappedRow{}, p.checkButton(s, info.Name))
		p.addExtract(row, s, info.Name)
		p.body.Add(row)
	}
}

// addFacts adds the size, the date, the counts with a link to the report, the source and the
// licences of a pack.
func (p *Panel) addFacts(lines *fyne.Container, info engine.Info) {
	w, m := p.words, info.Meta
	facts := []string{w.Bytes(info.Size)}
	if !m.SourceTime.IsZero() {
		facts = append(facts, w.T("maps.date_of", "day", w.Day(m.SourceTime)))
	}
	lines.Add(kit.Wrapped(strings.Join(facts, " · "), widget.MediumImportance))
	if summary := Summary(w, info); summary != "" {
		lines.Add(p.summary(summary, func() { p.model.DescribePack(info) }))
	}
	for _, more := range append([]string{w.Source(m.Source)}, m.Licences...) {
		if more != "" {
			line := kit.Caption(more)
			line.Truncation = fyne.TextTruncateEllipsis
			lines.Add(line)
		}
	}
}

// summary returns the counts and findings of a pack as a link to its report.
func (p *Panel) summary(line string, describe func()) fyne.CanvasObject {
	link := kit.NewLink(line, func() {
		describe()
		p.do.ShowRecord()
	})
	link.Truncation, link.Wrapping = fyne.TextTruncateOff, fyne.TextWrapWord // its end matters most
	return link
}

// addOthers adds the maps of the library that are not open.
func (p *Panel) addOthers(s State) {
	first := true
	for _, r := range s.Library {
		if s.isOpen(r) {
			continue
		}
		if p.body.Add(widget.NewSeparator()); first {
			p.body.Add(kit.Heading(p.words.T("maps.others")))
		}
		first = false
		p.body.Add(p.record(s, r))
	}
}

// record returns the description of a map of the library that is not open, with buttons.
func (p *Panel) record(s State, r Record) fyne.CanvasObject {
	w := p.words
	name := widget.NewLabelWithStyle(r.TitleIn(w.Language), fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	name.Truncation = fyne.TextTruncateEllipsis
	lines := container.New(kit.TightRows{}, name)
	p.addFacts(lines, r.Info)
	bounds := r.Info.Meta.Bounds
	if !r.Problem.Empty() {
		bounds = geo.NoBounds // unknown
	}
	box := container.NewVBox(p.withSmallMap(bounds, lines))
	row := container.New(&kit.WrappedRow{})
	if r.Problem.Empty() {
		p.addCheck(box, s, r.Info.Name)
		row.Add(p.button(s, w.T("maps.use"), theme.ConfirmIcon(), func() { p.model.UseMap(r) }))
		if s.Installed && !s.IsSample && r.Info.Meta.Counts["road_links"] > 0 {
			row.Add(p.button(s, w.T("maps.add"), theme.ContentAddIcon(), func() { p.model.AddMap(r.Info.Name) }))
		}
		row.Add(p.checkButton(s, r.Info.Name))
		p.addExtract(row, s, r.Info.Name)
	} else {
		box.Add(kit.Notice(w, r.Problem))
	}
	row.Add(p.button(s, w.T("maps.remove"), theme.DeleteIcon(), func() {
		sentence := w.T("maps.remove.sentence", "name", r.Name, "size", w.Bytes(r.Info.Size))
		p.do.Confirm(w.T("maps.remove"), sentence, w.T("maps.remove"), func() { p.model.RemoveMap(r) })
	}))
	box.Add(row)
	return box
}

// button returns a quiet button for work on the map, which is disabled during other work.
func (p *Panel) button(s State, label string, icon fyne.Resource, do func()) *kit.Button {
	b := kit.QuietButton(label, icon, do)
	kit.SetEnabled(b, !s.Busy)
	return b
}

func (p *Panel) checkButton(s State, path string) *kit.Button {
	b := kit.QuietButton(p.words.T("maps.check"), theme.SearchIcon(), func() { p.model.CheckMap(path) })
	kit.SetEnabled(b, !s.Checks[path].Running)
	return b
}

// addExtract adds the button that makes a smaller pack.
func (p *Panel) addExtract(row *fyne.Container, s State, path string) {
	if len(p.model.Provinces()) > 0 {
		row.Add(p.button(s, p.words.T("maps.extract"), theme.ContentCutIcon(), func() { p.askExtract(path) }))
	}
}

// addCheck adds the state of the check of a pack to box.
func (p *Panel) addCheck(box *fyne.Container, s State, path string) {
	c, known := s.Checks[path]
	switch {
	case !known:
	case c.Running:
		box.Add(kit.Wrapped(p.words.T("maps.check.running"), widget.LowImportance))
	case c.Problem.Empty():
		box.Add(kit.Wrapped("✓ "+p.words.T("maps.check.whole"), widget.SuccessImportance))
	default:
		box.Add(kit.Wrapped("✕ "+p.words.T("maps.check.damaged"), widget.DangerImportance))
		if c.Problem != s.Problem { // which is shown above
			box.Add(kit.Notice(p.words, c.Problem))
		}
	}
}
