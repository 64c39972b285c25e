package mapdraw

import (
	"testing"

	"roadsnap/data"
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// packed is the base map of a pack.
type packed struct{ m *basemap.Map }

func (p packed) Visit(zoom int, box geo.Box, visit func(basemap.Feature) bool) error {
	p.m.Visit(zoom, box, visit)
	return nil
}

// andorra is the embedded sample map.
func andorra(t testing.TB) tile.Source {
	t.Helper()
	p, err := pack.OpenBytes(data.SampleName, data.SamplePack)
	if err != nil {
		t.Fatal(err)
	}
	m, err := basemap.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	return packed{m}
}

// delta is a made-up corner of the Mekong delta: what Vietnamese writing and
// Vietnamese road numbers ask of a map.
func delta() *maptest.Features {
	road := func(k basemap.Kind, name, ref string, flags basemap.Flags, xy ...float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: k, Name: name, Ref: ref, Flags: flags, Level: int8(flags & basemap.Bridge)}, maptest.Px(xy...))
	}
	place := func(k basemap.Kind, name string, rank uint8, x, y float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: k, Name: name, Rank: rank}, maptest.Px(x, y))
	}
	return &maptest.Features{List: []basemap.Feature{
		maptest.Feature(basemap.Water, "Sông Tiền", 0, maptest.Px(-60, 250, 200, 270, 580, 230, 580, 320, 200, 345, -60, 330, -60, 250)),
		maptest.Feature(basemap.Green, "Vườn Xẻo Quýt", 0, maptest.Px(330, 20, 480, 10, 490, 90, 340, 100, 330, 20)),
		maptest.Feature(basemap.BuiltUp, "", 0, maptest.Px(20, 30, 260, 20, 270, 190, 30, 200, 20, 30)),
		maptest.Feature(basemap.Waterway, "Rạch Ông Lãnh", 0, maptest.Px(300, -40, 310, 120, 300, 270)),
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

// TestGoldenPlaces draws places and zooms of the embedded map, and the delta. A
// golden picture is written anew only if its reason still holds in the new one;
// look at it.
func TestGoldenPlaces(t *testing.T) {
	themes := maptest.Themes(t)
	valley, capital := geo.Point{Lat: 42.535, Lon: 1.58}, geo.Point{Lat: 42.5075, Lon: 1.5290}
	at := func(c geo.Point, zoom float64, width, height int) view.Viewport {
		return view.Viewport{Center: c, Zoom: zoom, Width: width, Height: height, Scale: 1}
	}
	small := maptest.View
	small.Width, small.Height = 480, 360
	for _, c := range []struct {
		name   string
		reason string
		source tile.Source
		theme  style.Theme
		view   view.Viewport
	}{
		{"country", "a whole country at a wide zoom: the road net and the greatest places, nothing else", andorra(t), themes.Light, at(valley, 10, 360, 300)},
		{"country_dark", "the same at night, when thin lines are the first to vanish", andorra(t), themes.Dark, at(valley, 10, 360, 300)},
		{"valley", "forest and streams under roads, names of rivers along them", andorra(t), themes.Light, at(capital, 12.5, 360, 260)},
		{"capital", "streets, numbers, a river between its roads", andorra(t), themes.Light, at(capital, 15, 280, 200)},
		{"capital_dark", "the same at night: road classes and water still told apart", andorra(t), themes.Dark, at(capital, 15, 280, 200)},
		{"street", "wide roads with casing, arrows, names within", andorra(t), themes.Light, at(capital, 17, 320, 240)},
		{"delta", "marks above and below letters whole, in two lines too; plates of CT, QL, ĐT, ĐH; names of river and park", delta(), themes.Light, small},
		{"delta_dark", "the same at night", delta(), themes.Dark, small},
	} {
		t.Run(c.name, func(t *testing.T) {
			maptest.Golden(t, c.name, c.reason, complete(t, c.source, c.theme, c.view))
		})
	}
}
