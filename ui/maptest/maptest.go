// SPDX-License-Identifier: MIT

package maptest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2/theme"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Features is a tile source of a list of features. It counts visits and returns Err.
type Features struct {
	List   []basemap.Feature
	Visits atomic.Int64
	Err    error
}

// Visit calls visit with the features in a box.
func (d *Features) Visit(_ int, box geo.FixedBounds, visit func(basemap.Feature) bool) error {
	d.Visits.Add(1)
	for _, f := range d.List {
		if f.Box().Intersects(box) && !visit(f) {
			return nil
		}
	}
	return d.Err
}

// View is the viewport of the hand-made features. At zoom 15 a hundredth of a degree is
// 233 pixels.
var View = view.Viewport{Center: geo.Point{Lat: 10.7765, Lon: 106.7009}, Zoom: 15, Width: 512, Height: 384, Scale: 1}

// Px returns the positions of pixels of View, given as pairs of x and y.
func Px(xy ...float64) []geo.Fixed {
	var out []geo.Fixed
	for i := 0; i+1 < len(xy); i += 2 {
		out = append(out, View.ToPoint(xy[i], xy[i+1]).Fixed())
	}
	return out
}

// Feature returns a feature with parts.
func Feature(k basemap.Kind, name string, flags basemap.Flags, parts ...[]geo.Fixed) basemap.Feature {
	return basemap.NewFeature(basemap.Feature{Kind: k, Name: name, Flags: flags}, parts...)
}

// Town returns a town with features of most kinds that a style draws.
func Town() *Features {
	numbered := basemap.NewFeature(basemap.Feature{Kind: basemap.RoadTrunk, Name: "Xa lộ Hà Nội", Ref: "QL.52"}, Px(-60, 330, 580, 300))
	bridge := basemap.NewFeature(basemap.Feature{Kind: basemap.RoadPrimary, Name: "Cầu Sài Gòn", Flags: basemap.Bridge, Level: 1}, Px(300, 120, 420, 96))
	return &Features{List: []basemap.Feature{
		Feature(basemap.BuiltUp, "", 0, Px(20, 20, 240, 10, 250, 200, 30, 210, 20, 20)),
		Feature(basemap.Green, "Tao Đàn", 0, Px(60, 130, 160, 120, 170, 190, 70, 200, 60, 130), Px(90, 150, 130, 145, 130, 170, 95, 175, 90, 150)),
		Feature(basemap.Water, "", 0, Px(330, -40, 390, -40, 400, 420, 350, 420, 330, 200, 330, -40)),
		Feature(basemap.Waterway, "", 0, Px(355, 220, 300, 240, 260, 235, 200, 260)),
		Feature(basemap.Stream, "", 0, Px(200, 260, 150, 250, 120, 262)),
		Feature(basemap.Railway, "", 0, Px(-20, 60, 200, 75, 300, 60, 330, 20, 340, -30)),
		Feature(basemap.RoadFerry, "", 0, Px(340, 260, 400, 270)),
		numbered, bridge,
		Feature(basemap.RoadPrimary, "Điện Biên Phủ", 0, Px(-30, 190, 180, 140, 300, 120)),
		Feature(basemap.RoadPrimary, "Điện Biên Phủ", 0, Px(420, 96, 560, 70)),
		Feature(basemap.RoadSecondary, "Nguyễn Thị Minh Khai", basemap.Oneway, Px(40, 400, 240, 110, 300, -30)),
		Feature(basemap.RoadTertiary, "Lê Duẩn", 0, Px(20, 260, 220, 340, 230, 420)),
		Feature(basemap.RoadResidential, "Đường số 9", basemap.OnewayBack, Px(430, 130, 480, 300)),
		Feature(basemap.RoadUnclassified, "", 0, Px(410, 180, 510, 200)),
		Feature(basemap.RoadMotorway, "", basemap.Tunnel, Px(300, 360, 460, 340)),
		Feature(basemap.RoadService, "", 0, Px(100, 20, 110, 110)),
		Feature(basemap.RoadPedestrian, "", 0, Px(140, 20, 150, 110)),
		Feature(basemap.RoadTrack, "", 0, Px(440, 20, 500, 50)),
		Feature(basemap.RoadPath, "", 0, Px(60, 200, 120, 160, 170, 120)),
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceSuburb, Name: "Bến Nghé", Rank: 120}, Px(120, 225)),
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceQuarter, Name: "Khu phố Thảo Điền", Rank: 80}, Px(460, 240)),
	}}
}

