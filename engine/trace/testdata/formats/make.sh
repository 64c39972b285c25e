#!/bin/sh
# SPDX-License-Identifier: MIT
# make.sh writes the files of this folder again, from points that it makes up. It
# needs gpsbabel 1.8 and ogr2ogr of GDAL 3.6 or later.
set -eu
cd "$(dirname "$0")"
made=$(mktemp)
trap 'rm -f "$made"' EXIT
awk 'BEGIN {
	print "Latitude,Longitude,Altitude,Speed,Course,Date,Time,Fix,Sat"
	for (i = 0; i < 6; i++)
		printf "%.5f,%.5f,%d,%.1f m/s,32,2024/12/31,00:%02d:%02d,3d,8\n", 10.77653+i*0.0011, 106.70098+i*0.0007, 5+i, 8+i/2, 15+int(i/4), 15*i%60
}' >"$made"
babel() { gpsbabel -t -i unicsv,utc=0 -f "$made" -x track,title=Monday "$@"; }
babel -o gpx,gpxver=1.0 -F gpsbabel-1.0.gpx
babel -o gpx,gpxver=1.1,garminextensions=1 -F gpsbabel-1.1.gpx
babel -o kml,track=1 -F gpsbabel-track.kml
babel -o kml,points=0 -F gpsbabel-line.kml
babel -o gtrnctr,course=0 -F gpsbabel-activity.tcx
babel -o gtrnctr,course=1 -F gpsbabel-course.tcx
babel -o garmin_fit -F gpsbabel.fit
babel -o nmea,gprmc=1,gpgga=1 -F gpsbabel.nmea
babel -o unicsv,utc=0 -F gpsbabel.csv
babel -o geojson -F gpsbabel.geojson
gdal() { ogr2ogr -f "$@" 2>/dev/null; }
gdal KML gdal.kml gpsbabel-1.1.gpx tracks
gdal LIBKML gdal.kmz gpsbabel-1.1.gpx tracks
gdal LIBKML gdal-points.kml gpsbabel-1.1.gpx -sql "select time as timestamp, ele from track_points"
gdal GPX gdal.gpx gpsbabel-1.1.gpx tracks
gdal GeoJSON gdal.geojson gpsbabel-1.1.gpx tracks
gdal GeoJSONSeq gdal.geojsonl gpsbabel-1.1.gpx track_points
gdal CSV gdal.csv gpsbabel-1.1.gpx track_points -lco GEOMETRY=AS_XY -select time,ele
