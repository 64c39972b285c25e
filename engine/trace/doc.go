// Package trace reads recorded trips from the files that loggers, phones,
// trackers and spreadsheets write, and writes trips and matched trips.
//
// # What is read
//
// The content decides the format; the name only breaks ties. Files may be
// compressed with gzip, and may be UTF-8 with or without a byte order mark,
// UTF-16 as Excel writes it, or Windows-1258.
//
//   - GPX 1.0 and 1.1, with or without a namespace. Each track is one trip, its
//     segments joined in order: a new segment is a pause in reception, not a
//     new trip, and the matcher finds the gap by itself. Each route is a trip.
//     Waypoints are a trip only if the file has nothing else and all of them
//     have a time; otherwise they are places, not a trip, and the file is
//     refused with that sentence.
//   - GeoJSON. Each LineString, MultiLineString or MultiPoint is a trip, unless
//     several features share a trip_id: those make one trip. Point features are
//     trips by trip_id, or all one trip, if the file has no lines; beside lines
//     they are ignored. Times come from the properties coordTimes, times,
//     timestamps (lists) or time, timestamp (points), or from a fourth number
//     of a position.
//   - NMEA 0183: RMC, GGA, GLL, GNS; dates also from ZDA. One trip a file.
//   - CSV with comma, semicolon, tab or bar, with column names in English or
//     Vietnamese, or with none. Columns that name a vehicle or a trip divide
//     the rows into trips.
//   - The JSON that this package writes and the body of match-trip: objects
//     with a list of points.
//
// # Times
//
// A time without a zone is in Options.Location, Vietnam's by default; in GPX
// and NMEA it is UTC, as those formats say. A date written with slashes has the
// day before the month, unless a file proves otherwise. A time keeps the zone
// in which it was read.
//
// # Repairs
//
// What a reader repairs it says in Trip.Notes; nothing is mended in silence.
// What it cannot repair is an *Error with file, line, column where there is
// one, and the remedy.
package trace
