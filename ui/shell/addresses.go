// SPDX-License-Identifier: MIT

package shell

import (
	"roadsnap/ui/addresses"
	"roadsnap/ui/text"
)

// furnishAddresses creates the page on which addresses are converted.
func (w *Window) furnishAddresses() {
	o := w.o
	w.addresses = addresses.NewModel(addresses.Options{Jobs: o.Jobs, Table: o.Units.Table(), Atlas: o.Atlas, Streets: o.Streets, Books: o.Books})
	w.addressDesk = addresses.NewDesk(addresses.DeskOptions{
		Model: w.addresses, Window: w.window, Words: func() text.Catalogue { return w.words }, Dialogs: w.files,
		Pasted: o.App.Clipboard().Content, Copy: w.clipboard.copy,
	})
	w.addresses.OnChange(w.addressDesk.Changed)
}

// askAddresses shows the page on which addresses are converted.
func (w *Window) askAddresses() { w.addressDesk.Ask() }
