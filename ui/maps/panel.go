// SPDX-License-Identifier: MIT

package maps

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/inspector"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/text"
)

// Panel shows the installed map and the overlay, with buttons to open and import others.
type Panel struct {
	words   text.Catalogue
	model   *Model
	do      Actions
	open    *kit.Button
	make    *kit.Button
	sample  *kit.Button // while another map is open
	offer   *offerBox   // nil without an offer
	work    *workBox
	body    *fyne.Container // the packs and the last problem
	shown   picture
	small   coverages
	content fyne.CanvasObject
}

// Actions holds the window's actions for the panel.
type Actions struct {
	Open, Make func()           // ask for a pack to open, or for an extract to import
	Files      func()           // asks for an extract to install the offered map from
	ShowRecord func()           // shows the record, even if it was closed
	ShowBounds func(geo.Bounds) // zooms the map to bounds
	ShowFind   func(geo.Bounds) // frames a finding of the report on the map
	Copy       func(text string)
	Lay        func() // lays out the record again
	// Confirm asks whether to do what cannot be undone.
	Confirm func(title, sentence, yes string, then func())
	// Edit shows a form until then reports that it is done.
	Edit func(title, yes string, content fyne.CanvasObject, size fyne.Size, then func() (done bool))
	// SavePack asks for the file of a new pack. folder, "" for none, and name, without
	// extension, are a proposal.
	SavePack func(folder, name string, then func(path string))
	// AskSource asks for a file with an extract or boundaries.
	AskSource func(then func(path string))
	// Table is the table of units that boundaries are joined to.
	Table *units.Table
	// Ground and Theme draw small maps; without Ground there are none.
	Ground tile.GroundSource
	Theme  style.Theme
}

// picture holds the parts of the state that the body shows.
type picture struct {
	installed bool
	installs  int
	overlay   int
	further   int
	listed    int
	busy      bool
	extracted Extracted
	problem   text.Notice
	lost      bool
	refused   *Refusal
}

// New returns the panel of model.
func New(words text.Catalogue, model *Model, do Actions) *Panel {
	p := &Panel{words: words, model: model, do: do, body: container.NewVBox(), work: newWorkBox(words, model.Cancel)}
	p.small = coverages{jobs: model.o.Jobs, source: do.Ground, theme: do.Theme, drawn: map[geo.Bounds]*image.RGBA{}}
	p.open = kit.NewButton(words.T("maps.open"), theme.FolderOpenIcon(), do.Open)
	p.open.Importance = widget.HighImportance
	p.make = kit.NewButton(words.T("maps.import.short"), theme.DownloadIcon(), do.Make)
	p.sample = kit.QuietButton(words.T("maps.sample"), theme.HomeIcon(), func() { model.OpenSample(nil) })
	head := container.NewVBox(p.open, p.make, p.sample)
	if offer, ok := model.Offer(); ok {
		p.open.Importance = widget.MediumImportance
		p.offer = newOfferBox(words, offer, func() { model.Install(Sources{}) }, do.Files, p.askNetwork)
		head.Objects = slices.Insert(head.Objects, 0, fyne.CanvasObject(p.offer.content))
	}
	// The progress and its button stay in sight while the rest is scrolled.
	p.content = container.NewBorder(p.work.content, nil, nil, nil, container.NewVScroll(container.NewVBox(container.New(headInset, head), p.body)))
	return p
}

// headInset keeps the buttons from the edges and from the scroll bar (logical pixels).
var headInset = layout.NewCustomPaddedLayout(4, 4, 4, 8)

// Card returns the record of the current report; ok is false if there is none.
func (p *Panel) Card() (card inspector.Card, ok bool) {
	r := p.model.State().Report
	if r == nil {
		return card, false
	}
	title := r.Info.Meta.Name
	if r.Failed {
		title = p.words.T("report.failed")
	}
	view := cardView{Words: p.words, Report: r, Do: cardActions{Show: p.showFind, Zoom: p.do.ShowBounds, Copy: p.do.Copy}, Lay: p.do.Lay}
	return inspector.Card{Subject: r, Version: r, Title: title, Parts: view.Parts}, true
}

// findMargin is the margin shown round a finding (metres).
const findMargin = 150

// showFind zooms to a finding and frames it.
func (p *Panel) showFind(b geo.Bounds) {
	p.do.ShowBounds(b.Pad(findMargin))
	p.do.ShowFind(b)
}

// describe shows the report of a pack in the record.
func (p *Panel) describe(which Described) {
	p.model.Describe(which)
	p.do.ShowRecord()
}

// Content returns the widgets of the panel.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Body returns the descriptions of the installed packs and the last problem.
func (p *Panel) Body() *fyne.Container { return p.body }

