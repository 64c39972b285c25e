// SPDX-License-Identifier: MIT

package trace

import (
	"strings"

	"roadsnap/engine/internal/tcvn3"
)

// role is the meaning of a column.
type role uint8

const (
	roleLat role = iota
	roleLon
	rolePosition // latitude and longitude in one cell
	roleTime     // date and time of day, or only the time of day if there is a roleDate
	roleDate
	roleSpeed
	roleHeading
	roleAccuracy
	roleHDOP
	roleVehicle
	roleDevice
	roleDriver
	roleTrip
	roleIgnition
	roleStatus // of the vehicle, in words; may say whether its engine is on
	roleOdometer
	roleElevation
	roleAddress
	roleZone  // of UTM, 1 to 60
	roleBand  // of UTM, a letter; N and later are north of the equator
	rolePlace // an address, or the position if the table has no other
	roleNS    // the hemisphere of the latitude, if it has no sign
	roleEW    // the hemisphere of the longitude
	numRoles
)

// roleNames maps column names to roles. The names are folded, without units and
// without qualifiers. If several columns have the same role, the first is used.
var roleNames = map[string]role{
	"lat": roleLat, "latitude": roleLat, "vi do": roleLat, "vido": roleLat,
	"lattitude": roleLat, "latitute": roleLat, "latidude": roleLat, //nolint:misspell // some trackers spell them so
	"lon": roleLon, "lng": roleLon, "long": roleLon, "longitude": roleLon, "kinh do": roleLon, "kinhdo": roleLon, "longtitude": roleLon,

	"coordinates": rolePosition, "coordinate": rolePosition, "lat lon": rolePosition, "lat lng": rolePosition, "latlng": rolePosition,
	"latlon": rolePosition, "toa do": rolePosition, "toado": rolePosition, "lat long": rolePosition, "latlong": rolePosition,
	"latitude longitude": rolePosition, "lon lat": rolePosition, "long lat": rolePosition, "lng lat": rolePosition, "longitude latitude": rolePosition,
	"vi do kinh do": rolePosition, "kinh do vi do": rolePosition, "vi kinh do": rolePosition, "kinh vi do": rolePosition, "wkt": rolePosition,

	"n s": roleNS, "ns": roleNS, "ns indicator": roleNS, "lat dir": roleNS, "e w": roleEW, "ew": roleEW, "ew indicator": roleEW, "lon dir": roleEW,

	"time": roleTime, "timestamp": roleTime, "datetime": roleTime, "date time": roleTime, "time stamp": roleTime,
	"thoi gian": roleTime, "thoigian": roleTime, "ngay gio": roleTime, "ngaygio": roleTime, "thoi diem": roleTime,
	"gio": roleTime, "gio phut": roleTime, "epoch": roleTime, "unix": roleTime, "unixtime": roleTime, "unix time": roleTime,
	"fix time": roleTime, "device time": roleTime, "recorded at": roleTime, "ts": roleTime, "gpstime": roleTime, "utc": roleTime,
	"date and time": roleTime, "ngay va gio": roleTime, "thoi gian ghi nhan": roleTime, "tg": roleTime,
	"thoi gian thiet bi": roleTime, "gio thiet bi": roleTime,

	"date": roleDate, "ngay": roleDate, "ngay thang": roleDate, "ngay thang nam": roleDate, "day": roleDate,

	"speed": roleSpeed, "velocity": roleSpeed, "ground speed": roleSpeed, "toc do": roleSpeed, "tocdo": roleSpeed, "van toc": roleSpeed, "vantoc": roleSpeed,
	"heading": roleHeading, "course": roleHeading, "bearing": roleHeading, "direction": roleHeading, "cog": roleHeading,
	"azimuth": roleHeading, "huong": roleHeading, "huong di": roleHeading, "huong di chuyen": roleHeading, "goc huong": roleHeading,

	"accuracy": roleAccuracy, "horizontal accuracy": roleAccuracy, "hacc": roleAccuracy, "do chinh xac": roleAccuracy,
	"sai so": roleAccuracy, "precision": roleAccuracy, "error": roleAccuracy,
	"hdop": roleHDOP,

	"vehicle": roleVehicle, "vehicle id": roleVehicle, "plate": roleVehicle, "license plate": roleVehicle, "licence plate": roleVehicle,
	"plate number": roleVehicle, "license plate number": roleVehicle, "registration": roleVehicle, "registration number": roleVehicle,
	"vehicle plate": roleVehicle, "number plate": roleVehicle, "taxi id": roleVehicle, "bien so": roleVehicle, "bien so xe": roleVehicle,
	"bien kiem soat": roleVehicle, "bks": roleVehicle, "bienso": roleVehicle, "bsx": roleVehicle, "so xe": roleVehicle, "ma xe": roleVehicle,
	"plate no": roleVehicle, "reg no": roleVehicle, "registration no": roleVehicle, "license no": roleVehicle, "licence no": roleVehicle,
	"vehicle no": roleVehicle, "vehicle number": roleVehicle, "vehicle name": roleVehicle, "car no": roleVehicle, "car number": roleVehicle,
	"asset": roleVehicle, "asset name": roleVehicle, "unit name": roleVehicle, "xe": roleVehicle, "bien so phuong tien": roleVehicle, "phuong tien": roleVehicle, "bien so dang ky": roleVehicle, "bien xe": roleVehicle,

	"device": roleDevice, "device id": roleDevice, "deviceid": roleDevice, "imei": roleDevice, "so imei": roleDevice,
	"ma thiet bi": roleDevice, "thiet bi": roleDevice, "so serial": roleDevice, "serial number": roleDevice, "tracker": roleDevice,
	"tracker id": roleDevice, "so hieu thiet bi": roleDevice, "so thiet bi": roleDevice,

	"driver": roleDriver, "driver name": roleDriver, "drivername": roleDriver, "lai xe": roleDriver, "laixe": roleDriver, "tai xe": roleDriver, "taixe": roleDriver,
	"ten lai xe": roleDriver, "ten tai xe": roleDriver, "ho ten lai xe": roleDriver, "ho ten tai xe": roleDriver, "ho va ten lai xe": roleDriver,
	"ho va ten tai xe": roleDriver, "nguoi lai": roleDriver, "nguoi lai xe": roleDriver,

	"ignition": roleIgnition, "ignition status": roleIgnition, "ignition state": roleIgnition, "ign": roleIgnition, "acc": roleIgnition,
	"acc status": roleIgnition, "acc state": roleIgnition, "engine": roleIgnition, "engine status": roleIgnition, "engine state": roleIgnition,
	"khoa dien": roleIgnition, "trang thai khoa dien": roleIgnition, "trang thai khoa": roleIgnition, "khoa": roleIgnition, "dong co": roleIgnition,
	"trang thai dong co": roleIgnition, "trang thai may": roleIgnition, "may": roleIgnition, "tinh trang may": roleIgnition, "bat tat may": roleIgnition,
	"trang thai acc": roleIgnition, "may xe": roleIgnition, "no may": roleIgnition, "den khoa": roleIgnition,

	"status": roleStatus, "trang thai": roleStatus, "trang thai xe": roleStatus, "tinh trang": roleStatus, "tinh trang xe": roleStatus,

	"odometer": roleOdometer, "odo": roleOdometer, "mileage": roleOdometer, "total distance": roleOdometer, "total mileage": roleOdometer,
	"totaldistance": roleOdometer, "distance travelled": roleOdometer, "distance traveled": roleOdometer, "cumulative distance": roleOdometer,
	"km gps": roleOdometer, "km": roleOdometer, "so km": roleOdometer, "tong km": roleOdometer, "km tich luy": roleOdometer, "km co": roleOdometer,
	"km xe": roleOdometer, "km di duoc": roleOdometer, "quang duong": roleOdometer, "quangduong": roleOdometer, "tong quang duong": roleOdometer,
	"quang duong di duoc": roleOdometer, "quang duong tich luy": roleOdometer, "quang duong gps": roleOdometer, "cong to": roleOdometer,
	"cong to met": roleOdometer, "dong ho cong to met": roleOdometer, "so km tich luy": roleOdometer, "so km gps": roleOdometer, "tong so km": roleOdometer,

	"elevation": roleElevation, "ele": roleElevation, "altitude": roleElevation, "alt": roleElevation, "height": roleElevation,
	"do cao": roleElevation, "docao": roleElevation, "cao do": roleElevation, "altitude msl": roleElevation,

	"address": roleAddress, "street address": roleAddress, "full address": roleAddress, "formatted address": roleAddress, "location address": roleAddress,
	"dia chi": roleAddress, "diachi": roleAddress, "dia diem": roleAddress, "vi tri dia chi": roleAddress, "dia chi gps": roleAddress,
	"vi tri": rolePlace, "vi tri hien tai": rolePlace, "location": rolePlace, "vi tri xe": rolePlace,

	"trip": roleTrip, "trip id": roleTrip, "tripid": roleTrip, "trip no": roleTrip, "track": roleTrip, "track id": roleTrip, "track fid": roleTrip,
	"journey": roleTrip, "journey id": roleTrip, "ride id": roleTrip, "ma chuyen": roleTrip, "chuyen": roleTrip,
	"shape id": roleTrip, "chuyen di": roleTrip, "ma chuyen di": roleTrip, "so chuyen": roleTrip, "ma hanh trinh": roleTrip, "hanh trinh": roleTrip,
}

