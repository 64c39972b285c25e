// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// submenu returns a menu item with a submenu.
func submenu(label string, items ...*fyne.MenuItem) *fyne.MenuItem {
	i := fyne.NewMenuItem(label, nil)
	i.ChildMenu = fyne.NewMenu("", items...)
	return i
}

// choice returns a menu item that is checked if it is the chosen one.
func choice(label string, chosen bool, choose func()) *fyne.MenuItem {
	i := fyne.NewMenuItem(label, choose)
	i.Checked = chosen
	return i
}

// languageItem returns the submenu of languages.
func languageItem(words text.Catalogue, set func(language string)) *fyne.MenuItem {
	i := submenu(words.T("menu.language"))
	for _, l := range text.Languages {
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice(l.Name, l.Tag == words.Language, func() { set(l.Tag) }))
	}
	return i
}

// themeItem returns the submenu of colour themes.
func themeItem(words text.Catalogue, chosen kit.ThemeChoice, set func(kit.ThemeChoice)) *fyne.MenuItem {
	offer := func(label string, c kit.ThemeChoice) *fyne.MenuItem {
		return choice(words.T(label), c == chosen, func() { set(c) })
	}
	return submenu(words.T("menu.theme"),
		offer("theme.system", kit.ThemeSystem), offer("theme.light", kit.ThemeLight), offer("theme.dark", kit.ThemeDark))
}

// textSizeItem returns the submenu of sizes of texts (percent).
func textSizeItem(words text.Catalogue, chosen int, set func(percent int)) *fyne.MenuItem {
	i := submenu(words.T("menu.text_size"))
	for _, percent := range kit.TextSizes {
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice(words.T("timeline.percent", "n", percent), percent == chosen, func() { set(percent) }))
	}
	return i
}

// coordinateItems returns the menu items for the forms of coordinates.
func coordinateItems(words text.Catalogue, chosen text.Coordinator, set func(text.Coordinator)) (items []*fyne.MenuItem) {
	for _, f := range text.CoordinateForms {
		items = append(items, choice(words.T(f.Name), f.Form == chosen.Form, func() {
			other := chosen
			other.Form = f.Form
			set(other)
		}))
	}
	return append(items, fyne.NewMenuItemSeparator(), meridianItem(words, chosen, set))
}

// meridianItem returns the submenu of VN-2000 grids. Choosing a grid also switches the
// form to VN-2000.
func meridianItem(words text.Catalogue, chosen text.Coordinator, set func(text.Coordinator)) *fyne.MenuItem {
	offer := func(label string, zones text.Zones, meridian float64) *fyne.MenuItem {
		c := chosen
		c.Form, c.Zones, c.Meridian = text.FormVN2000, zones, meridian
		return choice(label, zones == chosen.Zones && meridian == chosen.Meridian, func() { set(c) })
	}
	i := submenu(words.T("coordinates.meridian"),
		offer(words.T("coordinates.meridian_province"), text.ZonesOfProvinces, 0),
		offer(words.T("coordinates.meridian_national"), text.ZonesNational, 0),
		offer(words.T("coordinates.meridian_wide"), text.ZonesWide, 0),
		fyne.NewMenuItemSeparator())
	for _, m := range geo.VN2000Meridians() {
		i.ChildMenu.Items = append(i.ChildMenu.Items, offer(text.MeridianText(m), text.ZonesOfProvinces, m))
	}
	return i
}

// recentItem returns the submenu of recent files, disabled if there are none.
func recentItem(words text.Catalogue, recent []string, open func(paths ...string), forget func()) *fyne.MenuItem {
	i := submenu(words.T("menu.recent"))
	for _, path := range recent {
		i.ChildMenu.Items = append(i.ChildMenu.Items, fyne.NewMenuItem(path, func() { open(path) }))
	}
	if i.Disabled = len(recent) == 0; !i.Disabled {
		i.ChildMenu.Items = append(i.ChildMenu.Items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem(words.T("menu.forget_recent"), forget))
	}
	return i
}