// Show shows a state.
func (p *Panel) Show(s State) {
	for _, b := range []*kit.Button{p.open, p.make, p.sample} {
		kit.SetEnabled(b, !s.Busy)
	}
	kit.SetVisible(p.sample, !s.IsSample)
	if p.offer != nil {
		p.offer.show(s)
	}
	p.work.show(p.words, s)
	picture := picture{s.Installed, s.Installs, s.OverlayInstalls, s.FurtherInstalls, s.Listed, s.Busy, s.Extracted, s.Problem, s.Lost, s.Refused}
	if picture == p.shown && len(p.body.Objects) > 0 {
		return
	}
	p.shown = picture
	p.body.RemoveAll()
	if s.Lost {
		p.body.Add(kit.Heading(p.words.T("maps.lost")))
	}
	if !s.Problem.Empty() {
		p.body.Add(kit.Notice(p.words, s.Problem))
		if len(s.Failed) > 0 {
			p.body.Add(kit.NewLink(p.words.T("report.failed"), func() { p.describe(DescribedFailure) }))
		}
		if s.Refused != nil {
			insist := "maps.insist.smaller"
			if s.Refused.CutOff {
				insist = "maps.insist.partial"
			}
			p.body.Add(p.button(s, p.words.T(insist), theme.WarningIcon(), p.model.Insist))
		}
	}
	if s.Extracted != (Extracted{}) {
		done := p.words.T("maps.extract.done", "file", s.Extracted.Path, "size", p.words.Bytes(s.Extracted.Size))
		p.body.Add(kit.Wrapped(done, widget.SuccessImportance))
	}
	if s.Installed {
		p.body.Add(p.description(s.Info, DescribedMap, s.HasOverlay, p.model.CloseMap))
		p.body.Add(p.openActions(s))
	}
	if s.HasOverlay {
		p.body.Add(widget.NewSeparator())
		p.body.Add(p.description(s.Overlay, DescribedBorders, true, p.model.CloseBorders))
		p.addCheck(p.body, s, s.Overlay.Name)
	}
	p.addFurther(s)
	p.addOthers(s)
	p.body.Refresh()
}

// workBox shows the progress of work, with a cancel button. It is created only once,
// because a button that is replaced with each step cannot be clicked.
type workBox struct {
	stage   *widget.Label
	known   *widget.ProgressBar
	unknown *widget.ProgressBarInfinite
	content *fyne.Container
}

func newWorkBox(words text.Catalogue, cancel func()) *workBox {
	b := &workBox{stage: widget.NewLabel(""), known: widget.NewProgressBar(), unknown: widget.NewProgressBarInfinite()}
	b.stage.Wrapping = fyne.TextWrapWord
	b.unknown.Stop()
	stop := kit.IconButton(theme.CancelIcon(), words.T("dialog.cancel"), cancel)
	b.content = container.NewVBox(b.stage, container.NewBorder(nil, nil, nil, stop, container.NewStack(b.known, b.unknown)))
	b.content.Hide()
	return b
}

func (b *workBox) show(words text.Catalogue, s State) {
	kit.SetVisible(b.content, s.Busy)
	b.stage.SetText(stageText(words, s.Progress))
	kit.SetVisible(b.known, s.Busy && s.Progress.Total > 0)
	kit.SetVisible(b.unknown, s.Busy && s.Progress.Total == 0)
	if s.Progress.Total > 0 {
		b.known.SetValue(float64(s.Progress.Done) / float64(s.Progress.Total))
	}
	if b.unknown.Visible() {
		b.unknown.Start()
	} else {
		b.unknown.Stop()
	}
}

// description returns the description of a pack, with a link to its report and, if closes,
// a button that closes the pack.
func (p *Panel) description(info engine.Info, which Described, closes bool, closeIt func()) fyne.CanvasObject {
	w, m := p.words, info.Meta
	name := m.Name
	if r, ok := p.model.State().Open(); ok && which == DescribedMap {
		name = r.TitleIn(w.Language)
	}
	var title fyne.CanvasObject = kit.Heading(name)
	if closes {
		tip := w.T("tip.close_map")
		if which == DescribedBorders {
			tip = w.T("tip.close_borders")
		}
		title = kit.Closable(title, tip, closeIt)
	}
	head := container.NewVBox(title)
	if summary := Summary(w, info); summary != "" {
		head.Add(p.summary(summary, func() { p.model.Describe(which) }))
	}
	rows := [][2]string{{w.T("maps.source"), w.Source(m.Source)}}
	if !m.SourceTime.IsZero() {
		rows = append(rows, [2]string{w.T("maps.date"), w.Day(m.SourceTime)})
	}
	rows = append(rows, [2]string{w.T("maps.size"), w.Bytes(info.Size)})
	if info.Links > 0 {
		rows = append(rows, [2]string{w.T("maps.junctions"), w.Count(info.Nodes)}, [2]string{w.T("maps.links"), w.Count(info.Links)})
	}
	box := container.NewVBox(p.withSmallMap(m.Bounds, head), kit.Facts(rows...))
	if few := FewWards(w, info); few != "" {
		box.Add(kit.Wrapped(few, widget.WarningImportance))
	}
	if len(m.Licences) > 0 {
		box.Add(p.licence(m.Licences))
	}
	return box
}
