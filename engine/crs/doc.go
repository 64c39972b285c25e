// SPDX-License-Identifier: MIT

// Package crs reads which coordinate reference system a file of boundaries is in, and
// converts its positions to WGS 84.
//
// It knows WGS 84 and VN-2000, in degrees, in zones of UTM, and for VN-2000 in the
// three-degree zones (TM-3) of the nation and the provinces. VN-2000 differs from WGS 84 by
// about 200 m on the ground; package geo has the official parameters. All other systems are
// refused by name, because a guess would move every border.
//
// Positions are x, y: longitude and latitude, or easting and northing, the order that GIS
// formats store whatever the order of the system's axes is.
package crs
