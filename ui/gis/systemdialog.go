// SPDX-License-Identifier: MIT

package gis

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/layer"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// systemWidth is that of the dialog of coordinate systems (logical pixels).
const systemWidth = 520

// askSystem asks for the coordinate system of a layer. off says that no position is on Earth in
// the present one; nil means that the file declares none.
func (p *Panel) askSystem(id int, off *layer.SystemError) {
	i := p.model.State().ByID(id)
	if i == nil {
		return
	}
	t := p.words.T
	systems := p.words.Systems(p.model.o.Table)
	about := kit.Wrapped(t("gis.system.none", "name", i.Name), widget.MediumImportance)
	if off != nil {
		systems = likelyFirst(systems, off)
		about.Importance = widget.WarningImportance
		about.SetText(p.projected(i.Name, off))
	}
	choice := kit.NewChoice(titlesOf(systems))
	choice.SetSelectedIndex(0)
	box := p.do.Dialogs.Edit(t("gis.system"), t("gis.system.use"), container.NewVBox(about, choice), fyne.NewSize(systemWidth, 0), func() bool {
		p.model.SetSystem(id, systems[max(choice.SelectedIndex(), 0)].Name)
		return true
	})
	box.Resize(fyne.NewSize(systemWidth, 0)) // the sentence takes fewer lines than at its least width
}

// projected says that the coordinates of a layer look projected.
func (p *Panel) projected(name string, off *layer.SystemError) string {
	const decimals = 1
	return p.words.T("gis.system.projected", "name", name, "x", p.words.Number(off.X, decimals), "y", p.words.Number(off.Y, decimals))
}

// likelyFirst returns systems with those first that positions off Earth may be in.
func likelyFirst(systems []text.System, off *layer.SystemError) []text.System {
	var first []text.System
	for _, likely := range off.Likely {
		name := fmt.Sprintf("EPSG:%d", likely.EPSG)
		if i := slices.IndexFunc(systems, func(s text.System) bool { return s.Name == name }); i >= 0 {
			first = append(first, systems[i])
			systems = slices.Delete(slices.Clone(systems), i, i+1)
		}
	}
	return append(first, systems...)
}

func titlesOf(systems []text.System) []string {
	titles := make([]string, len(systems))
	for i, s := range systems {
		titles[i] = s.Title
	}
	return titles
}
