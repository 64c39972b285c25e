package export

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
)

// Err is wrapped by the errors about Options that cannot be met.
var Err = errors.New("the picture cannot be exported")

// MaxSide is the greatest width and height of an exported picture in
// pixels: more than an A0 sheet has at 300 dots per inch.
const MaxSide = 16384

// Options say what an exported picture shows and how.
type Options struct {
	Source tile.Source // nil for an empty map
	Theme  style.Theme
	Fonts  *style.Fonts

	// View is what the picture shows: all of it, and more next to or above it if
	// the picture is of another shape. Its Width, Height and Scale say how much
	// of the Earth that is, not how large the picture is.
	View view.Viewport
	// Width and Height are the size of the picture in pixels, 1…MaxSide.
	Width, Height int
	// Scale is the number of pixels in a logical one: how large letters and
	// lines are. 0 lets them grow as much as the picture is larger than View.
	Scale float64
	// DotsPerInch is how densely the picture is to be printed; 0 does not say.
	DotsPerInch float64

	Overlays []overlay.Overlay
	// Legend explains samples in words; none leaves the legend out. Rows of borders
	// and of selected units that the picture does not show are left out.
	Legend []LegendRow
	// Notes are written over everything, on plates of their own.
	Notes []Note
	// ScaleBar adds a bar of a round length on the ground.
	ScaleBar bool
	// Licence names whose data the picture shows; "" means OSMLicence. It is
	// part of every picture.
	Licence string

	// OnProgress is called with how many of how many steps are done; it may be nil.
	OnProgress func(done, total int)
}

// LegendRow is a sample and what it means.
type LegendRow struct {
	Sample Sample
	Text   string
}

// OSMLicence is the line that the licence of OpenStreetMap's data asks for.
const OSMLicence = "© OpenStreetMap contributors"

// exporter draws one picture. It is used by one goroutine.
type exporter struct {
	Options
	ctx     context.Context
	view    view.Viewport // of the whole picture
	origin  raster.Vec    // world pixel of its upper left corner
	layouts *label.Layouter
	painter *tile.Painter
	panels  []panel
	labels  []label.Laid
	// unitNames are written among the labels, not with the overlays.
	unitNames []borders.UnitNames

	done, total int
}

func newExporter(ctx context.Context, o Options) (*exporter, error) {
	switch {
	case o.Width < 1 || o.Height < 1 || o.Width > MaxSide || o.Height > MaxSide:
		return nil, fmt.Errorf("mapdraw: export: %w: its size of %d × %d pixels is not within 1…%d",
			Err, o.Width, o.Height, MaxSide)
	case o.View.Width < 1 || o.View.Height < 1:
		return nil, fmt.Errorf("mapdraw: export: %w: the view has no size", Err)
	case o.Fonts == nil:
		return nil, fmt.Errorf("mapdraw: export: %w: there are no fonts", Err)
	case o.Scale < 0 || o.Scale > maxExportScale || math.IsNaN(o.Scale):
		return nil, fmt.Errorf("mapdraw: export: %w: its scale of %v is not within 0…%v", Err, o.Scale, maxExportScale)
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

// maxExportScale keeps one letter from filling the picture.
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

// stopped reports whether the work was called off.
func (e *exporter) stopped() bool { return e.ctx.Err() != nil }

// step counts one of the steps of the work.
func (e *exporter) step() {
	e.done++
	if e.OnProgress != nil {
		e.OnProgress(e.done, e.total)
	}
}

// squares returns how many squares of the size of a tile cover a length.
func squares(pixels int) int { return (pixels + view.TileSize - 1) / view.TileSize }

// take hands a feature to the painter until the work is called off.
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

// gatherGround reads the ground of a part of the picture, and of reach pixels round it,
// into the painter, which gather has aimed.
func (e *exporter) gatherGround(part image.Rectangle, reach float64) error {
	err := e.painter.GatherGround(e.Source, func(margin float64) geo.Box { return e.view.GeoBox(part, margin+reach) })
	if err != nil {
		return err
	}
	return e.ctx.Err()
}

// square returns the square of the size of a tile whose corner is at (left, top).
func square(left, top int) image.Rectangle {
	return image.Rect(left, top, left+view.TileSize, top+view.TileSize)
}