// Marks returns a point of interest of each kind, some of them named, with buildings and
// house numbers round them, and the middle of the picture. At zoom 18.5 it is 640 × 470
// pixels large.
func Marks() (*Features, geo.Point) {
	const step, columns = 6.6, 8
	var f Features
	add := func(k basemap.Kind, name, ref string, parts ...[]geo.Fixed) {
		f.List = append(f.List, basemap.NewFeature(basemap.Feature{Kind: k, Name: name, Ref: ref}, parts...))
	}
	n := 0
	for _, k := range basemap.Kinds() {
		if !k.IsPOI() {
			continue
		}
		x, y := 200+step*float64(n%columns), 200+step*float64(n/columns)
		name := ""
		if n%2 == 0 {
			name = "Ế " + strings.TrimPrefix(k.String(), "poi_")
		}
		if n%3 == 0 {
			add(basemap.Building, "", "", Px(x-2, y-2, x+2, y-2, x+2, y+2, x, y+2, x, y+1, x-2, y+1, x-2, y-2))
		}
		add(k, name, "", Px(x, y))
		add(basemap.HouseNumber, strconv.Itoa(n+1)+"/2A", "Lê Lợi", Px(x+step/2, y))
		n++
	}
	return &f, View.ToPoint(200+step*3.5, 200+step*2.75)
}

// Themes returns the embedded style.
func Themes(t testing.TB) style.Style {
	t.Helper()
	s, err := style.Parse(assets.MapStyle)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Fonts returns the fonts of the window.
func Fonts(t testing.TB) *style.Fonts {
	t.Helper()
	f, err := style.ParseFonts(theme.DefaultTextFont().Content(), theme.DefaultTextBoldFont().Content(), theme.DefaultTextItalicFont().Content())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Crowd returns a random city of n features of all kinds.
func Crowd(seed uint64, n int) *Features {
	rng := rand.New(rand.NewPCG(seed, 5))
	at := func() (float64, float64) { return 2400*rng.Float64() - 900, 2000*rng.Float64() - 800 }
	d := new(Features)
	kinds := basemap.Kinds()
	for i := range n {
		f := basemap.Feature{
			ID: int64(i), Kind: kinds[rng.IntN(len(kinds))], Name: fmt.Sprintf("Đường %d", rng.IntN(n)),
			Rank: uint8(rng.IntN(200)), Level: int8(rng.IntN(3)), Flags: basemap.Flags(rng.IntN(32)),
		}
		x, y := at()
		line := []float64{x, y}
		for range 1 + rng.IntN(8) {
			line = append(line, line[len(line)-2]+160*rng.Float64()-60, line[len(line)-1]+120*rng.Float64()-60)
		}
		switch {
		case f.Kind.IsPoint():
			d.List = append(d.List, basemap.NewFeature(f, Px(x, y)))
		case f.Kind.IsLine():
			d.List = append(d.List, basemap.NewFeature(f, Px(line...)))
		default:
			w, h := 20+200*rng.Float64(), 20+150*rng.Float64()
			d.List = append(d.List, basemap.NewFeature(f, Px(x, y, x+w, y+h/3, x+w/2, y+h, x, y)))
		}
	}
	return d
}

// Never returns false. It is a stop function for work that must not stop.
func Never() bool { return false }

// Worst compares pixel p of a with pixel p + at of b. It returns the pixel of a with the
// greatest difference of a channel, and that difference.
func Worst(a, b *image.RGBA, at image.Point) (p image.Point, diff int) {
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			i, j := a.PixOffset(x, y), b.PixOffset(x+at.X, y+at.Y)
			for c := range 4 {
				if d := max(int(a.Pix[i+c])-int(b.Pix[j+c]), int(b.Pix[j+c])-int(a.Pix[i+c])); d > diff {
					p, diff = image.Pt(x, y), d
				}
			}
		}
	}
	return p, diff
}

