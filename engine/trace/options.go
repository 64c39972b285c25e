package trace

import (
	"time"

	"roadsnap/engine/geo"
)

// Format is a file format, by the name that the command line uses.
type Format string

// The formats. Auto is for reading only.
const (
	Auto    Format = ""
	GPX     Format = "gpx"
	GeoJSON Format = "geojson"
	NMEA    Format = "nmea" // reading only
	CSV     Format = "csv"
	JSON    Format = "json" // one object per trip, one per line
)

// The limits that apply where Options say nothing.
const (
	DefaultMaxBytes  = 512 << 20 // after decompression: about eight million rows of CSV
	DefaultMaxPoints = 5_000_000 // 400 MB of observations: a fleet of 850 for a day at 15 s
	DefaultMaxTrips  = 100_000
)

// Options say how to read. The zero value reads anything, anywhere.
type Options struct {
	// Format is the format to read as, Auto to find it out.
	Format Format
	// Bounds is where the map is, to find out swapped coordinates where both
	// readings are on Earth. The zero value and an empty box mean unknown.
	Bounds geo.Bounds
	// Location is the zone of times that name none; nil means VietnamTime.
	Location *time.Location
	// MaxBytes bounds the length of the file after decompression, MaxPoints the
	// observations and MaxTrips the trips of one file. 0 means the default.
	MaxBytes            int64
	MaxPoints, MaxTrips int
	// Strict refuses a file with a record that cannot be read. Otherwise such a
	// record is left out with a Note, unless more than a tenth of all are bad.
	Strict bool
}

// VietnamTime returns the zone of Vietnam. It is fixed at UTC+7: the whole
// country has kept it, without summer time, since 13 June 1975, before any
// satellite receiver. So it needs no time zone database on the machine.
func VietnamTime() *time.Location {
	return time.FixedZone("Asia/Ho_Chi_Minh", 7*60*60)
}

// withDefaults returns o with every default filled in.
func (o Options) withDefaults() Options {
	if o.Location == nil {
		o.Location = VietnamTime()
	}
	if o.Bounds == (geo.Bounds{}) {
		o.Bounds = geo.NoBounds
	}
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
