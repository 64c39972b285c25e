// SPDX-License-Identifier: MIT

package export

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/sites"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/thematic"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// Err is wrapped by errors about invalid Options.
var Err = errors.New("the picture cannot be exported")

// MaxSide is the greatest width and height of an exported picture (pixels). It is
// more than an A0 sheet has at 300 dots per inch.
const MaxSide = 16384

// Options describe the content and the look of an exported picture.
type Options struct {
	Source tile.Source // nil for an empty map
	Theme  style.Theme
	Fonts  *style.Fonts

	// View is the part of the Earth in the picture. A picture of another shape
	// shows more at its sides or above and below. Width, Height and Scale of View
	// determine the part of the Earth, not the size of the picture.
	View view.Viewport
	// Width and Height are the size of the picture (pixels), 1…MaxSide.
	Width, Height int
	// Scale is the number of pixels in a logical pixel, which determines the size
	// of letters and lines. 0 scales them with the size of the picture relative
	// to View.
	Scale float64
	// DotsPerInch is the print resolution; 0 leaves it open.
	DotsPerInch float64

	// Title and Subtitle are written at the upper left; "" leaves them out.
	Title, Subtitle string

	Overlays []overlay.Overlay
	// Legend explains samples; an empty one leaves the legend out. Rows of
	// borders and of selected units that are not visible in the picture are left
	// out.
	Legend []LegendRow
	// Colours explain the colours of areas; they come after the other rows of the legend.
	Colours []LegendColour
	// Symbol returns the name of a kind of points of interest. If it is given, the legend explains
	// the icons that are on the picture, the most frequent ones first, as far as there is room.
	Symbol func(basemap.Kind) string
	// LegendRoute is the colour of routes in the legend; the zero colour is that of Theme.
	LegendRoute color.RGBA
	// Scales explain colours; they are the lower part of the legend.
	Scales []Scale
	// Notes are written on top of the picture, each on its own plate.
	Notes []Note
	// North is the letter of an arrow to the north at the upper right; "" leaves it out.
	North string
	// ScaleBar adds a scale bar.
	ScaleBar bool
	// Licence names the owners of the data in the picture; "" means OSMLicence.
	// It is part of every picture.
	Licence string

	// OnProgress is called with the number of steps done and of all steps; it may
	// be nil.
	OnProgress func(done, total int)
}

// LegendRow is a sample and its meaning.
type LegendRow struct {
	Sample Sample
	Text   string
}

// LegendColour is a row of the legend that explains a colour, or a heading of such rows.
type LegendColour struct {
	Colour  color.NRGBA
	Text    string
	Heading bool // there is no colour
}

// OSMLicence is the attribution that the licence of OpenStreetMap requires.
const OSMLicence = "© OpenStreetMap contributors"

// exporter draws one picture. It is not safe for concurrent use.
type exporter struct {
	Options
	ctx     context.Context
	view    view.Viewport // of the whole picture
	origin  raster.Vec    // world pixel of its upper left corner
	layouts *label.Layouter
	painter *tile.Painter
	panels  []panel
	labels  []label.Laid
	symbols []basemap.Kind // that the legend explains
	// unitNames, ownNames and the names of sites are written among the labels, not with the overlays.
	unitNames []borders.UnitNames
	sites     []*sites.Overlay
	ownNames  []*thematic.Names // of the user's layers
	own       []label.Laid      // those that are written

	done, total int
}

func newExporter(ctx context.Context, o Options) (*exporter, error) {
	switch {
	case o.Width < 1 || o.Height < 1 || o.Width > MaxSide || o.Height > MaxSide:
		return nil, fmt.Errorf("%w: its size of %d × %d pixels is not within 1…%d",
			Err, o.Width, o.Height, MaxSide)
	case o.View.Width < 1 || o.View.Height < 1:
		return nil, fmt.Errorf("%w: the view has no size", Err)
	case o.Fonts == nil:
		return nil, fmt.Errorf("%w: no fonts are given", Err)
	case o.Scale < 0 || o.Scale > maxExportScale || math.IsNaN(o.Scale):
		return nil, fmt.Errorf("%w: its scale of %v is not within 0…%v", Err, o.Scale, maxExportScale)
	}
	if o.Licence == "" {
		o.Licence = OSMLicence
	}
	e := &exporter{Options: o, ctx: ctx, view: o.frame()}
	e.origin.X, e.origin.Y = e.view.Origin()
	e.layouts = label.NewLayouter(&e.Theme, o.Fonts)
	e.painter = tile.NewPainter(&e.Theme, o.Fonts)
	e.takeUnits()
	e.Legend = e.explained()
	e.panels = e.furnish()
	return e, nil
}

// maxExportScale limits the size of letters and lines.
const maxExportScale = 16.0

// frame returns the view of the whole picture.
func (o *Options) frame() view.Viewport {
	v := o.View.Clamp()
	grow := min(float64(o.Width)/float64(v.Width), float64(o.Height)/float64(v.Height))
	size := v.WorldSize() * grow
	scale := o.Scale
	if scale == 0 {
		scale = min(v.DeviceScale()*grow, maxExportScale)
	}
	scale = view.DensityOf(scale).Scale()
	return view.Viewport{
		Center: v.Center, Zoom: math.Log2(size / (256 * scale)), Width: o.Width, Height: o.Height, Scale: scale,
	}
}

// stopped reports whether the work was cancelled.
func (e *exporter) stopped() bool { return e.ctx.Err() != nil }

// step counts one completed step.
func (e *exporter) step() {
	e.done++
	if e.OnProgress != nil {
		e.OnProgress(e.done, e.total)
	}
}

// squares returns the number of tile-sized squares that cover a length (pixels).
func squares(pixels int) int { return (pixels + view.TileSize - 1) / view.TileSize }

// take passes a feature to the painter until the work is cancelled.
func (e *exporter) take(f basemap.Feature) bool {
	e.painter.Gather(f)
	return !e.stopped()
}

// gather reads the features of a part of the picture into the painter.
func (e *exporter) gather(part image.Rectangle) error {
	margin := e.painter.Aim(e.view, part.Min.X, part.Min.Y)
	if e.Source == nil {
		return nil
	}
	if err := e.Source.Visit(view.DataZoom(e.view.Zoom), e.view.GeoBox(part, margin), e.take); err != nil {
		return err
	}
	return e.ctx.Err()
}

// gatherGround reads the ground of a part of the picture, enlarged by reach
// pixels, into the painter. gather must have aimed the painter.
func (e *exporter) gatherGround(part image.Rectangle, reach float64) error {
	err := e.painter.GatherGround(e.Source, func(margin float64) geo.FixedBounds { return e.view.GeoBox(part, margin+reach) })
	if err != nil {
		return err
	}
	return e.ctx.Err()
}

// square returns the tile-sized square with the corner (left, top).
func square(left, top int) image.Rectangle {
	return image.Rect(left, top, left+view.TileSize, top+view.TileSize)
}
