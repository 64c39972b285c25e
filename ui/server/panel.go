// SPDX-License-Identifier: MIT

package server

import (
	"net/url"
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Panel shows the switch of the local API server, its address, traffic and keys.
type Panel struct {
	words    text.Catalogue
	model    *Model
	onOff    *kit.Button
	Address  *kit.KeyEntry
	Count    *kit.Value // number of requests
	last     *kit.Value // last request
	duration *kit.Value // of most requests
	chart    *chart
	intro    *widget.Label
	problem  *fyne.Container // the last error
	Body     *fyne.Container
	shown    State        // the part of the state that the body shows
	requests *kit.KeyList // of the open dialog; nil before the first one
	language Language     // of the last code
	copy     func(string)
	do       Dialogs
	openURL  func(*url.URL) error
	complain func(error)
	keys     func(*fyne.KeyEvent)
	Content  fyne.CanvasObject
}

// Dialogs are the dialogs that the panel opens. See files.Dialogs.
type Dialogs interface {
	Confirm(title, sentence, yes string, then func())
	Edit(title, yes string, content fyne.CanvasObject, size fyne.Size, then func() (done bool), more ...fyne.CanvasObject) *files.Editor
	Look(title string, content fyne.CanvasObject, size fyne.Size)
	Focus(o fyne.Focusable)
}

// Options are what a panel works with.
type Options struct {
	Words    text.Catalogue
	Model    *Model
	Copy     func(string) // copies to the clipboard
	Do       Dialogs
	OpenURL  func(*url.URL) error // in the browser
	Complain func(error)
	Keys     func(*fyne.KeyEvent) // called with keys that fields and lists do not use
}

// New returns a panel.
func New(o Options) *Panel {
	p := &Panel{
		words: o.Words, model: o.Model, copy: o.Copy, do: o.Do, openURL: o.OpenURL, complain: o.Complain, keys: o.Keys,
		problem: container.NewVBox(), Body: container.NewVBox(), chart: newChart(o.Words),
	}
	t := o.Words.T
	p.onOff = kit.NewButton(t("server.start"), nil, nil)
	settings := kit.IconButton(theme.SettingsIcon(), t("server.settings"), p.askSettings)
	p.Count, p.last, p.duration = kit.FactValue(""), kit.FactValue(""), kit.FactValue("")
	p.last.Wrapping, p.last.Truncation = fyne.TextWrapOff, fyne.TextTruncateEllipsis // a constant height
	p.Address = kit.NewKeyEntry(o.Keys)
	p.Address.SetText(p.model.State().Address)
	p.Address.OnChanged = p.model.SetAddress
	p.intro = kit.Wrapped(t("server.intro"), widget.LowImportance)
	form := container.NewBorder(nil, nil, widget.NewLabel(t("server.address")), nil, p.Address)
	p.Content = container.NewVScroll(container.NewPadded(container.NewVBox(
		container.NewBorder(nil, nil, nil, settings, p.onOff), form, p.problem, p.intro, p.Body)))
	return p
}

// Show shows a state of the model.
func (p *Panel) Show(s State) {
	p.showSwitch(s)
	p.showTraffic(s.Traffic)
	// Requests change often, and must not replace the buttons under the cursor.
	shown := s
	shown.Busy, shown.Traffic = false, Traffic{}
	if !s.Running {
		shown.Address = ""
	}
	if len(p.Body.Objects) > 0 && reflect.DeepEqual(shown, p.shown) {
		return
	}
	p.shown = shown
	kit.SetVisible(p.intro, !s.Running)
	p.problem.RemoveAll()
	if !s.Problem.Empty() {
		p.problem.Add(kit.Notice(p.words, s.Problem))
	}
	if s.Settings.LAN {
		p.problem.Add(kit.Wrapped(p.words.T("server.lan.warning"), widget.WarningImportance))
	}
	p.Body.RemoveAll()
	if s.Key != "" {
		p.showNewKey(s)
	}
	if s.Running {
		p.showRunning(s)
	}
	p.Body.Add(widget.NewSeparator())
	p.showKeys(s)
	p.Body.Refresh()
}

// showTraffic shows the counts and the chart, and follows the list of requests.
func (p *Panel) showTraffic(t Traffic) {
	count := p.words.Count(t.Total)
	if t.Failed > 0 {
		count = p.words.T("server.requests.failed", "n", count, "failed", p.words.Count(t.Failed))
	}
	last, duration := "–", "–"
	if len(t.Recent) > 0 {
		last = t.Recent[0].Summary()
		duration = p.words.T("server.duration.values", "half", milliseconds(p.words, t.Percentile(0.5)), "most", milliseconds(p.words, t.Percentile(0.95)))
	}
	kit.SetText(&p.Count.Label, count)
	kit.SetText(&p.last.Label, last)
	kit.SetText(&p.duration.Label, duration)
	if !reflect.DeepEqual(p.chart.seconds, t.Seconds) {
		p.chart.show(t.Seconds)
	}
	if p.requests != nil && p.requests.Visible() {
		p.requests.Refresh()
	}
}

// showRunning shows where the server is and what it does.
func (p *Panel) showRunning(s State) {
	t := p.words.T
	facts := container.New(kit.TightRows{}, kit.Fact(t("server.url"), "", kit.FactValue(s.URL())))
	for i, other := range p.model.Reachable() {
		name, about := t("server.reachable"), t("server.reachable.about")
		if i > 0 {
			name, about = "", ""
		}
		copies := kit.IconButton(theme.ContentCopyIcon(), t("server.copy_url"), func() { p.copy(other) })
		facts.Add(container.NewBorder(nil, nil, nil, copies, kit.Fact(name, about, kit.FactValue(other))))
	}
	facts.Add(kit.Fact(t("server.requests"), "", p.Count))
	facts.Add(kit.Fact(t("server.duration"), t("server.duration.about"), p.duration))
	facts.Add(kit.Fact(t("server.last"), "", p.last))
	p.Body.Add(facts)
	p.Body.Add(p.chart.Content)
	p.Body.Add(container.New(&kit.WrappedRow{},
		kit.NewButton(t("server.requests.show"), theme.ListIcon(), p.showRequests),
		kit.NewButton(t("server.code"), theme.DocumentIcon(), p.showSnippets),
		kit.NewButton(t("server.docs"), theme.HelpIcon(), p.openDocs),
		kit.NewButton(t("server.copy_url"), theme.ContentCopyIcon(), func() { p.copy(s.URL()) }),
	))
}

// openDocs opens the page on which the operations can be tried.
func (p *Panel) openDocs() {
	u, err := url.Parse(p.model.State().Base() + "/docs")
	if err == nil {
		err = p.openURL(u)
	}
	if err != nil {
		p.complain(err)
	}
}

func (p *Panel) showSwitch(s State) {
	b := p.onOff
	b.Text, b.Icon, b.Importance = p.words.T("server.start"), theme.MediaPlayIcon(), widget.HighImportance
	if s.Running {
		b.Text, b.Icon, b.Importance = p.words.T("server.stop"), theme.MediaStopIcon(), widget.MediumImportance
	}
	b.OnTapped = func() { p.model.Switch(!s.Running) }
	p.showAddress(s)
	kit.SetEnabled(b, !s.Busy)
	b.Refresh()
}

// showAddress shows the address that the server listens on. While the server is off, it
// keeps the text that the user types.
func (p *Panel) showAddress(s State) {
	if !s.Running && !s.Busy {
		p.Address.Enable()
		if s.Settings.LAN != p.shown.Settings.LAN && p.Address.Text != s.Address && !p.typing() {
			p.Address.SetText(s.Address)
		}
		return
	}
	p.Address.Disable()
	if p.Address.Text != s.Address {
		p.Address.SetText(s.Address)
	}
}

// typing reports whether the field of the address has the focus.
func (p *Panel) typing() bool {
	c := fyne.CurrentApp().Driver().CanvasForObject(p.Address)
	return c != nil && c.Focused() == p.Address
}
