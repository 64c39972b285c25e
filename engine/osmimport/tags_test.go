// SPDX-License-Identifier: MIT

package osmimport

import (
	"strings"
	"testing"

	"github.com/paulmach/osm"

	"roadsnap/engine/basemap"
	"roadsnap/engine/road"
)

// tagged parses tags of the form key=value, in which + is a space.
func tagged(words string) osm.Tags {
	var tags osm.Tags
	for _, word := range strings.Fields(words) {
		key, value, _ := strings.Cut(word, "=")
		tags = append(tags, osm.Tag{Key: key, Value: strings.ReplaceAll(value, "+", " ")})
	}
	return tags
}

// means of travel in the tables below: c(ar), m(otorcycle), b(icycle), f(oot).
func parseMeans(t *testing.T, letters string) road.Access {
	t.Helper()
	var a road.Access
	for _, l := range letters {
		i := strings.IndexRune("cmbf", l)
		if i < 0 {
			t.Fatalf("no means of travel %q", l)
		}
		a |= 1 << i
	}
	return a
}

func TestAccess(t *testing.T) {
	for _, c := range []struct {
		name, tags        string
		forward, backward string
	}{
		// Classes.
		{"motorway", "highway=motorway", "c", ""},
		{"ramp of a motorway", "highway=motorway_link", "c", "c"},
		{"trunk", "highway=trunk", "cmbf", "cmbf"},
		{"residential", "highway=residential", "cmbf", "cmbf"},
		{"service", "highway=service", "cmbf", "cmbf"},
		{"alley", "highway=service service=alley", "cmbf", "cmbf"},
		{"track", "highway=track", "cmbf", "cmbf"},
		{"busway", "highway=busway", "", ""},
		{"pedestrian", "highway=pedestrian", "f", "f"},
		{"footway", "highway=footway", "f", "f"},
		{"steps", "highway=steps", "f", "f"},
		{"cycleway", "highway=cycleway", "bf", "bf"},
		{"bridleway", "highway=bridleway", "f", "f"},
		{"path", "highway=path", "bf", "bf"},
		{"ferry", "route=ferry", "cmbf", "cmbf"},

		// Access, from general to particular.
		{"access=no", "highway=service access=no", "", ""},
		{"access=no with foot", "highway=service access=no foot=yes", "f", "f"},
		{"access=no with motorcycle", "highway=service access=no motorcycle=designated", "m", "m"},
		{"access=yes adds nothing", "highway=footway access=yes", "f", "f"},
		{"access=private is open", "highway=service access=private", "cmbf", "cmbf"},
		{"access=destination is open", "highway=residential access=destination", "cmbf", "cmbf"},
		{"customers, delivery", "highway=service motorcar=customers motorcycle=delivery access=no", "cm", "cm"},
		{"vehicle=no", "highway=residential vehicle=no", "f", "f"},
		{"vehicle=no, bicycle=yes", "highway=residential vehicle=no bicycle=yes", "bf", "bf"},
		{"motor_vehicle=no", "highway=residential motor_vehicle=no", "bf", "bf"},
		{"motor_vehicle=no, motorcycle=yes", "highway=residential motor_vehicle=no motorcycle=yes", "mbf", "mbf"},
		{"motorcar=no", "highway=service service=alley motorcar=no", "mbf", "mbf"},
		{"motorcycle=no", "highway=primary motorcycle=no", "cbf", "cbf"},
		{"foot=no", "highway=primary foot=no bicycle=no", "cm", "cm"},
		{"the order of tags does not matter", "motorcycle=yes motor_vehicle=no highway=residential access=no", "m", "m"},
		{"footway open to motors", "highway=footway motor_vehicle=yes", "cmf", "cmf"},
		{"path open to motorcycles", "highway=path motorcycle=yes", "mbf", "mbf"},
		{"motorway open to motors is not open to motorcycles", "highway=motorway motor_vehicle=yes", "c", ""},
		{"motorway open to motorcycles", "highway=motorway motorcycle=yes", "cm", ""},
		{"steps with a ramp", "highway=steps bicycle=yes", "bf", "bf"},
		{"steps are not for motors", "highway=steps motor_vehicle=yes", "f", "f"},
		{"dismount", "highway=footway bicycle=dismount", "f", "f"},
		{"unknown value", "highway=residential motorcar=perhaps", "cmbf", "cmbf"},
		{"motorroad", "highway=trunk motorroad=yes", "cm", "cm"},
		{"ferry for people", "route=ferry motor_vehicle=no", "bf", "bf"},

		// Access in one direction.
		{"forward", "highway=residential motorcar:forward=no", "mbf", "cmbf"},
		{"backward", "highway=residential motor_vehicle:backward=no", "cmbf", "bf"},
		{"direction before plain", "highway=residential motor_vehicle=no motor_vehicle:backward=yes", "bf", "cmbf"},
		{"particular plain before general direction", "highway=residential motor_vehicle:backward=no motorcycle=yes", "cmbf", "mbf"},

		// One way.
		{"oneway=yes", "highway=primary oneway=yes", "cmbf", "f"},
		{"oneway=true", "highway=primary oneway=true", "cmbf", "f"},
		{"oneway=1", "highway=primary oneway=1", "cmbf", "f"},
		{"oneway=-1", "highway=primary oneway=-1", "f", "cmbf"},
		{"oneway=reverse", "highway=primary oneway=reverse", "f", "cmbf"},
		{"oneway=no", "highway=primary oneway=no", "cmbf", "cmbf"},
		{"oneway=reversible", "highway=primary oneway=reversible", "cmbf", "cmbf"},
		{"nonsense", "highway=primary oneway=-1;yes", "cmbf", "cmbf"},
		{"motorway both ways", "highway=motorway oneway=no", "c", "c"},
		{"motorway drawn backwards", "highway=motorway oneway=-1", "", "c"},
		{"roundabout", "highway=tertiary junction=roundabout", "cmbf", "f"},
		{"circular", "highway=tertiary junction=circular", "cmbf", "f"},
		{"roundabout drawn backwards", "highway=tertiary junction=roundabout oneway=-1", "f", "cmbf"},
		{"motorcycles both ways", "highway=residential oneway=yes oneway:motorcycle=no", "cmbf", "mf"},
		{"the words in reverse order", "highway=residential oneway=yes motorcycle:oneway=no bicycle:oneway=no", "cmbf", "mbf"},
		{"for cars only", "highway=residential oneway:motorcar=yes", "cmbf", "mbf"},
		{"for motors only", "highway=residential oneway:motor_vehicle=yes", "cmbf", "bf"},
		{"bicycles both ways", "highway=residential oneway=yes oneway:bicycle=no", "cmbf", "bf"},
		{"bicycles against it", "highway=residential oneway:bicycle=-1", "cmf", "cmbf"},
		{"opposite lane", "highway=residential oneway=yes cycleway=opposite", "cmbf", "bf"},
		{"opposite lane on the left", "highway=residential oneway=yes cycleway:left=opposite_lane", "cmbf", "bf"},
		{"lane in the same direction", "highway=residential oneway=yes cycleway=lane", "cmbf", "f"},
		{"steps that run one way", "highway=steps oneway=yes", "f", "f"},
		{"one way and closed", "highway=service oneway=yes access=no foot=yes", "f", "f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, v := roadOf(tagged(c.tags))
			if v != isRoad {
				t.Fatalf("%s is no road but %d", c.tags, v)
			}
			forward, backward := parseMeans(t, c.forward), parseMeans(t, c.backward)
			// Lorries and buses have tests of their own.
			const others = road.Truck | road.Bus
			if w.Forward&^others != forward || w.Backward&^others != backward {
				t.Errorf("%s: forward %v, backward %v; want %v and %v", c.tags, w.Forward, w.Backward, forward, backward)
			}
		})
	}
}

