// SPDX-License-Identifier: MIT

package maps

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

const extractWidth = 400 // of the dialog (logical pixels)

// askExtract asks for a province and a file, and extracts the province from the pack at path.
func (p *Panel) askExtract(path string) {
	t, provinces := p.words.T, p.model.Provinces()
	var names []string
	for _, province := range provinces {
		names = append(names, province.Name)
	}
	choice := kit.NewChoice(names)
	choice.PlaceHolder = t("maps.extract.choose")
	about := kit.Wrapped(t("maps.extract.about"), widget.MediumImportance)
	p.do.Edit(t("maps.extract"), t("maps.extract.next"), container.NewVBox(about, choice), fyne.NewSize(extractWidth, 0), func() (done bool) {
		i := choice.SelectedIndex()
		if i < 0 {
			return false
		}
		base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		p.do.SavePack("", base+"-"+provinces[i].Code, func(out string) { p.model.ExtractMap(path, provinces[i], out) })
		return true
	})
}
