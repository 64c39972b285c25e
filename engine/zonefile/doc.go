// SPDX-License-Identifier: MIT

// Package zonefile reads zones (geofences) from GIS files and tables, and writes them.
//
// A polygon becomes a polygon, a line a corridor and a point a circle, with the width or
// radius of a column or of Options. The columns name, group, color, kind, radius_m, width_m,
// lat, lon and code are known by several English and Vietnamese names. A feature of the kind
// "ward" or "province" with a code is that unit, whatever its geometry is.
package zonefile