func TestRoadOf(t *testing.T) {
	for _, c := range []struct {
		name, tags string
		want       road.Way
	}{
		{"class", "highway=secondary_link", road.Way{Class: road.SecondaryLink}},
		{"alley", "highway=service service=alley", road.Way{Class: road.Alley}},
		{"other service", "highway=service service=driveway", road.Way{Class: road.Service}},
		{"unknown class", "highway=road", road.Way{Class: road.Road}},
		{"ferry", "route=ferry name=Bình+Khánh", road.Way{Class: road.Ferry, Ferry: true, Name: "Bình Khánh"}},
		{"highway before ferry", "route=ferry highway=path", road.Way{Class: road.Path}},
		{"Vietnamese name first", "highway=trunk name=Highway+1 name:vi=Quốc+lộ+1 ref=QL1A int_ref=AH1",
			road.Way{Class: road.Trunk, Name: "Quốc lộ 1", Ref: "QL1A"}},
		{"international number alone is no ref", "highway=trunk int_ref=AH1", road.Way{Class: road.Trunk}},
		{"bridge", "highway=primary bridge=viaduct layer=2", road.Way{Class: road.Primary, Bridge: true, Layer: 2}},
		{"no bridge", "highway=primary bridge=no tunnel=no", road.Way{Class: road.Primary}},
		{"tunnel", "highway=primary tunnel=yes layer=-1", road.Way{Class: road.Primary, Tunnel: true, Layer: -1}},
		{"through a building", "highway=service tunnel=building_passage", road.Way{Class: road.Service, Tunnel: true}},
		{"layer out of range", "highway=primary layer=300", road.Way{Class: road.Primary, Layer: 5}},
		{"layer nonsense", "highway=primary layer=up", road.Way{Class: road.Primary}},
		{"roundabout", "highway=primary junction=roundabout", road.Way{Class: road.Primary, Roundabout: true, Oneway: true}},
		{"one-way", "highway=primary oneway=-1", road.Way{Class: road.Primary, Oneway: true}},
		{"one-way for bicycles", "highway=primary oneway:bicycle=yes", road.Way{Class: road.Primary}},
		{"lanes", "highway=primary lanes=4 dual_carriageway=yes", road.Way{Class: road.Primary, Lanes: 4, Divided: true}},
		{"speed of a zone", "highway=primary maxspeed=VN:urban dual_carriageway=no", road.Way{Class: road.Primary, HasMaxSpeed: true, MaxSpeedKMH: 50, FromZone: true}},
		{"speed", "highway=primary maxspeed=60", road.Way{Class: road.Primary, HasMaxSpeed: true, MaxSpeedKMH: 60}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, v := roadOf(tagged(c.tags))
			if v != isRoad || got.Way != c.want {
				t.Errorf("%s: %+v (verdict %d), want %+v", c.tags, got.Way, v, c.want)
			}
		})
	}
}

