// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"slices"
	"strings"
	"testing"
)

func tcx(inside string) string {
	return `<?xml version="1.0"?>` + "\n" + `<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">` + "\n" + inside + "\n</TrainingCenterDatabase>\n"
}

func tcxTime(clock, lat, lon, more string) string {
	return "<Trackpoint><Time>2024-12-31T00:" + clock + "Z</Time><Position><LatitudeDegrees>" + lat + "</LatitudeDegrees><LongitudeDegrees>" + lon + "</LongitudeDegrees></Position>" + more + "</Trackpoint>\n"
}

func TestReadTCX(t *testing.T) {
	runReadCases(t, []readCase{{
		name: "laps are one trip; the speed is in an extension",
		text: tcx(`<Folders><Courses><CourseFolder Name="x"><CourseNameRef><Id>y</Id></CourseNameRef></CourseFolder></Courses></Folders>
<Activities><Activity Sport="Biking"><Id>2024-12-31T00:15:00Z</Id><Lap><DistanceMeters>99</DistanceMeters><Track>
` + tcxTime("15:00", "10.1", "106.1", `<AltitudeMeters>5</AltitudeMeters><Extensions><ns3:TPX><ns3:Speed>3.5</ns3:Speed></ns3:TPX></Extensions>`) +
			`<Trackpoint><Time>2024-12-31T00:15:01Z</Time><HeartRateBpm><Value>99</Value></HeartRateBpm></Trackpoint></Track></Lap>
<Lap><Track>` + tcxTime("15:02", "10.2", "106.2", "") + `</Track></Lap><Creator><Name>Edge</Name><UnitId>77</UnitId></Creator></Activity></Activities>`),
		want:  []string{"trip | 10.1,106.1 2024-12-31T00:15:00Z v3.5 | 10.2,106.2 2024-12-31T00:15:02Z"},
		notes: []string{"no_fix line 6"},
	}, {
		name: "courses; their places are not points",
		text: tcx(`<Courses><Course><Name>Thứ hai</Name><Track>` + tcxTime("15:00", "10.1", "106.1", "") + `</Track>
<CoursePoint><Name>left</Name><Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>1</LongitudeDegrees></Position></CoursePoint></Course>
<Course><CoursePoint><Name>left</Name></CoursePoint><Track>` + tcxTime("16:00", "10.2", "106.2", "") + `</Track></Course></Courses>`),
		want: []string{"trip-1 [Thứ hai] | 10.1,106.1 2024-12-31T00:15:00Z", "trip-2 | 10.2,106.2 2024-12-31T00:16:00Z"},
	}, {
		name:  "broken off",
		text:  strings.TrimSuffix(tcx(`<Activities><Activity><Lap><Track>`+tcxTime("15:00", "10.1", "106.1", "")+tcxTime("15:01", "10.2", "106.2", "")+"<Trackpoint><Time>"), "\n</TrainingCenterDatabase>\n"),
		want:  []string{"trip | 10.1,106.1 2024-12-31T00:15:00Z | 10.2,106.2 2024-12-31T00:15:01Z"},
		notes: []string{"truncated line 5"},
	}})
}

func TestReadTCXChannels(t *testing.T) {
	text := tcx(`<Activities><Activity><Lap><Track>` + tcxTime("15:00", "10.1", "106.1", `<AltitudeMeters>5</AltitudeMeters><DistanceMeters>0</DistanceMeters>`) +
		tcxTime("15:01", "10.2", "106.2", `<AltitudeMeters>6</AltitudeMeters><DistanceMeters>15.5</DistanceMeters>`) + `</Track></Lap><Creator><UnitId>77</UnitId></Creator></Activity></Activities>`)
	trips, err := Read(context.Background(), strings.NewReader(text), "x.tcx", Options{})
	if err != nil {
		t.Fatal(err)
	}
	trip := trips[0]
	if !slices.Equal(trip.Channels.Elevation, []float64{5, 6}) || !slices.Equal(trip.Channels.Odometer, []float64{0, 15.5}) || trip.Device != "77" {
		t.Errorf("%v, device %q", trip.Channels, trip.Device)
	}
}

func TestReadTCXFaults(t *testing.T) {
	runFaultCases(t, []faultCase{{
		name: "latitude is a word", text: tcx("<Courses><Course><Track>\n" + tcxTime("15:00", "north", "1", "")), is: ErrValue, prefix: "trip.txt:4:56", has: `"north" is not a number`,
	}, {
		name: "no longitude", text: tcx("<Courses><Course><Track>\n<Trackpoint><Position><LatitudeDegrees>1</LatitudeDegrees></Position></Trackpoint></Track></Course></Courses>"), is: ErrValue, prefix: "trip.txt:4:1", has: "only one coordinate",
	}, {
		name: "bad time", text: tcx("<Courses><Course><Track><Trackpoint>\n<Time>soon</Time></Trackpoint></Track></Course></Courses>"), is: ErrValue, prefix: "trip.txt:4:1", has: `time "soon"`,
	}, {
		name: "indoors", text: tcx("<Courses><Course><Track>\n<Trackpoint/></Track></Course></Courses>"), is: ErrEmpty, prefix: "trip.txt:4", has: "no record of the file has a position",
	}})
}
