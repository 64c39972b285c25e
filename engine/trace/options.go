// SPDX-License-Identifier: MIT

package trace

import (
	"time"

	"roadsnap/engine/geo"
)

// Format is a file format. Its value is its name on the command line.
type Format string

// The formats. Auto, for reading only, detects the format.
const (
	Auto Format = ""
	GPX  Format = "gpx"
	KML  Format = "kml"
	TCX  Format = "tcx" // reading only
	FIT  Format = "fit" // reading only

	// Polyline is a text with an encoded polyline on each line, for reading only.
	Polyline Format = "polyline"

	GeoJSON Format = "geojson"
	NMEA    Format = "nmea" // reading only
	CSV     Format = "csv"
	JSON    Format = "json" // one object per trip, one per line
	XLSX    Format = "xlsx" // workbooks
	HTML    Format = "html" // reading only: web pages with a table, often named .xls

	// SheetXML is a workbook in the XML of Excel 2003, often named .xls, for reading only.
	SheetXML Format = "excel-xml"
)

// Default limits of Options.
const (
	DefaultMaxBytes  = 512 << 20 // bytes after decompression: about eight million rows of CSV
	DefaultMaxPoints = 5_000_000 // 400 MB of observations: a fleet of 850 for a day at 15 s
	DefaultMaxTrips  = 100_000
)

// Options are options for reading. The zero value reads any format, anywhere.
type Options struct {
	// Format is the format of the file; Auto detects it.
	Format Format
	// Bounds is the area of the map. It serves to detect swapped coordinates if
	// both orders are on Earth. The zero value and an empty box mean unknown.
	Bounds geo.Bounds
	// Location is the zone of times without one; nil means VietnamTime.
	Location *time.Location
	// MaxBytes limits the length of a file after decompression, MaxPoints its
	// observations and MaxTrips its trips. 0 means the default.
	MaxBytes            int64
	MaxPoints, MaxTrips int
	// Strict makes an unreadable record an error. Otherwise such a record is left
	// out with a Note, unless more than a tenth of all are unreadable.
	Strict bool
	// Routes makes routes trips as well. Otherwise they are trips only in a file
	// without tracks.
	Routes bool
	// Tracks chooses tracks and routes by their names, or by their numbers in the
	// list of [Contents]. An empty list chooses all.
	Tracks []string
	// Numbers chooses tracks and routes by their numbers in the list of [Contents] alone. An
	// empty list chooses all, or those of Tracks.
	Numbers []int
	// Progress is called with the number of bytes read so far, before
	// decompression, about once for each megabyte. Runs on the caller's goroutine.
	Progress func(read int64)
	// Recipe reads tables as it says. Recipes are saved ones: a table is read by the first with
	// its Shape, unless Recipe is set.
	Recipe  *Recipe
	Recipes []Recipe
	// Plain refuses a compressed file with ErrPacked, so that no more is read than was sent.
	Plain bool

	depth int    // how many archives the file is in
	left  *int64 // of MaxBytes of the archive that the file is in, nil without one
}

// VietnamTime returns the time zone of Vietnam, fixed at UTC+7. The whole country
// has used it without daylight saving time since 13 June 1975, before any
// satellite receiver. So no time zone database is needed.
func VietnamTime() *time.Location {
	return time.FixedZone("Asia/Ho_Chi_Minh", 7*60*60)
}

// withDefaults returns o with the defaults filled in.
func (o Options) withDefaults() Options {
	if o.Location == nil {
		o.Location = VietnamTime()
	}
	if o.Bounds == (geo.Bounds{}) {
		o.Bounds = geo.NoBounds
	}
	o.Routes = o.Routes || len(o.Tracks) > 0 || len(o.Numbers) > 0
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxPoints <= 0 {
		o.MaxPoints = DefaultMaxPoints
	}
	if o.MaxTrips <= 0 {
		o.MaxTrips = DefaultMaxTrips
	}
	return o
}
