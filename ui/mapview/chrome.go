// SPDX-License-Identifier: MIT

package mapview

import (
	"image"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/assets"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
)

// Chrome holds the elements on top of the map: the legend, the buttons, the scale
// bar, and the attribution of the map data, which must always be visible.
type Chrome struct {
	words   text.Catalogue
	legend  *fyne.Container
	samples []export.Sample // samples of the legend, shown or hidden
	scales  []export.Scale  // scales of the legend, shown or hidden
	route   color.RGBA      // the colour of routes in the legend
	foot    *fyne.Container // legend, scale bar and notice
	scale   *ScaleBar
	buttons fyne.CanvasObject
	measure *kit.Button
	notice  *fyne.Container
	notices []string
	content *fyne.Container
	// field returns the place of the search field on a map of a size; nil for none.
	field func(fyne.Size) (fyne.Position, fyne.Size)
}

// SetField says where on a map of a size the search field is, so that no name is written
// under it.
func (c *Chrome) SetField(place func(fyne.Size) (fyne.Position, fyne.Size)) { c.field = place }

// NewChrome returns the elements for a map drawn in a theme. Its buttons call the
// functions.
func NewChrome(words text.Catalogue, theme_ style.Theme, zoomIn, zoomOut, fit, measure func()) *Chrome {
	c := &Chrome{words: words, scale: newScaleBar(words)}
	c.legend = container.NewStack()
	ruler := theme.NewThemedResource(fyne.NewStaticResource("ruler.svg", assets.PanelIcon("ruler")))
	t := words.T
	c.measure = kit.IconButton(ruler, kit.WithKey(t("menu.measure"), "M"), measure)
	c.buttons = container.NewPadded(container.NewVBox(
		kit.IconButton(theme.ZoomInIcon(), kit.WithKey(t("menu.zoom_in"), "+"), zoomIn),
		kit.IconButton(theme.ZoomOutIcon(), kit.WithKey(t("menu.zoom_out"), "–"), zoomOut),
		kit.IconButton(theme.ZoomFitIcon(), kit.WithKey(t("menu.fit"), "Home"), fit),
		c.measure,
	))
	c.notice = container.NewVBox()
	c.foot = container.New(footLayout{}, c.legend, c.scale, c.notice)
	side := container.NewVBox(container.NewHBox(layout.NewSpacer(), c.buttons), layout.NewSpacer())
	c.content = container.NewBorder(nil, c.foot, nil, nil, side)
	c.SetLegend(theme_, nil)
	c.SetNotices([]string{export.OSMLicence})
	return c
}

// SetNotices shows the attributions of the map data.
func (c *Chrome) SetNotices(notices []string) {
	c.notices = notices
	lines := container.New(layout.NewCustomPaddedVBoxLayout(0))
	for _, n := range notices {
		for _, line := range kit.BreakLines(n, noticeLetters) {
			text := canvas.NewText(line, theme.Color(theme.ColorNameForeground))
			text.TextSize = theme.CaptionTextSize()
			lines.Add(text)
		}
	}
	c.notice.Objects = []fyne.CanvasObject{kit.Plate(lines)}
	c.notice.Refresh()
	c.layFoot()
}

// Notices returns the attributions of the map data.
func (c *Chrome) Notices() []string { return c.notices }

// noticeLetters is the greatest length of a line of an attribution, so that it
// fits the narrowest map.
const noticeLetters = 34

// ShowMeasuring highlights the button of the measuring tool while it is in use.
func (c *Chrome) ShowMeasuring(on bool) {
	importance := widget.MediumImportance
	if on {
		importance = widget.HighImportance
	}
	if c.measure.Importance != importance {
		c.measure.Importance = importance
		c.measure.Refresh()
	}
}

// footLayout arranges legend, scale bar and attribution at the bottom of the map:
// side by side if there is room, otherwise stacked.
type footLayout struct{}

// MinSize implements fyne.Layout.
func (footLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		m := o.MinSize()
		size = fyne.NewSize(max(size.Width, m.Width), size.Height+m.Height)
	}
	return size
}

// Layout implements fyne.Layout.
func (f footLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for i, at := range f.places(objects, size) {
		objects[i].Resize(objects[i].MinSize())
		objects[i].Move(at)
	}
}

// places returns the positions of legend, scale bar and attribution.
func (footLayout) places(objects []fyne.CanvasObject, size fyne.Size) [3]fyne.Position {
	l, s, n := objects[0].MinSize(), objects[1].MinSize(), objects[2].MinSize()
	notice := fyne.NewPos(size.Width-n.Width, size.Height-n.Height)
	left, bottom := size.Width-n.Width-s.Width, size.Height
	scale := fyne.NewPos(left, size.Height-s.Height)
	if left < 0 {
		left, bottom = size.Width-max(n.Width, s.Width), size.Height-n.Height
		scale = fyne.NewPos(size.Width-s.Width, bottom-s.Height)
		bottom -= s.Height
	} else {
		bottom -= max(n.Height, s.Height)
	}
	if l.Width <= left {
		bottom = size.Height
	}
	return [3]fyne.Position{fyne.NewPos(0, bottom-l.Height), scale, notice}
}

