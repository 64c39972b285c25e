// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/assets"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// panel is one of the panels of the window.
type panel int

const (
	panelTrips panel = iota
	panelUnits
	panelMaps
	panelServer
	panelReports
	panelLayers
	numPanels
)

// sidebarItem is a button of the sidebar and its mark, shown while it is chosen.
type sidebarItem struct {
	button       *kit.Button
	name         string
	icon, chosen fyne.Resource // plain, and in the accent colour
	mark         *fyne.Container
}

// sidebar is the column of buttons that switches between the panels.
type sidebar struct {
	items   [numPanels]sidebarItem
	folded  bool // shows only icons
	content fyne.CanvasObject

	namedWidth, iconWidth float32 // of content, not folded and folded
}

func newSidebar(words text.Catalogue, choose func(panel)) *sidebar {
	labels := [numPanels]string{words.T("panel.trips"), words.T("panel.units"), words.T("panel.maps"), words.T("panel.server"), words.T("panel.reports"), words.T("panel.layers")}
	icons := [numPanels]string{"trips", "units", "maps", "server", "reports", "layers"}
	r := &sidebar{}
	column := container.NewVBox()
	for i := range numPanels {
		icon := theme.NewThemedResource(fyne.NewStaticResource(icons[i]+".svg", assets.PanelIcon(icons[i])))
		b := kit.NewButton(labels[i], icon, func() { choose(i) })
		b.Alignment = widget.ButtonAlignLeading
		b.Importance = widget.LowImportance
		r.items[i] = sidebarItem{b, labels[i], icon, theme.NewPrimaryThemedResource(icon), sidebarMark()}
		column.Add(container.NewStack(r.items[i].mark, container.New(sidebarRoom{r}, b)))
	}
	r.content = container.NewPadded(column)
	r.namedWidth = r.content.MinSize().Width
	r.fold(true)
	r.iconWidth = r.content.MinSize().Width
	r.fold(false)
	return r
}

// sidebarRoom lays out a button with room behind its name, which the mark covers too.
type sidebarRoom struct{ of *sidebar }

// width returns the width of the room.
func (l sidebarRoom) width() float32 {
	if l.of.folded {
		return 0
	}
	return theme.Padding()
}

// MinSize implements fyne.Layout.
func (l sidebarRoom) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(l.width(), 0)
}

// Layout implements fyne.Layout.
func (l sidebarRoom) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size.SubtractWidthHeight(l.width(), 0))
}

// sidebarMark returns a tinted background with a bar in the accent colour at its left.
func sidebarMark() *fyne.Container {
	ground := canvas.NewRectangle(theme.Color(theme.ColorNameSelection))
	ground.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	bar := canvas.NewRectangle(theme.Color(theme.ColorNamePrimary))
	bar.SetMinSize(fyne.NewSize(3, 0))
	return container.NewStack(ground, container.NewBorder(nil, nil, bar, nil))
}

// mark marks the button of the chosen panel.
func (r *sidebar) mark(chosen panel) {
	for i, item := range r.items {
		if panel(i) == chosen {
			item.mark.Show()
			item.button.SetIcon(item.chosen)
		} else {
			item.mark.Hide()
			item.button.SetIcon(item.icon)
		}
	}
}

// fold hides the names of the buttons, or shows them again.
func (r *sidebar) fold(folded bool) {
	if r.folded == folded {
		return
	}
	r.folded = folded
	for _, item := range r.items {
		name := item.name
		if folded {
			name = ""
		}
		item.button.SetText(name)
	}
}