func TestVerdicts(t *testing.T) {
	for tags, want := range map[string]verdict{
		"":                                   notRoad,
		"building=yes":                       notRoad,
		"route=bus":                          notRoad,
		"highway=construction":               isUnbuilt,
		"highway=proposed proposed=primary":  isUnbuilt,
		"highway=razed":                      isUnbuilt,
		"highway=abandoned":                  isUnbuilt,
		"highway=primary abandoned=yes":      isUnbuilt,
		"highway=pedestrian area=yes":        isArea,
		"highway=pedestrian area=no":         isRoad,
		"highway=platform":                   isOtherValue,
		"highway=rest_area":                  isOtherValue,
		"highway=Primary":                    isOtherValue,
		"highway=platform area=yes":          isOtherValue,
		"highway=residential":                isRoad,
		"route=ferry":                        isRoad,
		"highway=residential construction=x": isRoad,
	} {
		if _, got := roadOf(tagged(tags)); got != want {
			t.Errorf("%q: verdict %d, want %d", tags, got, want)
		}
	}
}

func TestEveryClassIsOfferedAndShown(t *testing.T) {
	offered := map[road.Class]bool{ferry.class: true, road.Alley: true}
	for value, rule := range highways {
		offered[rule.class] = true
		if unbuilt[value] {
			t.Errorf("highway=%s is both a road and not built", value)
		}
	}
	for c := road.Class(0); c.Valid(); c++ {
		if !offered[c] {
			t.Errorf("no tag gives class %v", c)
		}
		if !roadKinds[c].IsLine() {
			t.Errorf("class %v has no line on the map", c)
		}
	}
}

func TestParseMaxSpeed(t *testing.T) {
	for value, want := range map[string]uint8{
		"50": 50, " 50 ": 50, "50 km/h": 50, "50km/h": 50, "50 kmh": 50, "50 kph": 50, "62.5": 63,
		"30 mph": 48, "30mph": 48, "70 mph": 113, "10 knots": 19, "60;80": 60, "walk": 5,
		"VN:urban": 50, "VN:rural": 80, "VN:motorway": 120, "255": 255, "1": 1,
		"": 0, "none": 0, "signals": 0, "variable": 0, "DE:urban": 0, "fast": 0, "-50": 0, "0": 0, "0.4": 0, "256": 0, "1e9": 0,
		"NaN": 0, "Inf": 0, "50 furlongs": 0, "50 km/h/h": 0, "mph": 0, ";50": 0, "0x32": 0, "60 @ (22:00-05:00)": 0,
	} {
		got, known := parseMaxSpeed(value)
		if got != want || known != (want != 0) {
			t.Errorf("parseMaxSpeed(%q) = %d, %v; want %d", value, got, known, want)
		}
	}
}