// planeNames are used only if no column has a name of a position in roleNames. Numbers in
// them may be degrees.
var planeNames = map[string]role{
	"y": roleLat, "x": roleLon, "point y": roleLat, "point x": roleLon, "northing": roleLat, "easting": roleLon, "utm north": roleLat, "utm east": roleLon,
	"utm n": roleLat, "utm e": roleLon, "toa do y": roleLat, "toa do x": roleLon, "toado y": roleLat, "toado x": roleLon,
	"utm zone": roleZone, "utm z": roleZone, "utm ch": roleBand, "utm c": roleBand,
}

// qualifiers are prefixes of column names that do not change the role.
var qualifiers = []string{
	"gps ", "location ", "position ", "vehicle ", "wgs84 ", "loc ", "toa do ", "dec ", "decimal ", "utc ", "event ", "report ", "locate ", "local ", "shape pt ",
}

// unit is a unit that may follow the name of a column.
type unit struct {
	suffix string
	speed  float64 // m/s per unit; 0 if it is not a unit of speed
	length float64 // metres per unit; 0 if it is not a unit of length
	utc    bool
}

// units lists the suffixes that cutUnit removes, folded. The first that fits is
// removed, then all are tried again.
var units = []unit{
	{suffix: " km per h", speed: 1 / kmhPerMPS}, {suffix: " km gio", speed: 1 / kmhPerMPS},
	{suffix: " km h", speed: 1 / kmhPerMPS}, {suffix: " kmh", speed: 1 / kmhPerMPS}, {suffix: " kph", speed: 1 / kmhPerMPS},
	{suffix: " kmph", speed: 1 / kmhPerMPS}, {suffix: " km hr", speed: 1 / kmhPerMPS},
	{suffix: " m per s", speed: 1}, {suffix: " m s", speed: 1}, {suffix: " mps", speed: 1},
	{suffix: " knots", speed: mpsPerKnot}, {suffix: " kts", speed: mpsPerKnot}, {suffix: " kn", speed: mpsPerKnot},
	{suffix: " mph", speed: 1609.344 / 3600},
	{suffix: " gmt 7"}, {suffix: " utc 7"}, {suffix: " utc", utc: true}, {suffix: " gmt", utc: true},
	{suffix: " gmt 0", utc: true}, {suffix: " utc 0", utc: true},
	{suffix: " km", length: metresPerKm}, {suffix: " kilometres", length: metresPerKm},
	{suffix: " kilometers", length: metresPerKm}, //nolint:misspell // as Americans spell it
	{suffix: " metres", length: 1}, {suffix: " meters", length: 1}, {suffix: " met", length: 1}, {suffix: " m", length: 1},
	{suffix: " ft", length: metresPerFoot}, {suffix: " feet", length: metresPerFoot}, {suffix: " miles", length: 1609.344},
	{suffix: " degrees"}, {suffix: " degree"}, {suffix: " deg"}, {suffix: " wgs84"}, {suffix: " wgs 84"},
	{suffix: " gps"}, {suffix: " local"}, {suffix: " n s"}, {suffix: " e w"}, {suffix: " s"}, {suffix: " ms"}, {suffix: " iso"}, {suffix: " vn"},
	{suffix: " decimal"}, {suffix: " dd"}, {suffix: " n"}, {suffix: " e"},
	{suffix: " dinh vi"}, {suffix: " ban do"}, {suffix: " cap nhat"}, {suffix: " xe"}, {suffix: " hien tai"}, {suffix: " tuc thoi"},
}

