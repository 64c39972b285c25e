// SPDX-License-Identifier: MIT

package crs

import (
	"fmt"
	"math"
	"strings"
)

// EPSG returns the code of the system in the EPSG registry, 0 if it has none.
func (s System) EPSG() int {
	const utmNorth, utmZones = 32600, 60
	codes := []int{4326, 4756, 3405, 3406}
	for _, z := range Zones() {
		codes = append(codes, z.EPSG)
	}
	for zone := 1; zone <= utmZones; zone++ {
		codes = append(codes, utmNorth+zone)
	}
	for _, code := range codes {
		if known, err := ByEPSG(code); err == nil && known == s {
			return code
		}
	}
	return 0
}

// OfMeridian returns the TM-3 zone of VN-2000 with a central meridian (degrees east); ok is
// false if there is none.
func OfMeridian(meridian float64) (s System, ok bool) {
	for _, z := range Zones() {
		if z.Meridian == meridian {
			s, err := ByEPSG(z.EPSG)
			return s, err == nil
		}
	}
	return System{}, false
}

// Name returns the name of the system in the EPSG registry's style, such as "VN-2000 / TM-3
// 105-45".
func (s System) Name() string {
	base := "WGS 84"
	if s.vn2000 {
		base = "VN-2000"
	}
	if !s.projected {
		return base
	}
	const wide = 0.9996 // the scale of UTM
	if s.grid.Scale == wide {
		return fmt.Sprintf("%s / UTM zone %.0fN", base, (s.grid.Meridian+183)/6)
	}
	degrees := math.Floor(s.grid.Meridian)
	return fmt.Sprintf("%s / TM-3 %.0f-%02.0f", base, degrees, (s.grid.Meridian-degrees)*60)
}

// WKT returns the definition of the system in well-known text of OGC's first version, as
// GeoPackage has it.
func (s System) WKT() string {
	geographic := `GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],` +
		`PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],`
	code := 4326
	if s.vn2000 {
		geographic = `GEOGCS["VN-2000",DATUM["Vietnam_2000",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],` +
			`TOWGS84[-191.90441429,-39.30318279,-111.45032835,0.00928836,-0.01975479,0.00427372,0.252906278],AUTHORITY["EPSG","6756"]],` +
			`PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],`
		code = 4756
	}
	geographic += fmt.Sprintf(`AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","%d"]]`, code)
	if !s.projected {
		return geographic
	}
	own := ""
	if code := s.EPSG(); code != 0 {
		own = fmt.Sprintf(`,AUTHORITY["EPSG","%d"]`, code)
	}
	return fmt.Sprintf(`PROJCS["%s",%s,PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",%g],`+
		`PARAMETER["scale_factor",%g],PARAMETER["false_easting",%g],PARAMETER["false_northing",%g],UNIT["metre",1,AUTHORITY["EPSG","9001"]]%s]`,
		s.Name(), geographic, s.grid.Meridian, s.grid.Scale, s.grid.FalseEasting, s.grid.FalseNorthing, own)
}

// PROJJSON returns the definition of the system as PROJ has it in JSON, of version 0.7, to be
// encoded as a part of other JSON.
func (s System) PROJJSON() map[string]any {
	type object = map[string]any
	id := func(code int) object { return object{"authority": "EPSG", "code": code} }
	axis := func(name, short, direction, unit string) object {
		return object{"name": name, "abbreviation": short, "direction": direction, "unit": unit}
	}
	value := func(name string, v float64, unit string, code int) object {
		return object{"name": name, "value": v, "unit": unit, "id": id(code)}
	}
	name, datum, code := "WGS 84", "World Geodetic System 1984", 4326
	if s.vn2000 {
		name, datum, code = "VN-2000", "Vietnam 2000", 4756
	}
	base := object{
		"type": "GeographicCRS", "name": name,
		"datum": object{
			"type": "GeodeticReferenceFrame", "name": datum,
			"ellipsoid": object{"name": "WGS 84", "semi_major_axis": 6378137, "inverse_flattening": 298.257223563},
		},
		"coordinate_system": object{"subtype": "ellipsoidal", "axis": []object{
			axis("Geodetic latitude", "Lat", "north", "degree"), axis("Geodetic longitude", "Lon", "east", "degree"),
		}},
		"id": id(code),
	}
	const schema = "https://proj.org/schemas/v0.7/projjson.schema.json"
	if !s.projected {
		base["$schema"] = schema
		return base
	}
	projected := object{
		"$schema": schema, "type": "ProjectedCRS", "name": s.Name(), "base_crs": base,
		"conversion": object{
			"name": strings.TrimPrefix(s.Name(), name+" / "), "method": object{"name": "Transverse Mercator", "id": id(9807)},
			"parameters": []object{
				value("Latitude of natural origin", 0, "degree", 8801), value("Longitude of natural origin", s.grid.Meridian, "degree", 8802),
				value("Scale factor at natural origin", s.grid.Scale, "unity", 8805),
				value("False easting", s.grid.FalseEasting, "metre", 8806), value("False northing", s.grid.FalseNorthing, "metre", 8807),
			},
		},
		"coordinate_system": object{"subtype": "Cartesian", "axis": []object{
			axis("Easting", "E", "east", "metre"), axis("Northing", "N", "north", "metre"),
		}},
	}
	if code := s.EPSG(); code != 0 {
		projected["id"] = id(code)
	}
	return projected
}

// ESRI returns the definition in the spelling of ESRI, as the .prj of a Shapefile has it.
func (s System) ESRI() string {
	geographic := `GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`
	name := "WGS_1984"
	if s.vn2000 {
		geographic = `GEOGCS["GCS_VN_2000",DATUM["D_Vietnam_2000",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`
		name = "VN_2000"
	}
	if !s.projected {
		return geographic
	}
	const wide = 0.9996
	if degrees := math.Floor(s.grid.Meridian); s.grid.Scale == wide {
		name += fmt.Sprintf("_UTM_Zone_%.0fN", (s.grid.Meridian+183)/6)
	} else {
		name += fmt.Sprintf("_TM-3_%.0f-%02.0f", degrees, (s.grid.Meridian-degrees)*60)
	}
	return fmt.Sprintf(`PROJCS["%s",%s,PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",%.1f],PARAMETER["False_Northing",%.1f],`+
		`PARAMETER["Central_Meridian",%g],PARAMETER["Scale_Factor",%g],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`,
		name, geographic, s.grid.FalseEasting, s.grid.FalseNorthing, s.grid.Meridian, s.grid.Scale)
}
