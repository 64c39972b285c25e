// SPDX-License-Identifier: MIT

// Package trace reads recorded trips from the files of loggers, phones, trackers
// and spreadsheets, and writes trips and matched trips.
//
// # Formats
//
// The format is detected from the content; the file name only breaks ties.
// Files may be compressed with gzip, or be in a ZIP archive. The encoding may be
// UTF-8 with or without a byte order mark, UTF-16 as Excel writes it, or Windows-1258.
//
//   - GPX 1.0 and 1.1, with or without a namespace. Each track is one trip with
//     its segments joined in order, because a new segment is a pause in
//     reception and the matcher finds the gap by itself. Each route is a trip
//     if the file has no tracks, or if Options asks for routes.
//     Waypoints are a trip only if the file has nothing else, they are at least
//     two, and all have a time; otherwise a file of waypoints is refused.
//   - KML of any version. Each placemark with lines or tracks (gx:Track, LineString,
//     MultiGeometry) is one trip. The point placemarks of a folder are one trip for
//     each vehicle if the file has nothing else and most of them have a time. Arrays
//     and ExtendedData have the names of columns; a speed without a unit is in m/s.
//   - TCX. Each activity with its laps is a trip, and so is each course.
//   - FIT. The records of a file are one trip; files that follow one another in one
//     file are a trip each.
//   - GeoJSON. Each LineString, MultiLineString or MultiPoint is a trip;
//     features that share a trip_id are one trip. Point features are grouped
//     into trips by trip_id; those without one form a single trip. Points are
//     ignored if the file also has lines. Times are in the properties
//     coordTimes, times or timestamps (lists), in time or timestamp (points),
//     or in the fourth number of a position.
//   - NMEA 0183: RMC, GGA, GLL and GNS; dates also from ZDA. One trip per file.
//   - CSV with comma, semicolon, tab or bar, and with column names in English or
//     Vietnamese or with none. Vehicle and trip columns divide the rows into
//     trips. A plate, device or driver may also be in the lines above the table. Times whose
//     column has no known name are found by their values. Both coordinates may be in one cell,
//     also as WKT or a link to a map.
//   - XLSX workbooks. Each visible sheet with positions is read as a table, with names in
//     merged cells and dates as numbers from 1900 or 1904. A plate may be in the name of the
//     sheet. Sheets without a plate are trips of their own.
//   - Web pages with a table, and workbooks in the XML of Excel 2003, which trackers name .xls.
//     Binary workbooks of Excel 2003 are refused.
//   - Encoded polylines, one on each line of a text. Their coordinates have 5 or 6
//     decimals: as many as put them on Earth, near the map or in Vietnam, with steps
//     that a vehicle makes. A note says which.
//   - The JSON that this package writes, and the request bodies of match-trip and
//     snap-to-roads: objects with a list of points. In a list of positions from the API of
//     Traccar, a speed without a unit is in knots. Points may also be in members such as data,
//     result and positions, on lines of their own, and have the names of columns. The locations
//     and the timeline that Google exports are a trip.
//
// # Vehicles, drivers and channels
//
// Plate, device, driver, ignition, odometer, elevation and address are read from
// columns of tables, from members of GeoJSON and JSON with the same names, and from
// elements of GPX and its extensions. Elevations are also in the third number of
// a position and in GGA and GNS. A trip without a vehicle takes the plate in its name, or in the
// name of its file. An odometer whose name has no unit is in
// kilometres or metres, whichever fits the positions.
//
// A speed in a table is in the unit that its name or its cell has, or else in km/h; in JSON, in
// m/s. If positions and times show that a speed without a unit is in the other one, it is read so.
// Degrees times 10⁵, 10⁶ or 10⁷ and the ddmm.mmmm of NMEA are read if they are near the map or in
// Vietnam.
//
// # Times
//
// A time without a zone is in Options.Location, Vietnam's zone by default. In
// GPX, KML, TCX and NMEA it is UTC, as those formats specify. A date written with slashes
// has the day before the month, unless another date of the file proves
// otherwise. A time keeps its zone. Times may have the words of Vietnamese, such as
// "Thứ Ba, 7 giờ 15 chiều ngày 31 tháng 12 năm 2024", or be numbers of spreadsheets and .NET.
// Date and time of day may be in two columns, also as numbers.
//
// # Repairs
//
// Trip.Notes lists every repair and assumption. A fault that cannot be repaired
// is an *Error with file, line, column if known, and a remedy.
package trace