// metresPerFoot is one foot (metres).
const metresPerFoot = 0.3048

// mpsPerKnot is one knot (m/s): 1852 m in 3600 s.
const mpsPerKnot = 1852.0 / 3600

// column is the column of a role.
type column struct {
	index int
	found bool
}

// columns holds the column of each role.
type columns struct {
	at         [numRoles]column
	speed      float64 // m/s per unit of the speed column
	odometer   float64 // metres per unit of the odometer, 0 if the name does not say
	elevation  float64 // metres per unit of the elevation
	utc        bool    // the name of the time column contains UTC
	reports    bool    // there are columns of a report
	plainSpeed bool    // the name of the speed has no unit
	foundTime  bool    // the time was found by its values
	lonFirst   bool    // the name of the position has the longitude first
}

// usable reports whether the columns give positions.
func (c *columns) usable() bool {
	return c.at[roleLat].found && c.at[roleLon].found || c.at[rolePosition].found
}

// score returns the number of known columns. Separate columns for latitude and
// longitude outweigh all others.
func (c *columns) score() int {
	n := 0
	for _, col := range c.at {
		n += oneIf(col.found)
	}
	if c.at[roleLat].found && c.at[roleLon].found {
		n += int(numRoles)
	}
	return n
}

// namedColumns parses a row of column names. Speeds without a unit are in km/h,
// the unit of speedometers in Vietnam.
func namedColumns(row []string) columns {
	c := columns{speed: 1 / kmhPerMPS, elevation: 1}
	speedUnit := false // the name of the speed has one
	for i, cell := range row {
		r, u, ok := roleOfColumn(cell)
		if !ok || c.at[r].found {
			continue
		}
		c.at[r] = column{index: i, found: true}
		switch {
		case r == roleSpeed && u.speed > 0:
			c.speed, speedUnit = u.speed, true
		case r == roleOdometer:
			c.odometer = u.length
		case r == roleElevation && u.length > 0:
			c.elevation = u.length
		case r == roleTime:
			c.utc = u.utc
		case r == rolePosition:
			name := foldName(cell)
			c.lonFirst = strings.HasPrefix(name, "l") && !strings.HasPrefix(name, "lat") || strings.HasPrefix(name, "kinh")
		}
	}
	switch {
	case !c.at[roleSpeed].found || speedUnit:
	case isUnicsv(row):
		c.speed = 1
	case isTraccarTable(row):
		c.speed = mpsPerKnot
	default:
		c.plainSpeed = true
	}
	if !c.usable() {
		c.takePlaneNames(row)
	}
	c.takePlace()
	c.setReports()
	return c
}

