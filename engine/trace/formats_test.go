// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"math"
	"path/filepath"
	"testing"
	"time"
)

// TestFormatsOfPrograms reads files that testdata/formats/make.sh had other programs
// write. All hold the same six points, as far as the format can.
func TestFormatsOfPrograms(t *testing.T) {
	const times, speeds, heights, name = 1, 2, 4, 8 // what a file has besides positions
	for _, tc := range []struct {
		file, program, format string
		has                   int
	}{
		{"gpsbabel-1.0.gpx", "gpsbabel", "GPX 1.0", times | speeds | heights | name},
		{"gpsbabel-1.1.gpx", "gpsbabel", "GPX 1.1", times | heights | name},
		{"gpsbabel-track.kml", "gpsbabel", "KML, a gx:Track and a LineString", times | heights | name},
		{"gpsbabel-line.kml", "gpsbabel", "KML, a LineString", heights | name},
		{"gpsbabel-activity.tcx", "gpsbabel", "TCX, an activity", times | speeds | heights},
		{"gpsbabel-course.tcx", "gpsbabel", "TCX, a course", times | speeds | heights | name},
		{"gpsbabel.fit", "gpsbabel", "FIT, a course", times | speeds | heights | name},
		{"gpsbabel.nmea", "gpsbabel", "NMEA", times | speeds | heights},
		{"gpsbabel.csv", "gpsbabel", "CSV", times | speeds | heights},
		{"gpsbabel.geojson", "gpsbabel", "GeoJSON", heights | name},
		{"gdal.kml", "GDAL", "KML, of the driver KML", name},
		{"gdal.kmz", "GDAL", "KMZ, of the driver LIBKML", name},
		{"gdal-points.kml", "GDAL", "KML, a placemark for each point", times | heights | name},
		{"gdal.gpx", "GDAL", "GPX, a track", name},
		{"gdal.geojson", "GDAL", "GeoJSON, a line", name},
		{"gdal.geojsonl", "GDAL", "GeoJSON text sequence of points", times | heights},
		{"gdal.csv", "GDAL", "CSV with X and Y", times | heights},
	} {
		trips, err := ReadFile(context.Background(), filepath.Join("testdata", "formats", tc.file), Options{Bounds: hochiminh})
		if err != nil || len(trips) == 0 {
			t.Errorf("%s of %s: %v", tc.format, tc.program, err)
			continue
		}
		// The track of gpsbabel-track.kml is timed, and its line is another trip.
		trip := trips[0]
		if len(trips) != 1 && tc.file != "gpsbabel-track.kml" {
			t.Errorf("%s: %d trips", tc.file, len(trips))
		}
		if len(trip.Observations) != 6 {
			t.Errorf("%s: %d points", tc.file, len(trip.Observations))
			continue
		}
		if got := trip.Name != ""; got != (tc.has&name != 0) {
			t.Errorf("%s: name %q", tc.file, trip.Name)
		}
		start := time.Date(2024, 12, 31, 0, 15, 0, 0, time.UTC)
		if tc.file == "gpsbabel.csv" { // a table that names none has the zone of Vietnam
			start = start.Add(-7 * time.Hour)
		}
		for i, o := range trip.Observations {
			n := float64(i)
			if math.Abs(o.Lat-(10.77653+n*0.0011)) > 1e-5 || math.Abs(o.Lon-(106.70098+n*0.0007)) > 1e-5 {
				t.Errorf("%s: point %d is at %v", tc.file, i, o.Point)
			}
			if want := start.Add(time.Duration(i) * 15 * time.Second); tc.has&times != 0 && !o.Time.Equal(want) || tc.has&times == 0 && !o.Time.IsZero() {
				t.Errorf("%s: point %d has the time %v, want %v", tc.file, i, o.Time, want)
			}
			if o.HasSpeed != (tc.has&speeds != 0) || o.HasSpeed && math.Abs(o.Speed-(8+n/2)) > 0.01 {
				t.Errorf("%s: point %d has the speed %v", tc.file, i, o.Speed)
			}
			if heights := tc.has&heights != 0; (trip.Channels.Elevation != nil) != heights || heights && math.Abs(trip.Channels.Elevation[i]-(5+n)) > 0.3 {
				t.Errorf("%s: elevations %v", tc.file, trip.Channels.Elevation)
				break
			}
		}
	}
}
