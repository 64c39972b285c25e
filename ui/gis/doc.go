// SPDX-License-Identifier: MIT

// Package gis is the panel of a user's layers: files of points, lines and areas, and tables that
// are joined to wards or provinces. It lists them, styles them by a column, shows their rows, and
// draws them on the map. The files model*.go hold its state and import no widgets.
package gis
