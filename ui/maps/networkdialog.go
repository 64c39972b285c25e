// SPDX-License-Identifier: MIT

package maps

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

const networkWidth = 460 // of the dialog (logical pixels)

// askNetwork asks how maps are downloaded.
func (p *Panel) askNetwork() {
	t, now := p.words.T, p.model.Network()
	content := container.NewVBox()
	field := func(name, empty, about, value string) *kit.Entry {
		e := kit.NewEntry()
		e.SetText(value)
		e.SetPlaceHolder(empty)
		content.Add(kit.NewTerm(name, about))
		content.Add(e)
		return e
	}
	proxy := field(t("maps.network.proxy"), t("maps.network.proxy_empty"), t("maps.network.proxy_about"), now.Proxy)
	mirror := field(t("maps.network.mirror"), t("maps.network.mirror_empty"), t("maps.network.mirror_about"), now.Mirror)
	catalog := field(t("maps.network.catalog"), t("maps.network.catalog_empty"), t("maps.network.catalog_about"), now.Catalog)
	wrong := kit.Wrapped("", widget.DangerImportance)
	wrong.Hide()
	content.Add(wrong)
	p.do.Edit(t("maps.network"), t("dialog.save"), content, fyne.NewSize(networkWidth, 0), func() (done bool) {
		key := p.model.SetNetwork(Network{
			Proxy: strings.TrimSpace(proxy.Text), Mirror: strings.TrimSpace(mirror.Text), Catalog: strings.TrimSpace(catalog.Text),
		})
		if key != "" {
			wrong.SetText(t(key))
			wrong.Show()
		}
		return key == ""
	})
}
