// SPDX-License-Identifier: MIT

package export

import (
	"context"
	"image"
	"sync"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// quilt is a source of two provinces side by side in maptest.View. The left one
// consists of two wards, with a lake in the lower one, and an island.
type quilt struct {
	mu     sync.Mutex
	levels []boundary.Level // levels requested
	err    error
	empty  bool
	// level is the level of the available lines.
	level boundary.Level
	// outlines holds the codes requested, in order.
	outlines []string
}

func (q *quilt) Borders(level boundary.Level, _ geo.FixedBounds, visit func(borders.Border)) error {
	q.mu.Lock()
	q.levels = append(q.levels, level)
	empty := q.empty
	q.mu.Unlock()
	if empty {
		return q.err
	}
	for _, b := range []borders.Border{
		{Line: maptest.Px(60, 200, 260, 180)},
		{Line: maptest.Px(260, 40, 260, 180, 270, 340), Province: true},
		{Line: maptest.Px(270, 340, 350, 260, 430, 60)},
		{Line: maptest.Px(260, 40, 60, 60, 60, 200), Province: true},
		{Line: maptest.Px(60, 200, 70, 330, 270, 340), Province: true},
		{Line: maptest.Px(270, 340, 450, 300, 430, 60, 260, 40), Province: true},
	} {
		b.Level = q.level
		visit(b)
	}
	return q.err
}

func (q *quilt) Outline(code string, _ boundary.Level, _ geo.FixedBounds, visit func([]geo.Fixed)) error {
	q.outlines = append(q.outlines, code)
	switch code {
	case "north":
		visit(maptest.Px(60, 60, 60, 200, 260, 180, 260, 40, 60, 60))
	case "south":
		visit(maptest.Px(60, 200, 70, 330, 270, 340, 260, 180, 60, 200))
		visit(maptest.Px(130, 240, 190, 240, 190, 290, 130, 290, 130, 240)) // the lake
		visit(maptest.Px(20, 340, 40, 340, 40, 360, 20, 360, 20, 340))      // the island
	}
	return q.err
}

func (q *quilt) BorderNames() ([]borders.Name, error) {
	at := func(x, y float64) geo.Point { return maptest.View.ToPoint(x, y) }
	return []borders.Name{
		{Text: "Miền Tây", At: at(150, 120), Province: true},
		{Text: "Phường Bắc", At: at(160, 120)},
		{Text: "Phường Nam", At: at(100, 270)},
		{Text: "Xã Đông Hưng Thuận", At: at(350, 180)},
	}, q.err
}

func (q *quilt) FormerDistricts() ([]borders.District, error) {
	all := geo.Bounds{South: 10, West: 106, North: 11, East: 107}
	return []borders.District{
		{Name: "Gò Vấp", Bounds: all, Ward: true},
		{Name: "Hòa Vang", Bounds: all},
		{Name: "Tân Bình", Bounds: geo.Bounds{South: 20, West: 105, North: 21, East: 106}, Ward: true},
	}, q.err
}

// drawBorders returns the picture of an overlay over a map without roads.
func drawBorders(t testing.TB, b *borders.Borders, theme style.Theme, v view.Viewport) *image.RGBA {
	t.Helper()
	b.SetTheme(theme)
	if err := b.Wait(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	m := mapdraw.NewMap(nil, theme, mapdraw.Options{})
	defer m.Close()
	img := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	m.Compose(img, v, []overlay.Overlay{b, b.Names(m)})
	return img
}