// isUnicsv reports whether these are the column names of gpsbabel's unicsv: a number, the
// position and, at the end, date and time, exactly as gpsbabel spells them. Its speeds are in
// m/s: in the files of two recorders, the median of distance by time and speed is 1.02.
func isUnicsv(row []string) bool {
	n := len(row)
	return n >= 5 && row[0] == "No" && (row[1] == "Latitude" && row[2] == "Longitude" || row[1] == "UTM-Zone" && row[2] == "UTM-Ch") &&
		row[n-2] == "Date" && row[n-1] == "Time"
}

// isTraccarTable reports whether these are the columns of Traccar's table of positions. Its speeds
// are in knots.
func isTraccarTable(row []string) bool {
	var found int
	for _, cell := range row {
		switch strings.ReplaceAll(foldName(cell), " ", "") {
		case "fixtime", "devicetime", "attributes":
			found++
		}
	}
	return found >= 2
}

func (c *columns) setReports() {
	for _, r := range []role{roleDevice, roleDriver, roleIgnition, roleStatus, roleOdometer, roleElevation, roleAddress} {
		c.reports = c.reports || c.at[r].found
	}
}

// roleOfColumn returns the role of a column by its name, and the unit in it.
func roleOfColumn(cell string) (role, unit, bool) {
	r, u, ok := roleOfName(cell)
	if raw := singleBytes(cell); !ok && raw != "" {
		if r, u, ok = roleOfName(tcvn3.Decode(raw)); !ok {
			r, u, ok = roleOfName(plainVNI(raw))
		}
	}
	return r, u, ok
}

