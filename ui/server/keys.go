// SPDX-License-Identifier: MIT

package server

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

const keyDialogWidth = 360 // logical pixels

// showNewKey shows a key while it is in the state. The server itself stores only its hash.
func (p *Panel) showNewKey(s State) {
	w := p.words
	key := kit.NewValue(s.Key)
	key.TextStyle.Monospace, key.Wrapping = true, fyne.TextWrapBreak
	note := kit.Wrapped(w.T("server.key_once"), widget.MediumImportance)
	copyKey := kit.NewButton(w.T("server.copy_key"), theme.ContentCopyIcon(), func() { p.copy(s.Key) })
	copyKey.Importance = widget.HighImportance
	p.Body.Add(container.NewVBox(container.New(kit.TightRows{}, key, note), copyKey, widget.NewSeparator()))
}

// showKeys shows the names of all keys.
func (p *Panel) showKeys(s State) {
	w := p.words
	p.Body.Add(kit.Heading(w.T("server.keys")))
	if len(s.Keys) == 0 {
		p.Body.Add(kit.Wrapped(w.T("server.keys.none"), widget.LowImportance))
	}
	rows := container.New(kit.TightRows{})
	for _, key := range s.Keys {
		name := widget.NewLabel(key.Name)
		name.Truncation = fyne.TextTruncateEllipsis
		remove := kit.IconButton(theme.DeleteIcon(), w.T("server.key.revoke"), func() { p.askRevoke(key) })
		remove.Importance = widget.LowImportance
		rows.Add(container.NewBorder(nil, nil, nil, container.NewHBox(kit.Caption(w.Day(key.Created)), remove), name))
	}
	p.Body.Add(rows)
	p.Body.Add(kit.NewButton(w.T("server.new_key"), theme.ContentAddIcon(), p.askNewKey))
}

// askNewKey asks for the name of a new key.
func (p *Panel) askNewKey() {
	t := p.words.T
	name := kit.NewEntry()
	name.SetPlaceHolder(t("server.key.name_example"))
	wrong := kit.Wrapped(t("server.key.wrong_name"), widget.DangerImportance)
	wrong.Hide()
	content := container.NewVBox(kit.NewTerm(t("server.key.name"), t("server.key.name_about")), name, wrong)
	editor := p.do.Edit(t("server.new_key"), t("server.key.make"), content, fyne.NewSize(keyDialogWidth, 0), func() (done bool) {
		return p.makeKey(name.Text, wrong)
	})
	name.OnSubmitted = func(string) {
		if p.makeKey(name.Text, wrong) {
			editor.Hide()
		}
	}
	p.do.Focus(name)
}

// makeKey makes a key unless its name is empty or in use, and shows wrong then.
func (p *Panel) makeKey(name string, wrong *widget.Label) (done bool) {
	name = strings.TrimSpace(name)
	for _, key := range p.model.State().Keys {
		if key.Name == name {
			name = ""
		}
	}
	if name == "" || len([]rune(name)) > maxKeyName {
		wrong.Show()
		return false
	}
	p.model.NewKey(name)
	return true
}

// maxKeyName is the greatest length of a key's name (letters).
const maxKeyName = 40

// askRevoke revokes a key after confirmation, because clients with it stop working.
func (p *Panel) askRevoke(key Key) {
	t := p.words.T
	p.do.Confirm(t("server.key.revoke"), t("server.key.revoke.warning", "name", key.Name), t("server.key.revoke.yes"), func() { p.model.RevokeKey(key.ID) })
}
