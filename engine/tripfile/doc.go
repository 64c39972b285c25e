// SPDX-License-Identifier: MIT

// Package tripfile writes trips, as recorded and as matched to the roads, to files for
// other programs.
//
// Every format is made from the same tables, with one row per trip, point, leg, way, stop
// or event; Columns lists their columns. A value is rounded when its row is made, so that
// all formats have the same numbers.
//
//   - CSV has one table, for programs as plain text or for Excel; see Excel.
//   - XLSX has a sheet per table.
//   - GeoJSON has a feature per row, and a line for a recorded trip.
//   - KML and KMZ have a folder per trip, and in it a folder per table.
//   - GPX has a track for the route, and one for the recording.
package tripfile