func roleOfName(cell string) (role, unit, bool) {
	folded := foldName(cell)
	if r, ok := roleOf(folded); ok {
		u := unit{utc: folded == "utc" || strings.HasPrefix(folded, "utc ")}
		if containsWords(folded, "km") {
			u.length = metresPerKm
		}
		return r, u, true
	}
	name, u := cutUnit(folded)
	r, ok := roleOf(name)
	u.utc = u.utc || name == "utc"
	if name == "v" && u.speed > 0 { // of "V (km/h)", not volts
		r, ok = roleSpeed, true
	}
	if u.length == 0 && containsWords(name, "km") {
		u.length = metresPerKm
	}
	if !ok {
		r, ok = roleInTwoLanguages(cell)
	}
	return r, u, ok
}

// roleInTwoLanguages returns the role of a name such as "Vĩ độ (Latitude)" or "Biển số/Plate", of
// which two parts have the same role.
func roleInTwoLanguages(cell string) (role, bool) {
	var found [numRoles]bool
	for part := range strings.FieldsFuncSeq(cell, func(r rune) bool { return strings.ContainsRune("/()|-\n", r) }) {
		if r, ok := roleOf(foldName(part)); ok && found[r] {
			return r, true
		} else if ok {
			found[r] = true
		}
	}
	return 0, false
}

// takePlace gives the column of places a role. Trackers write an address there, others
// the position.
func (c *columns) takePlace() {
	place := c.at[rolePlace]
	switch {
	case !place.found:
	case !c.usable():
		c.at[rolePosition] = place
	case !c.at[roleAddress].found:
		c.at[roleAddress] = place
	}
	c.at[rolePlace] = column{}
}

func (c *columns) takePlaneNames(row []string) {
	for i, cell := range row {
		if r, ok := planeNames[foldName(cell)]; ok && !c.at[r].found {
			c.at[r] = column{index: i, found: true}
		}
	}
}

// cutUnit removes the units from the end of a folded name.
func cutUnit(name string) (string, unit) {
	var all unit
	for again := true; again; {
		again = false
		for _, u := range units {
			if rest, ok := strings.CutSuffix(name, u.suffix); ok {
				name, again = rest, true
				all.utc = all.utc || u.utc
				if u.speed > 0 {
					all.speed = u.speed
				}
				if u.length > 0 {
					all.length = u.length
				}
				break
			}
		}
	}
	return name, all
}

func roleOf(name string) (role, bool) {
	if r, ok := roleNames[name]; ok {
		return r, true
	}
	for _, q := range qualifiers {
		if rest, ok := strings.CutPrefix(name, q); ok {
			if r, ok := roleNames[rest]; ok {
				return r, true
			}
		}
	}
	return 0, false
}
