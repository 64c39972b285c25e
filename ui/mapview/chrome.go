package mapview

import (
	"image"
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

// Chrome is what lies on the map: the legend, the buttons, the scale bar
// and the notice of where the map comes from, which must always be seen.
type Chrome struct {
	words   text.Catalogue
	legend  *fyne.Container
	samples []export.Sample // that the legend explains, shown or hidden
	foot    *fyne.Container // legend, scale bar and notice
	scale   *ScaleBar
	buttons fyne.CanvasObject
	measure *kit.Button
	notice  *fyne.Container
	notices []string
	content *fyne.Container
}

// NewChrome returns what lies on a map drawn in a theme. The functions are called
// by its buttons.
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

// SetNotices shows whose data the map shows.
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

// Notices returns whose data the map shows.
func (c *Chrome) Notices() []string { return c.notices }

// noticeLetters is how long a line of a notice may be: as wide as the narrowest
// map.
const noticeLetters = 34

// ShowMeasuring marks the button of the tool that is in use.
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

// footLayout puts legend, scale bar and notice at the foot of the map: side by
// side where there is room, one above the other where there is not.
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

// places returns where legend, scale bar and notice lie.
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

// Part is a rectangle of the map, in logical pixels.
type Part struct {
	at   fyne.Position
	size fyne.Size
}

// covers returns the parts of a map of a size on which something lies, told from
// what there is and not from where it lies now: the toolkit lays it out later.
func (c *Chrome) covers(size fyne.Size) []Part {
	buttons := c.buttons.MinSize()
	parts := []Part{{fyne.NewPos(size.Width-buttons.Width, 0), buttons}}
	foot := fyne.NewSize(size.Width, c.foot.MinSize().Height)
	for i, at := range (footLayout{}).places(c.foot.Objects, foot) {
		if o := c.foot.Objects[i]; o.Visible() {
			parts = append(parts, Part{at.AddXY(0, size.Height-foot.Height), o.MinSize()})
		}
	}
	return parts
}

// LegendText names the sample in the words of the legend.
func LegendText(words text.Catalogue, s export.Sample) string {
	switch s {
	case export.SampleRaw:
		return words.T("legend.raw")
	case export.SampleMatched:
		return words.T("legend.snapped")
	case export.SampleInferred:
		return words.T("legend.inferred")
	case export.SampleOffRoad:
		return words.T("legend.off_road")
	case export.SampleWarning:
		return words.T("legend.warning")
	default:
		return words.T("legend.selected")
	}
}

// swatchSize is the size of a sample in the legend, in logical pixels.
var swatchSize = fyne.NewSize(34, 16)

// SetLegend explains the samples that the map shows; none hides the legend.
func (c *Chrome) SetLegend(t style.Theme, samples []export.Sample) {
	if len(samples) > 0 && !slices.Equal(samples, c.samples) {
		c.samples = samples
		c.legend.Objects = []fyne.CanvasObject{kit.Plate(c.legendRows(t, samples))}
		c.legend.Refresh()
	}
	if show := len(samples) > 0; show != c.legend.Visible() {
		kit.SetVisible(c.legend, show)
	}
	c.layFoot()
}

// legendRows are the samples, each with its name.
func (c *Chrome) legendRows(t style.Theme, samples []export.Sample) fyne.CanvasObject {
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

// layFoot gives the foot the room that it needs now. Left to the toolkit, which
// finds out while it paints, it would cost a second painting of the whole window.
func (c *Chrome) layFoot() {
	c.content.Layout.Layout(c.content.Objects, c.content.Size())
	c.foot.Layout.Layout(c.foot.Objects, c.foot.Size())
}
