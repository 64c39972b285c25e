// SPDX-License-Identifier: MIT

package regulation

import "time"

// Topic says what a rule is about.
type Topic string

// The topics, with the unit of their values.
const (
	Continuous   Topic = "continuous"    // driving without a rest (h)
	Day          Topic = "day"           // driving in a day (h)
	Week         Topic = "week"          // driving from Monday to Sunday (h)
	Rest         Topic = "rest"          // shortest rest that ends continuous driving (min)
	Speed        Topic = "speed"         // limit where there is no sign (km/h)
	LightSeats   Topic = "light_seats"   // seats besides the driver's of a Light vehicle
	LightPayload Topic = "light_payload" // payload of a Light vehicle (kg)
	Excess       Topic = "excess"        // band of an excess over the limit (km/h)
)

var unitOf = map[Topic]string{
	Continuous: "h", Day: "h", Week: "h", Rest: "min", Speed: "km/h",
	LightSeats: "seats", LightPayload: "kg", Excess: "km/h",
}

// Transport is a kind of transport, as the register of a company has it.
type Transport string

// The kinds of transport. Rules of driving hours bind all but Private.
const (
	UnknownTransport Transport = ""
	FixedRoute       Transport = "fixed_route"
	CityBus          Transport = "city_bus"
	Taxi             Transport = "taxi"
	Contract         Transport = "contract"
	Tourist          Transport = "tourist"
	Freight          Transport = "freight"
	Container        Transport = "container"
	InternalUse      Transport = "internal" // of a company's own goods or people
	Private          Transport = "private"
)

// Transports returns the kinds of transport that a register may name.
func Transports() []Transport {
	return []Transport{FixedRoute, CityBus, Taxi, Contract, Tourist, Freight, Container, InternalUse, Private}
}

// Valid reports whether t is a known kind, or unknown.
func (t Transport) Valid() bool {
	for _, known := range Transports() {
		if t == known {
			return true
		}
	}
	return t == UnknownTransport
}

// Category is a class of vehicles that have the same speed limits.
type Category string

// The categories.
const (
	UnknownCategory Category = ""
	Light           Category = "light"  // few seats or a small payload
	Heavy           Category = "heavy"  // more seats or payload
	Bus             Category = "bus"    // city buses, tractors with semi-trailer, motorcycles, special vehicles
	Towing          Category = "towing" // with a trailer, concrete mixers, tankers
	Moped           Category = "moped"
)

// Area is where a road is.
type Area string

// The areas.
const (
	UnknownArea Area = ""
	Urban       Area = "urban" // built-up
	Rural       Area = "rural"
	Expressway  Area = "expressway"
)

// Carriageway is the form of a road.
type Carriageway string

// The forms.
const (
	UnknownCarriageway Carriageway = ""
	Dual               Carriageway = "dual"   // with a median, or one-way with two lanes or more
	Single             Carriageway = "single" // two-way without a median, or one-way with one lane
)

// Rule is a row of the table. An empty condition holds for all.
type Rule struct {
	ID         string // stable
	Topic      Topic
	Transports []Transport
	Category   Category
	Area       Area
	Road       Carriageway
	Value      float64 // in the unit of the topic; for Excess see Band

	// Band is that of an Excess, open above if Above is +Inf.
	Band Band

	Document, Article string // the source, in Vietnamese; empty if it is not known
	// From and Until are the first and the last day on which the rule is in force, at midnight
	// in UTC. They are zero without an end.
	From, Until time.Time
	// Checked is the day on which someone read the rule in its source, zero if nobody has.
	Checked time.Time
	VI, EN  string // the rule in words
}

// Band is a range of speeds (km/h).
type Band struct {
	From, Above       float64 // the lower and the upper end; Above is +Inf for a band without end
	OpenFrom, OpenEnd bool    // the end does not belong to the band
}

// Holds reports whether the band has a speed.
func (b Band) Holds(kmh float64) bool {
	if kmh < b.From || b.OpenFrom && kmh == b.From {
		return false
	}
	return kmh < b.Above || !b.OpenEnd && kmh == b.Above
}

// InForce reports whether the rule is in force on a day (see DayOf).
func (r *Rule) InForce(day time.Time) bool {
	return (r.From.IsZero() || !day.Before(r.From)) && (r.Until.IsZero() || !day.After(r.Until))
}
