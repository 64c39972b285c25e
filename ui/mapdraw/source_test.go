package mapdraw

import (
	"fmt"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"

	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// drawn is a source of a few features made by hand.
type drawn struct {
	features []basemap.Feature
	visits   atomic.Int64
	err      error
}

func (d *drawn) Visit(_ int, box geo.Box, visit func(basemap.Feature) bool) error {
	d.visits.Add(1)
	for _, f := range d.features {
		if f.Box().Intersects(box) && !visit(f) {
			return nil
		}
	}
	return d.err
}

// testView is where the features made by hand lie: at zoom 15 a hundredth of a
// degree is 233 pixels.
var testView = view.Viewport{Center: geo.Point{Lat: 10.7765, Lon: 106.7009}, Zoom: 15, Width: 512, Height: 384, Scale: 1}

// px returns the positions of pixels of testView, given in pairs.
func px(xy ...float64) []geo.Fixed {
	var out []geo.Fixed
	for i := 0; i+1 < len(xy); i += 2 {
		out = append(out, testView.ToPoint(xy[i], xy[i+1]).Fixed())
	}
	return out
}

func feature(k basemap.Kind, name string, flags basemap.Flags, parts ...[]geo.Fixed) basemap.Feature {
	return basemap.NewFeature(basemap.Feature{Kind: k, Name: name, Flags: flags}, parts...)
}

// town is a little of everything that a style paints.
func town() *drawn {
	numbered := basemap.NewFeature(basemap.Feature{Kind: basemap.RoadTrunk, Name: "Xa lộ Hà Nội", Ref: "QL.52"}, px(-60, 330, 580, 300))
	bridge := basemap.NewFeature(basemap.Feature{Kind: basemap.RoadPrimary, Name: "Cầu Sài Gòn", Flags: basemap.Bridge, Level: 1}, px(300, 120, 420, 96))
	return &drawn{features: []basemap.Feature{
		feature(basemap.BuiltUp, "", 0, px(20, 20, 240, 10, 250, 200, 30, 210, 20, 20)),
		feature(basemap.Green, "Tao Đàn", 0, px(60, 130, 160, 120, 170, 190, 70, 200, 60, 130), px(90, 150, 130, 145, 130, 170, 95, 175, 90, 150)),
		feature(basemap.Water, "", 0, px(330, -40, 390, -40, 400, 420, 350, 420, 330, 200, 330, -40)),
		feature(basemap.Waterway, "", 0, px(355, 220, 300, 240, 260, 235, 200, 260)),
		feature(basemap.Stream, "", 0, px(200, 260, 150, 250, 120, 262)),
		feature(basemap.Railway, "", 0, px(-20, 60, 200, 75, 300, 60, 330, 20, 340, -30)),
		feature(basemap.RoadFerry, "", 0, px(340, 260, 400, 270)),
		numbered, bridge,
		feature(basemap.RoadPrimary, "Điện Biên Phủ", 0, px(-30, 190, 180, 140, 300, 120)),
		feature(basemap.RoadPrimary, "Điện Biên Phủ", 0, px(420, 96, 560, 70)),
		feature(basemap.RoadSecondary, "Nguyễn Thị Minh Khai", basemap.Oneway, px(40, 400, 240, 110, 300, -30)),
		feature(basemap.RoadTertiary, "Lê Duẩn", 0, px(20, 260, 220, 340, 230, 420)),
		feature(basemap.RoadResidential, "Đường số 9", basemap.OnewayBack, px(430, 130, 480, 300)),
		feature(basemap.RoadUnclassified, "", 0, px(410, 180, 510, 200)),
		feature(basemap.RoadMotorway, "", basemap.Tunnel, px(300, 360, 460, 340)),
		feature(basemap.RoadService, "", 0, px(100, 20, 110, 110)),
		feature(basemap.RoadPedestrian, "", 0, px(140, 20, 150, 110)),
		feature(basemap.RoadTrack, "", 0, px(440, 20, 500, 50)),
		feature(basemap.RoadPath, "", 0, px(60, 200, 120, 160, 170, 120)),
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceSuburb, Name: "Bến Nghé", Rank: 120}, px(120, 225)),
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceQuarter, Name: "Khu phố Thảo Điền", Rank: 80}, px(460, 240)),
	}}
}

func testThemes(t testing.TB) style.Style {
	t.Helper()
	data, err := os.ReadFile("../../assets/style/map.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := style.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fonts are the faces of the window.
func fonts(t testing.TB) *style.Fonts {
	t.Helper()
	f, err := style.ParseFonts(theme.DefaultTextFont().Content(), theme.DefaultTextBoldFont().Content(), theme.DefaultTextItalicFont().Content())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// crowd is a city of chance: roads, areas and names all over.
func crowd(seed uint64, n int) *drawn {
	rng := rand.New(rand.NewPCG(seed, 5))
	at := func() (float64, float64) { return 2400*rng.Float64() - 900, 2000*rng.Float64() - 800 }
	d := new(drawn)
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
			d.features = append(d.features, basemap.NewFeature(f, px(x, y)))
		case f.Kind.IsLine():
			d.features = append(d.features, basemap.NewFeature(f, px(line...)))
		default:
			w, h := 20+200*rng.Float64(), 20+150*rng.Float64()
			d.features = append(d.features, basemap.NewFeature(f, px(x, y, x+w, y+h/3, x+w/2, y+h, x, y)))
		}
	}
	return d
}

func shippedStyle(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("../../assets/style/map.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
