package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/present"
	"roadsnap/ui/text"
)

// serverPlace is the switch of the local API server, with its address and key.
type serverPlace struct {
	words   text.Catalogue
	server  *present.Server
	onOff   *kit.Button
	address *kit.KeyEntry
	count   *widget.Label // of requests
	last    *widget.Label // request
	body    *fyne.Container
	shown   serverPicture
	copy    func(string)
	content fyne.CanvasObject
}

// serverPicture is what the body of the place was made for. Requests are not
// part of it: a server that is asked much must not make it anew under the
// cursor.
type serverPicture struct {
	running, hasKey bool
	address, key    string
	problem         text.Notice
}

func newServerPlace(words text.Catalogue, server *present.Server, copyText func(string), keys func(*fyne.KeyEvent)) *serverPlace {
	p := &serverPlace{words: words, server: server, body: container.NewVBox(), copy: copyText}
	p.onOff = kit.NewButton("", nil, nil)
	p.count, p.last = kit.FactValue(""), kit.FactValue("")
	p.address = kit.NewKeyEntry(keys)
	p.address.SetText(server.State().Address)
	p.address.OnChanged = server.SetAddress
	intro := widget.NewLabel(words.T("server.intro"))
	intro.Wrapping = fyne.TextWrapWord
	intro.Importance = widget.LowImportance
	form := container.NewBorder(nil, nil, widget.NewLabel(words.T("server.address")), nil, p.address)
	p.content = container.NewVScroll(container.NewPadded(container.NewVBox(p.onOff, form, intro, p.body)))
	return p
}

// show takes over a state.
func (p *serverPlace) show(s present.ServerState) {
	p.showSwitch(s)
	p.count.SetText(p.words.Count(s.Requests))
	p.last.SetText(kit.OrDash(s.Last))
	picture := serverPicture{s.Running, s.HasKey, s.Address, s.Key, s.Problem}
	if picture == p.shown && len(p.body.Objects) > 0 {
		return
	}
	p.shown = picture
	p.body.RemoveAll()
	if !s.Problem.Empty() {
		p.body.Add(kit.Notice(p.words, s.Problem))
	}
	if s.Running {
		p.body.Add(container.New(kit.TightRows{},
			kit.Fact(p.words.T("server.url"), kit.FactValue(s.URL())),
			kit.Fact(p.words.T("server.requests"), p.count),
			kit.Fact(p.words.T("server.last"), p.last),
		))
		p.body.Add(kit.NewButton(p.words.T("server.copy_url"), theme.ContentCopyIcon(), func() { p.copy(s.URL()) }))
	}
	p.body.Add(widget.NewSeparator())
	p.showKey(s)
	p.body.Refresh()
}

func (p *serverPlace) showSwitch(s present.ServerState) {
	if s.Running {
		p.onOff.SetText(p.words.T("server.stop"))
		p.onOff.SetIcon(theme.MediaStopIcon())
		p.onOff.Importance = widget.MediumImportance
		p.address.Disable()
	} else {
		p.onOff.SetText(p.words.T("server.start"))
		p.onOff.SetIcon(theme.MediaPlayIcon())
		p.onOff.Importance = widget.HighImportance
		p.address.Enable()
	}
	if p.address.Text != s.Address {
		p.address.SetText(s.Address)
	}
	p.onOff.OnTapped = func() { p.server.Switch(!s.Running) }
	if s.Busy {
		p.onOff.Disable()
	} else {
		p.onOff.Enable()
	}
	p.onOff.Refresh()
}

// showKey shows the key while it can be shown: only its hash is kept.
func (p *serverPlace) showKey(s present.ServerState) {
	w := p.words
	switch {
	case s.Key != "":
		key := widget.NewLabelWithStyle(s.Key, fyne.TextAlignLeading, fyne.TextStyle{Monospace: true})
		key.Wrapping = fyne.TextWrapBreak
		key.Selectable = true
		note := widget.NewLabel(w.T("server.key_once"))
		note.Wrapping = fyne.TextWrapWord
		copyKey := kit.NewButton(w.T("server.copy_key"), theme.ContentCopyIcon(), func() { p.copy(s.Key) })
		copyKey.Importance = widget.HighImportance
		p.body.Add(container.NewVBox(kit.Heading(w.T("server.key")), key, note, copyKey))
	case s.HasKey:
		note := widget.NewLabel(w.T("server.key_kept"))
		note.Wrapping = fyne.TextWrapWord
		p.body.Add(container.NewVBox(kit.Heading(w.T("server.key")), note,
			kit.NewButton(w.T("server.new_key"), theme.ViewRefreshIcon(), p.server.RenewKey)))
	}
}
