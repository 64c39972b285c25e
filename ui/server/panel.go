// SPDX-License-Identifier: MIT

package server

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Panel shows the switch of the local API server, with its address and key.
type Panel struct {
	words   text.Catalogue
	model   *Model
	onOff   *kit.Button
	Address *kit.KeyEntry
	Count   *widget.Label   // number of requests
	last    *widget.Label   // last request
	problem *fyne.Container // the last error
	Body    *fyne.Container
	shown   State // the part of the state that the body shows
	copy    func(string)
	ask     Ask
	Content fyne.CanvasObject
}

// Ask shows a confirmation dialog and calls then if the user confirms. yes is the text of
// the confirm button.
type Ask func(title, sentence, yes string, then func())

// New returns the panel of model. copyText copies text to the clipboard; keys is called
// with keys that the address field does not use.
func New(words text.Catalogue, model *Model, copyText func(string), ask Ask, keys func(*fyne.KeyEvent)) *Panel {
	p := &Panel{words: words, model: model, problem: container.NewVBox(), Body: container.NewVBox(), copy: copyText, ask: ask}
	p.onOff = kit.NewButton(words.T("server.start"), nil, nil)
	p.Count, p.last = kit.FactValue(""), kit.FactValue("")
	p.Address = kit.NewKeyEntry(keys)
	p.Address.SetText(model.State().Address)
	p.Address.OnChanged = model.SetAddress
	intro := kit.Wrapped(words.T("server.intro"), widget.LowImportance)
	form := container.NewBorder(nil, nil, widget.NewLabel(words.T("server.address")), nil, p.Address)
	p.Content = container.NewVScroll(container.NewPadded(container.NewVBox(p.onOff, form, p.problem, intro, p.Body)))
	return p
}

// Show shows a state of the model.
func (p *Panel) Show(s State) {
	p.showSwitch(s)
	p.Count.SetText(p.words.Count(s.Requests))
	p.last.SetText(cmp.Or(s.Last, "–"))
	// Requests change often, and must not replace the buttons under the cursor.
	shown := State{Running: s.Running, Key: s.Key, HasKey: s.HasKey, Problem: s.Problem}
	if s.Running {
		shown.Address = s.Address
	}
	if shown == p.shown && len(p.Body.Objects) > 0 {
		return
	}
	p.shown = shown
	p.problem.RemoveAll()
	if !s.Problem.Empty() {
		p.problem.Add(kit.Notice(p.words, s.Problem))
	}
	p.Body.RemoveAll()
	if s.Running {
		p.Body.Add(container.New(kit.TightRows{},
			kit.Fact(p.words.T("server.url"), "", kit.FactValue(s.URL())),
			kit.Fact(p.words.T("server.requests"), "", p.Count),
			kit.Fact(p.words.T("server.last"), "", p.last),
		))
		p.Body.Add(kit.NewButton(p.words.T("server.copy_url"), theme.ContentCopyIcon(), func() { p.copy(s.URL()) }))
	}
	p.Body.Add(widget.NewSeparator())
	p.showKey(s)
	p.Body.Refresh()
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
		return
	}
	p.Address.Disable()
	if p.Address.Text != s.Address {
		p.Address.SetText(s.Address)
	}
}

// showKey shows the key while it is in the state. The server itself stores only its hash.
func (p *Panel) showKey(s State) {
	w := p.words
	switch {
	case s.Key != "":
		key := widget.NewLabelWithStyle(s.Key, fyne.TextAlignLeading, fyne.TextStyle{Monospace: true})
		key.Wrapping = fyne.TextWrapBreak
		key.Selectable = true
		note := kit.Wrapped(w.T("server.key_once"), widget.MediumImportance)
		copyKey := kit.NewButton(w.T("server.copy_key"), theme.ContentCopyIcon(), func() { p.copy(s.Key) })
		copyKey.Importance = widget.HighImportance
		p.Body.Add(container.NewVBox(kit.Heading(w.T("server.key")), key, note, copyKey))
	case s.HasKey:
		note := kit.Wrapped(w.T("server.key_kept"), widget.MediumImportance)
		p.Body.Add(container.NewVBox(kit.Heading(w.T("server.key")), note,
			kit.NewButton(w.T("server.new_key"), theme.ViewRefreshIcon(), p.askNewKey)))
	}
}

// askNewKey replaces the key after confirmation, because clients with the old key stop
// working.
func (p *Panel) askNewKey() {
	p.ask(p.words.T("server.new_key"), p.words.T("server.replace_key.warning"), p.words.T("server.replace_key"), p.model.RenewKey)
}