func TestFeatureOf(t *testing.T) {
	for _, c := range []struct {
		tags   string
		closed bool
		want   basemap.Feature // of no kind: none
	}{
		{"building=yes", true, basemap.Feature{}},
		{"waterway=river name=Sông+Hồng name:en=Red+River", false, basemap.Feature{Kind: basemap.Waterway, Name: "Sông Hồng"}},
		{"waterway=canal", false, basemap.Feature{Kind: basemap.Waterway}},
		{"waterway=stream tunnel=culvert layer=-1", false, basemap.Feature{Kind: basemap.Stream, Flags: basemap.Tunnel, Level: -1}},
		{"waterway=riverbank", true, basemap.Feature{Kind: basemap.Water}},
		{"waterway=riverbank", false, basemap.Feature{}},
		{"natural=water name=Hồ+Gươm", true, basemap.Feature{Kind: basemap.Water, Name: "Hồ Gươm"}},
		{"landuse=reservoir", true, basemap.Feature{Kind: basemap.Water}},
		{"natural=wood landuse=residential", true, basemap.Feature{Kind: basemap.Green}},
		{"leisure=park", true, basemap.Feature{Kind: basemap.Green}},
		{"landuse=residential", true, basemap.Feature{Kind: basemap.BuiltUp}},
		{"landuse=residential", false, basemap.Feature{}},
		{"railway=rail bridge=yes", false, basemap.Feature{Kind: basemap.Railway, Flags: basemap.Bridge}},
		{"railway=rail", true, basemap.Feature{Kind: basemap.Railway}},
		{"railway=abandoned", false, basemap.Feature{}},
		{"railway=platform area=yes", true, basemap.Feature{}},
		{"natural=coastline", true, basemap.Feature{Kind: basemap.Coastline}},
		{"natural=coastline place=island name=Cù+Lao", true, basemap.Feature{Kind: basemap.Coastline, Name: "Cù Lao"}},
	} {
		got, found := featureOf(tagged(c.tags), c.closed)
		if found != c.want.Kind.Valid() || got.Kind != c.want.Kind || got.Name != c.want.Name || got.Flags != c.want.Flags || got.Level != c.want.Level {
			t.Errorf("%s, closed %v: %+v, want %+v", c.tags, c.closed, got, c.want)
		}
	}
}

func TestRoadFeature(t *testing.T) {
	for tags, want := range map[string]basemap.Feature{
		"highway=motorway":                                             {Kind: basemap.RoadMotorway, Flags: basemap.Oneway},
		"highway=motorway_link":                                        {Kind: basemap.RoadMotorway, Flags: basemap.Link},
		"highway=primary bridge=yes layer=1 ref=QL1A":                  {Kind: basemap.RoadPrimary, Flags: basemap.Bridge, Level: 1, Ref: "QL1A"},
		"highway=primary oneway=-1":                                    {Kind: basemap.RoadPrimary, Flags: basemap.OnewayBack},
		"highway=residential oneway=yes oneway:motorcycle=no name=Hàm": {Kind: basemap.RoadResidential, Flags: basemap.Oneway, Name: "Hàm"},
		"highway=footway oneway=yes":                                   {Kind: basemap.RoadPath},
		"highway=service tunnel=yes":                                   {Kind: basemap.RoadService, Flags: basemap.Tunnel},
		"route=ferry":                                                  {Kind: basemap.RoadFerry},
	} {
		w, _ := roadOf(tagged(tags))
		got := roadFeature(&w)
		if got.Kind != want.Kind || got.Flags != want.Flags || got.Level != want.Level || got.Name != want.Name || got.Ref != want.Ref {
			t.Errorf("%s: %+v, want %+v", tags, got, want)
		}
	}
}

func TestPlaceOf(t *testing.T) {
	for tags, want := range map[string]basemap.Feature{
		"place=city name=Hanoi name:vi=Hà+Nội population=8053663": {Kind: basemap.PlaceCity, Name: "Hà Nội", Rank: basemap.RankOf(8053663)},
		"place=town name=Sa+Pa population=36,000":                 {Kind: basemap.PlaceTown, Name: "Sa Pa", Rank: basemap.RankOf(36000)},
		"place=village name=Bát+Tràng population=about+500":       {Kind: basemap.PlaceVillage, Name: "Bát Tràng"},
		"place=neighbourhood name=Chợ+Cũ":                         {Kind: basemap.PlaceQuarter, Name: "Chợ Cũ"},
		"place=archipelago name=Paracel+Islands name:vi=Quần+đảo+Hoàng+Sa": {
			Kind: basemap.PlaceIsland, Name: "Quần đảo Hoàng Sa"},
		"place=city":              {},
		"place=square name=Bờ+Hồ": {},
		"name=Bờ+Hồ":              {},
	} {
		got, found := placeOf(tagged(tags))
		if found != want.Kind.Valid() || got.Kind != want.Kind || got.Name != want.Name || got.Rank != want.Rank {
			t.Errorf("%s: %+v, want %+v", tags, got, want)
		}
	}
}

func TestParsePopulation(t *testing.T) {
	for value, want := range map[string]int64{
		"": 0, "1234": 1234, "1,234": 1234, "1.234": 1234, "1 234": 1234, "1234 (2019)": 1234, "~5": 0, "-5": 0, "many": 0,
	} {
		if got := parsePopulation(value); got != want {
			t.Errorf("parsePopulation(%q) = %d, want %d", value, got, want)
		}
	}
	if got := parsePopulation(strings.Repeat("9", 400)); got < 0 {
		t.Errorf("a long number gives %d", got)
	}
}
