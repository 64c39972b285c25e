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

// place is one of the four places of the window.
type place int

const (
	placeTrips place = iota
	placeUnits
	placeMaps
	placeServer
	numPlaces
)

// railItem is a button of the rail with what marks it as chosen.
type railItem struct {
	button       *kit.Button
	name         string
	icon, chosen fyne.Resource // its picture, plain and in the accent's colour
	mark         *fyne.Container
}

// rail is the column of buttons that switches between the places.
type rail struct {
	items   [numPlaces]railItem
	folded  bool // to icons alone
	content fyne.CanvasObject
}

func newRail(words text.Catalogue, choose func(place)) *rail {
	labels := [numPlaces]string{words.T("place.trips"), words.T("place.units"), words.T("place.maps"), words.T("place.server")}
	icons := [numPlaces]string{"trips", "units", "maps", "server"}
	r := &rail{}
	column := container.NewVBox()
	for i := range numPlaces {
		icon := theme.NewThemedResource(fyne.NewStaticResource(icons[i]+".svg", assets.PlaceIcon(icons[i])))
		b := kit.NewButton(labels[i], icon, func() { choose(i) })
		b.Alignment = widget.ButtonAlignLeading
		b.Importance = widget.LowImportance
		r.items[i] = railItem{b, labels[i], icon, theme.NewPrimaryThemedResource(icon), railMark()}
		column.Add(container.NewStack(r.items[i].mark, b))
	}
	r.content = container.NewPadded(column)
	return r
}

// railMark is a tinted ground with a bar of the accent's colour at its left.
func railMark() *fyne.Container {
	ground := canvas.NewRectangle(theme.Color(theme.ColorNameSelection))
	ground.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	bar := canvas.NewRectangle(theme.Color(theme.ColorNamePrimary))
	bar.SetMinSize(fyne.NewSize(3, 0))
	return container.NewStack(ground, container.NewBorder(nil, nil, bar, nil))
}

// mark shows which place is chosen.
func (r *rail) mark(chosen place) {
	for i, item := range r.items {
		if place(i) == chosen {
			item.mark.Show()
			item.button.SetIcon(item.chosen)
		} else {
			item.mark.Hide()
			item.button.SetIcon(item.icon)
		}
	}
}

// fold leaves the icons alone of the buttons, or brings their names back.
func (r *rail) fold(folded bool) {
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
