// SPDX-License-Identifier: MIT

package gis

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/choropleth"
	"roadsnap/engine/layer"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// styleForm are the choices of the style of the active layer.
type styleForm struct {
	p                             *Panel
	column, method, classes, ramp *kit.Choice
	label, system                 *kit.Choice
	columns                       []string
	systems                       []text.System
	opacity, size                 *widget.Slider
	hollow                        *kit.Check
	byColumn, ofSize, ofFile      *fyne.Container
	content                       *fyne.Container
	silent                        bool
}

// noChoice is shown for no choice. The toolkit's text is longer, and in English; its width is that of
// the field at least.
const noChoice = "–"

// mostClasses is the largest number of classes that is offered.
const mostClasses = 9

func newStyleForm(p *Panel) *styleForm {
	t := p.words.T
	f := &styleForm{p: p}
	choice := func(names []string, set func(s *Style, i int)) *kit.Choice {
		c := kit.NewChoice(names)
		c.PlaceHolder = noChoice
		c.OnChanged = func(string) {
			if i := c.SelectedIndex(); i >= 0 && !f.silent {
				p.model.SetStyle(func(s *Style) { set(s, i) })
			}
		}
		return c
	}
	f.column = choice(nil, func(s *Style, i int) { s.Column = f.columns[i] })
	methods := choropleth.Methods()
	var names, ramps, numbers []string
	for _, m := range methods {
		names = append(names, t("gis.method."+string(m)))
	}
	f.method = choice(names, func(s *Style, i int) { s.Method = methods[i] })
	for n := 2; n <= mostClasses; n++ {
		numbers = append(numbers, p.words.Count(n))
	}
	f.classes = choice(numbers, func(s *Style, i int) { s.Classes = i + 2 })
	for _, r := range choropleth.Ramps() {
		ramps = append(ramps, t("gis.ramp."+r.Name))
	}
	f.ramp = choice(ramps, func(s *Style, i int) { s.Ramp = choropleth.Ramps()[i].Name })
	slider := func(low, high, step float64, set func(s *Style, x float64)) *widget.Slider {
		s := widget.NewSlider(low, high)
		s.Step = step
		s.OnChangeEnded = func(x float64) {
			if !f.silent {
				p.model.SetStyle(func(s *Style) { set(s, x) })
			}
		}
		return s
	}
	f.opacity = slider(0.1, 1, 0.05, func(s *Style, x float64) { s.Opacity = x })
	f.size = slider(1, 20, 1, func(s *Style, x float64) { s.Size = x })
	line := func(key string, o fyne.CanvasObject) *fyne.Container {
		return container.NewBorder(nil, nil, widget.NewLabel(t(key)), nil, o)
	}
	f.label = choice(nil, func(s *Style, i int) { s.Label = f.columns[i] })
	f.systems = p.words.Systems(p.model.o.Table)
	f.system = kit.NewChoice(nil)
	f.system.PlaceHolder = noChoice
	f.system.OnChanged = func(string) {
		i, n := p.model.State().Item(), f.system.SelectedIndex()
		if f.silent || i == nil || n < 0 {
			return
		}
		name := ""
		if n > 0 {
			name = f.systems[n-1].Name
		}
		if name != i.System {
			p.model.SetSystem(i.ID, name)
		}
	}
	f.byColumn = container.NewVBox(line("gis.method", f.method), line("gis.classes", f.classes), line("gis.ramp", f.ramp))
	f.ofSize = line("gis.size", f.size)
	f.hollow = kit.NewCheck(t("gis.hollow"))
	f.hollow.OnChanged = func(on bool) {
		if !f.silent {
			p.model.SetStyle(func(s *Style) { s.Hollow = on })
		}
	}
	f.ofFile = line("gis.system", f.system)
	f.content = container.NewVBox(line("gis.column", f.column), f.byColumn, line("gis.label", f.label), line("gis.opacity", f.opacity), f.hollow, f.ofSize, f.ofFile)
	return f
}

// show shows the style of a layer.
func (f *styleForm) show(i *Item) {
	if i == nil || i.Data == nil {
		return
	}
	f.silent = true
	defer func() { f.silent = false }()
	names := []string{f.p.words.T("gis.one_colour")}
	f.columns = []string{""}
	for _, c := range i.Data.Columns {
		f.columns, names = append(f.columns, c.Name), append(names, c.Name)
	}
	if !slices.Equal(f.column.Options, names) {
		f.column.SetOptions(names)
		labels := slices.Clone(names)
		labels[0] = f.p.words.T("gis.no_label")
		f.label.SetOptions(labels)
	}
	set := func(c *kit.Choice, n int) {
		if n >= 0 && c.SelectedIndex() != n {
			c.SetSelectedIndex(n)
		}
	}
	set(f.column, max(slices.Index(f.columns, i.Style.Column), 0))
	set(f.label, max(slices.Index(f.columns, i.Style.Label), 0))
	f.showSystem(i)
	set(f.method, slices.Index(choropleth.Methods(), i.Style.Method))
	set(f.classes, i.Style.Classes-2)
	set(f.ramp, max(slices.IndexFunc(choropleth.Ramps(), func(r choropleth.Ramp) bool { return r.Name == i.Style.Ramp }), 0))
	if math.Abs(f.opacity.Value-i.Style.Opacity) > 1e-9 {
		f.opacity.SetValue(i.Style.Opacity)
	}
	if math.Abs(f.size.Value-i.Style.Size) > 1e-9 {
		f.size.SetValue(i.Style.Size)
	}
	at := i.Data.Column(i.Style.Column)
	kit.SetVisible(f.byColumn, at >= 0 && i.Data.Columns[at].Kind == layer.Number)
	f.hollow.SetChecked(i.Style.Hollow)
	kit.SetVisible(f.hollow, i.Data.Shape == layer.Areas)
	kit.SetVisible(f.ofSize, i.Data.Shape != layer.Areas || i.Style.Hollow)
}

// showSystem shows the coordinate system of a file.
func (f *styleForm) showSystem(i *Item) {
	ofFile := i.Join == nil && !i.Former
	kit.SetVisible(f.ofFile, ofFile)
	if !ofFile {
		return
	}
	declared := f.p.words.T("gis.system.declared", "name", i.Data.System)
	if i.System != "" {
		declared = f.p.words.T("maps.sources.declared")
	}
	if options := append([]string{declared}, titlesOf(f.systems)...); !slices.Equal(f.system.Options, options) {
		f.system.SetOptions(options)
	}
	now := 1 + slices.IndexFunc(f.systems, func(s text.System) bool { return s.Name == i.System })
	if f.system.SelectedIndex() != now {
		f.system.SetSelectedIndex(now)
	}
}