// Tolerances of Golden. Processors with fused multiply-add round differently, which
// changes pixels at edges slightly.
const (
	goldenStep  = 6    // maximum difference of a channel
	goldenShare = 0.02 // maximum share of differing pixels
)

var update = flag.Bool("update", false, "write the golden pictures of testdata again")

// Golden compares a picture with testdata/NAME.png, or writes that file if the tests run
// with -update. reason describes the picture in error messages.
func Golden(t *testing.T, name, reason string, got *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		writePNG(t, path, got)
		return
	}
	want := readPNG(t, path)
	if got.Rect != want.Rect {
		t.Fatalf("%s: %v, want %v", name, got.Rect, want.Rect)
	}
	differ := 0
	for i := 0; i < len(got.Pix); i += 4 {
		if [4]byte(got.Pix[i:]) != [4]byte(want.Pix[i:]) {
			differ++
		}
	}
	p, d := Worst(got, want, image.Point{})
	if share := float64(differ) / float64(len(got.Pix)/4); d > goldenStep || share > goldenShare {
		failed := filepath.Join(t.ArtifactDir(), name+".png")
		writePNG(t, failed, got)
		t.Errorf("%s (%s): pixel %v differs by %d, %.1f %% of all differ; see %s", name, reason, p, d, 100*share, failed)
	}
}

