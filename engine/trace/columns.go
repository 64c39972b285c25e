// SPDX-License-Identifier: MIT

package trace

import "strings"

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
	roleTrip
	numRoles
)

// roleNames maps column names to roles. The names are folded, without units and
// without qualifiers. If several columns have the same role, the first is used.
var roleNames = map[string]role{
	"lat": roleLat, "latitude": roleLat, "vi do": roleLat, "vido": roleLat,
	"lattitude": roleLat, //nolint:misspell // some trackers spell it so
	"lon":       roleLon, "lng": roleLon, "long": roleLon, "longitude": roleLon, "kinh do": roleLon, "kinhdo": roleLon, "longtitude": roleLon,

	"coordinates": rolePosition, "coordinate": rolePosition, "lat lon": rolePosition, "lat lng": rolePosition, "latlng": rolePosition,
	"latlon": rolePosition, "toa do": rolePosition, "toado": rolePosition, "vi tri": rolePosition,

	"time": roleTime, "timestamp": roleTime, "datetime": roleTime, "date time": roleTime, "time stamp": roleTime,
	"thoi gian": roleTime, "thoigian": roleTime, "ngay gio": roleTime, "ngaygio": roleTime, "thoi diem": roleTime,
	"gio": roleTime, "gio phut": roleTime, "epoch": roleTime, "unix": roleTime, "unixtime": roleTime, "unix time": roleTime,
	"fix time": roleTime, "device time": roleTime, "recorded at": roleTime, "ts": roleTime, "gpstime": roleTime, "utc": roleTime,
	"date and time": roleTime, "ngay va gio": roleTime, "thoi gian ghi nhan": roleTime, "tg": roleTime,

	"date": roleDate, "ngay": roleDate, "ngay thang": roleDate, "ngay thang nam": roleDate, "day": roleDate,

	"speed": roleSpeed, "velocity": roleSpeed, "toc do": roleSpeed, "tocdo": roleSpeed, "van toc": roleSpeed, "vantoc": roleSpeed,
	"heading": roleHeading, "course": roleHeading, "bearing": roleHeading, "direction": roleHeading, "cog": roleHeading,
	"azimuth": roleHeading, "huong": roleHeading, "huong di": roleHeading, "huong di chuyen": roleHeading, "goc huong": roleHeading,

	"accuracy": roleAccuracy, "horizontal accuracy": roleAccuracy, "hacc": roleAccuracy, "do chinh xac": roleAccuracy,
	"sai so": roleAccuracy, "precision": roleAccuracy, "error": roleAccuracy,
	"hdop": roleHDOP,

	"vehicle": roleVehicle, "vehicle id": roleVehicle, "plate": roleVehicle, "license plate": roleVehicle, "licence plate": roleVehicle,
	"plate number": roleVehicle, "device": roleVehicle, "device id": roleVehicle, "deviceid": roleVehicle, "imei": roleVehicle,
	"taxi id": roleVehicle, "bien so": roleVehicle, "bien so xe": roleVehicle, "bien kiem soat": roleVehicle, "bks": roleVehicle,
	"bienso": roleVehicle, "so xe": roleVehicle, "ma xe": roleVehicle, "xe": roleVehicle, "ma thiet bi": roleVehicle, "thiet bi": roleVehicle,

	"trip": roleTrip, "trip id": roleTrip, "tripid": roleTrip, "trip no": roleTrip, "track": roleTrip, "track id": roleTrip,
	"journey": roleTrip, "journey id": roleTrip, "ride id": roleTrip, "ma chuyen": roleTrip, "chuyen": roleTrip,
	"chuyen di": roleTrip, "ma chuyen di": roleTrip, "so chuyen": roleTrip, "ma hanh trinh": roleTrip, "hanh trinh": roleTrip,
}

// planeNames are used for degrees only if no column has a name in roleNames.
var planeNames = map[string]role{"y": roleLat, "x": roleLon}

// qualifiers are prefixes of column names that do not change the role.
var qualifiers = []string{"gps ", "location ", "position ", "vehicle ", "wgs84 ", "loc ", "toa do "}

// unit is a unit that may follow the name of a column.
type unit struct {
	suffix string
	speed  float64 // m/s per unit; 0 if it is not a unit of speed
	utc    bool
}

// units lists the suffixes that cutUnit removes, folded. The first that fits is
// removed, then all are tried again.
var units = []unit{
	{suffix: " km per h", speed: 1 / kmhPerMPS}, {suffix: " km gio", speed: 1 / kmhPerMPS},
	{suffix: " km h", speed: 1 / kmhPerMPS}, {suffix: " kmh", speed: 1 / kmhPerMPS}, {suffix: " kph", speed: 1 / kmhPerMPS},
	{suffix: " m per s", speed: 1}, {suffix: " m s", speed: 1}, {suffix: " mps", speed: 1},
	{suffix: " knots", speed: mpsPerKnot}, {suffix: " kts", speed: mpsPerKnot}, {suffix: " kn", speed: mpsPerKnot},
	{suffix: " mph", speed: 1609.344 / 3600},
	{suffix: " gmt 7"}, {suffix: " utc 7"}, {suffix: " utc", utc: true}, {suffix: " gmt", utc: true},
	{suffix: " gmt 0", utc: true}, {suffix: " utc 0", utc: true},
	{suffix: " metres"}, {suffix: " meters"}, {suffix: " met"}, {suffix: " m"},
	{suffix: " degrees"}, {suffix: " degree"}, {suffix: " deg"}, {suffix: " wgs84"}, {suffix: " wgs 84"},
	{suffix: " gps"}, {suffix: " local"}, {suffix: " s"}, {suffix: " ms"}, {suffix: " iso"},
}

// mpsPerKnot is one knot (m/s): 1852 m in 3600 s.
const mpsPerKnot = 1852.0 / 3600

// column is the column of a role.
type column struct {
	index int
	found bool
}

// columns holds the column of each role.
type columns struct {
	at    [numRoles]column
	speed float64 // m/s per unit of the speed column
	utc   bool    // the name of the time column contains UTC
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
	c := columns{speed: 1 / kmhPerMPS}
	for i, cell := range row {
		name, u := cutUnit(foldName(cell))
		r, ok := roleOf(name)
		if !ok || c.at[r].found {
			continue
		}
		c.at[r] = column{index: i, found: true}
		switch {
		case r == roleSpeed && u.speed > 0:
			c.speed = u.speed
		case r == roleTime:
			c.utc = u.utc || name == "utc"
		}
	}
	if !c.usable() {
		c.takePlaneNames(row)
	}
	return c
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
