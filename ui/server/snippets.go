// SPDX-License-Identifier: MIT

package server

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

const (
	snippetWidth  = 640 // of the dialog (logical pixels)
	snippetHeight = 430
)

// showSnippets shows programs that use the server, in a dialog.
func (p *Panel) showSnippets() {
	code := kit.NewValue("")
	code.TextStyle.Monospace, code.Wrapping = true, fyne.TextWrapOff
	language := kit.NewChoice(Languages)
	language.OnChanged = func(string) { code.SetText(p.model.Snippet(Language(language.SelectedIndex()))) }
	language.SetSelectedIndex(int(p.language))
	note := kit.Wrapped(p.words.T("server.code.note"), widget.LowImportance)
	content := container.NewBorder(container.NewVBox(language, note), nil, nil, nil, container.NewScroll(code))
	p.do.Edit(p.words.T("server.code"), p.words.T("server.code.copy"), content, fyne.NewSize(snippetWidth, snippetHeight), func() bool {
		p.language = Language(language.SelectedIndex())
		p.copy(code.Text)
		return true
	})
}