func writePNG(t *testing.T, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func readPNG(t *testing.T, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(f)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(img.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out
}

// Patience returns a context with a timeout of a minute, enough for the slowest machine.
func Patience(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// Meander returns the banks of a winding river as the ring of an area, and a function that
// returns the distance of a point from the centre line. The ring begins at the share shift
// of its points.
func Meander(points int, width, shift float64) (ring []raster.Vec, off func(raster.Vec) float64) {
	middle := func(t float64) raster.Vec { return raster.Vec{X: 100 + 1800*t, Y: 400 + 250*math.Sin(7*t)} }
	var left, right []raster.Vec
	var line []raster.Vec
	for i := range points + 1 {
		t := float64(i) / float64(points)
		p, q := middle(t), middle(t+1e-6)
		run := distance(p, q)
		nx, ny := (p.Y-q.Y)/run*width/2, (q.X-p.X)/run*width/2
		left, right = append(left, raster.Vec{X: p.X + nx, Y: p.Y + ny}), append(right, raster.Vec{X: p.X - nx, Y: p.Y - ny})
		line = append(line, p)
	}
	slices.Reverse(right)
	ring = append(left, right...)
	cut := int(shift * float64(len(ring)))
	ring = append(append([]raster.Vec(nil), ring[cut:]...), ring[:cut]...)
	return ring, func(p raster.Vec) float64 {
		best := math.Inf(1)
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			t := min(max(((p.X-a.X)*(b.X-a.X)+(p.Y-a.Y)*(b.Y-a.Y))/(distance(a, b)*distance(a, b)), 0), 1)
			best = min(best, distance(p, raster.Vec{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)}))
		}
		return best
	}
}

func distance(a, b raster.Vec) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

// Drive returns a trip of n points, about ten metres apart, along streets that cross at
// right angles.
func Drive(n int) []geo.Point {
	rng := rand.New(rand.NewPCG(11, 11))
	plane := geo.NewPlane(View.Center)
	var at geo.XY
	dir := geo.XY{X: 10}
	out := make([]geo.Point, n)
	for i := range out {
		if rng.IntN(30) == 0 {
			dir = geo.XY{X: -dir.Y, Y: dir.X}
			if rng.IntN(2) == 0 {
				dir = geo.XY{X: -dir.X, Y: -dir.Y}
			}
		}
		at = geo.XY{X: at.X + dir.X, Y: at.Y + dir.Y}
		out[i] = plane.Point(geo.XY{X: at.X + rng.NormFloat64(), Y: at.Y + rng.NormFloat64()})
	}
	return out
}

// Packed is a tile source of the base map of a pack.
type Packed struct{ m *basemap.Map }

// Visit calls visit with the features in a box.
func (p Packed) Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error {
	p.m.Visit(zoom, box, visit)
	return nil
}

// Andorra returns the embedded sample map.
func Andorra(t testing.TB) Packed {
	t.Helper()
	p, err := pack.OpenBytes(data.SampleName, data.SamplePack)
	if err != nil {
		t.Fatal(err)
	}
	m, err := basemap.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	return Packed{m}
}

// Delta returns an invented part of the Mekong delta, to test Vietnamese letters and road
// numbers.
func Delta() *Features {
	road := func(k basemap.Kind, name, ref string, flags basemap.Flags, xy ...float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: k, Name: name, Ref: ref, Flags: flags, Level: int8(flags & basemap.Bridge)}, Px(xy...))
	}
	place := func(k basemap.Kind, name string, rank uint8, x, y float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: k, Name: name, Rank: rank}, Px(x, y))
	}
	return &Features{List: []basemap.Feature{
		Feature(basemap.Water, "Sông Tiền", 0, Px(-60, 250, 200, 270, 580, 230, 580, 320, 200, 345, -60, 330, -60, 250)),
		Feature(basemap.Green, "Vườn Xẻo Quýt", 0, Px(330, 20, 480, 10, 490, 90, 340, 100, 330, 20)),
		Feature(basemap.BuiltUp, "", 0, Px(20, 30, 260, 20, 270, 190, 30, 200, 20, 30)),
		Feature(basemap.Waterway, "Rạch Ông Lãnh", 0, Px(300, -40, 310, 120, 300, 270)),
		road(basemap.RoadMotorway, "", "CT01", 0, -60, 220, 580, 180),
		road(basemap.RoadTrunk, "Hùng Vương", "QL1A", 0, -60, 130, 290, 110),
		road(basemap.RoadTrunk, "Hùng Vương", "QL1A", basemap.Bridge, 290, 110, 330, 110),
		road(basemap.RoadTrunk, "Hùng Vương", "QL1A", 0, 330, 110, 580, 130),
		road(basemap.RoadPrimary, "Đường Trần Hưng Đạo", "ĐT.864", 0, 150, -40, 160, 120, 190, 420),
		road(basemap.RoadSecondary, "Nguyễn Thị Minh Khai", "ĐH 92", 0, 380, -40, 400, 60, 420, 420),
		road(basemap.RoadTertiary, "Ấp Ô Tà Bang", "", 0, 20, 40, 20, 240),
		road(basemap.RoadResidential, "Phạm Ngũ Lão", "", basemap.Oneway, 40, 60, 250, 50),
		road(basemap.RoadResidential, "Lý Tự Trọng", "", basemap.Tunnel, 40, 180, 250, 170),
		place(basemap.PlaceSuburb, "THÀNH PHỐ ỘỆẶ MỸ THUẬN", 200, 260, 215),
		place(basemap.PlaceTown, "Thị trấn Gò Ổ Ếch Ẵm", 100, 440, 340),
		place(basemap.PlaceQuarter, "Khu phố Ngựa Ầm Ỹ", 0, 95, 100),
		place(basemap.PlaceVillage, "Xã Đống Đặng", 0, 450, 160),
	}}
}