// Part is a rectangle of the map (logical pixels).
type Part struct {
	at   fyne.Position
	size fyne.Size
}

// covers returns the parts of a map of a size that the elements cover. It
// computes them from minimum sizes, because the toolkit moves the elements later.
func (c *Chrome) covers(size fyne.Size) []Part {
	buttons := c.buttons.MinSize()
	parts := []Part{{fyne.NewPos(size.Width-buttons.Width, 0), buttons}}
	if c.field != nil {
		at, field := c.field(size)
		parts = append(parts, Part{at, field})
	}
	foot := fyne.NewSize(size.Width, c.foot.MinSize().Height)
	for i, at := range (footLayout{}).places(c.foot.Objects, foot) {
		if o := c.foot.Objects[i]; o.Visible() {
			parts = append(parts, Part{at.AddXY(0, size.Height-foot.Height), o.MinSize()})
		}
	}
	return parts
}

// LegendText returns the name of a sample in the legend.
func LegendText(words text.Catalogue, s export.Sample) string {
	switch s {
	case export.SampleRaw:
		return words.T("legend.raw")
	case export.SampleRawLine:
		return words.T("legend.raw_line")
	case export.SampleConnectors:
		return words.T("legend.connectors")
	case export.SampleMatched:
		return words.T("legend.snapped")
	case export.SampleUnknown:
		return words.T("legend.unknown")
	case export.SampleInferred, export.SampleUnknownInferred:
		return words.T("legend.inferred")
	case export.SampleStop:
		return words.T("legend.stop")
	case export.SampleOffRoad:
		return words.T("legend.off_road")
	case export.SampleWarning:
		return words.T("legend.warning")
	default:
		return words.T("legend.selected")
	}
}

// swatchSize is the size of a sample in the legend (logical pixels).
var swatchSize = fyne.NewSize(34, 16)

// SetLegend explains the samples and the colours that the map shows; none hides the legend.
func (c *Chrome) SetLegend(t style.Theme, samples []export.Sample, scales ...export.Scale) {
	show := len(samples)+len(scales) > 0
	if show && !(t.Overlay.Route == c.route && slices.Equal(samples, c.samples) && slices.EqualFunc(scales, c.scales, export.Scale.Equal)) {
		c.samples, c.scales, c.route = samples, scales, t.Overlay.Route
		rows := c.legendRows(t, samples)
		for _, s := range scales {
			rows.Add(scaleRows(t, s))
		}
		c.legend.Objects = []fyne.CanvasObject{kit.Plate(rows)}
		c.legend.Refresh()
	}
	if show != c.legend.Visible() {
		kit.SetVisible(c.legend, show)
	}
	c.layFoot()
}

// scaleRows returns the title of a scale, its colours, and the values between them.
func scaleRows(t style.Theme, s export.Scale) fyne.CanvasObject {
	caption := func(line string) *canvas.Text {
		text := canvas.NewText(line, theme.Color(theme.ColorNameForeground))
		text.TextSize = theme.CaptionTextSize()
		return text
	}
	strip := canvas.NewRaster(func(w, h int) image.Image { return export.Strip(t, s.Ramp, w, h) })
	strip.SetMinSize(fyne.NewSize(float32(s.Ramp.Classes())*export.ClassWidth, export.StripHeight))
	values := container.New(boundsLayout{})
	for _, b := range s.Bounds {
		values.Add(caption(b))
	}
	return container.New(layout.NewCustomPaddedVBoxLayout(1), caption(s.Title), container.NewHBox(strip), values)
}

// boundsLayout puts each object under the border between two colours of a scale.
type boundsLayout struct{}

// MinSize implements fyne.Layout.
func (boundsLayout) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for _, o := range objects {
		size = size.Max(fyne.NewSize(0, o.MinSize().Height))
	}
	return size
}

// Layout implements fyne.Layout.
func (boundsLayout) Layout(objects []fyne.CanvasObject, _ fyne.Size) {
	for i, o := range objects {
		m := o.MinSize()
		o.Resize(m)
		o.Move(fyne.NewPos(float32(i+1)*export.ClassWidth-m.Width/2, 0))
	}
}

// legendRows returns the samples with their names.
func (c *Chrome) legendRows(t style.Theme, samples []export.Sample) *fyne.Container {
	rows := container.New(layout.NewCustomPaddedVBoxLayout(2))
	for _, s := range samples {
		swatch := canvas.NewRaster(func(w, h int) image.Image {
			return export.Swatch(t, s, w, h, float64(w)/float64(swatchSize.Width))
		})
		swatch.SetMinSize(swatchSize)
		text := canvas.NewText(LegendText(c.words, s), theme.Color(theme.ColorNameForeground))
		text.TextSize = theme.CaptionTextSize()
		rows.Add(container.NewHBox(container.NewCenter(swatch), text))
	}
	return rows
}

// layFoot lays out the bottom row now. The toolkit would do so only while
// painting, which would cost a second painting of the whole window.
func (c *Chrome) layFoot() {
	c.content.Layout.Layout(c.content.Objects, c.content.Size())
	c.foot.Layout.Layout(c.foot.Objects, c.foot.Size())
}
