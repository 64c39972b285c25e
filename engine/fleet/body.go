// SPDX-License-Identifier: MIT

package fleet

import (
	"slices"
	"time"

	"roadsnap/engine/regulation"
	"roadsnap/engine/units"
)

// Body says what a vehicle is, as far as its speed limits depend on it.
type Body string

// The bodies.
const (
	UnknownBody Body = ""
	Passenger   Body = "passenger" // car, coach; its seats decide
	Truck       Body = "truck"     // its payload decides
	CityBus     Body = "city_bus"
	Tractor     Body = "tractor" // with semi-trailer
	Trailer     Body = "trailer" // with a trailer, or towing
	Tanker      Body = "tanker"
	Mixer       Body = "mixer"
	Special     Body = "special"
	Motorcycle  Body = "motorcycle"
	Moped       Body = "moped"
)

// Bodies returns the bodies that a register may name.
func Bodies() []Body {
	return []Body{Passenger, Truck, CityBus, Tractor, Trailer, Tanker, Mixer, Special, Motorcycle, Moped}
}

// The limits of numbers in a register.
const (
	MaxSeats   = 500
	MaxPayload = 500_000 // kilograms
)

// Category returns the class of speed limits of the vehicle on a day (see regulation.DayOf),
// unknown if the register does not say enough.
func (v Vehicle) Category(rules *regulation.Book, day time.Time) regulation.Category {
	seats, payload, known := rules.Lightest(day)
	body := v.Body
	if body == UnknownBody {
		switch {
		case v.Transport == regulation.CityBus:
			body = CityBus
		case v.Payload > 0:
			body = Truck
		case v.Seats > 0:
			body = Passenger
		}
	}
	switch body {
	case CityBus, Tractor, Special, Motorcycle:
		return regulation.Bus
	case Trailer, Tanker, Mixer:
		return regulation.Towing
	case Moped:
		return regulation.Moped
	case Truck:
		return byLimit(v.Payload, payload, known)
	case Passenger:
		return byLimit(float64(v.Seats), float64(seats), known)
	}
	return regulation.UnknownCategory
}

// byLimit returns the category of a vehicle with so many seats or so much payload, 0 if that is
// unknown.
func byLimit(value, most float64, known bool) regulation.Category {
	switch {
	case !known || value <= 0:
		return regulation.UnknownCategory
	case value <= most:
		return regulation.Light
	}
	return regulation.Heavy
}

// transportNames and bodyNames map folded texts of a table to their values.
var (
	transportNames = map[string]regulation.Transport{
		"tuyen co dinh": regulation.FixedRoute, "xe tuyen co dinh": regulation.FixedRoute, "co dinh": regulation.FixedRoute, "xe khach": regulation.FixedRoute, "khach tuyen co dinh": regulation.FixedRoute, "fixed route": regulation.FixedRoute,
		"xe buyt": regulation.CityBus, "buyt": regulation.CityBus, "bus": regulation.CityBus, "city bus": regulation.CityBus,
		"taxi": regulation.Taxi, "xe taxi": regulation.Taxi,
		"hop dong": regulation.Contract, "xe hop dong": regulation.Contract, "contract": regulation.Contract,
		"du lich": regulation.Tourist, "xe du lich": regulation.Tourist, "tourist": regulation.Tourist,
		"hang hoa": regulation.Freight, "van tai hang hoa": regulation.Freight, "xe tai": regulation.Freight, "cho hang": regulation.Freight, "freight": regulation.Freight,
		"container": regulation.Container, "cong ten no": regulation.Container, "xe dau keo": regulation.Container, "dau keo": regulation.Container, "xe container": regulation.Container,
		"noi bo": regulation.InternalUse, "van tai noi bo": regulation.InternalUse, "internal": regulation.InternalUse,
		"ca nhan": regulation.Private, "private": regulation.Private,
	}
	bodyNames = map[string]Body{
		"passenger": Passenger, "car": Passenger, "coach": Passenger, "cho nguoi": Passenger, "xe con": Passenger, "xe khach": Passenger, "o to con": Passenger, "o to khach": Passenger,
		"truck": Truck, "lorry": Truck, "tai": Truck, "xe tai": Truck, "o to tai": Truck,
		"city bus": CityBus, "bus": CityBus, "buyt": CityBus, "xe buyt": CityBus,
		"tractor": Tractor, "dau keo": Tractor, "xe dau keo": Tractor, "so mi ro mooc": Tractor,
		"trailer": Trailer, "ro mooc": Trailer, "keo ro mooc": Trailer,
		"tanker": Tanker, "xi tec": Tanker, "xe bon": Tanker, "bon": Tanker,
		"mixer": Mixer, "tron be tong": Mixer, "xe tron be tong": Mixer, "tron vua": Mixer,
		"special": Special, "chuyen dung": Special, "xe chuyen dung": Special,
		"motorcycle": Motorcycle, "mo to": Motorcycle, "xe mo to": Motorcycle, "xe may": Motorcycle,
		"moped": Moped, "xe gan may": Moped, "gan may": Moped,
	}
)

// ParseTransport reads a kind of transport: one of its names in Vietnamese or English, or that
// of the wire formats. An empty text is unknown. ok is false if it is none.
func ParseTransport(s string) (t regulation.Transport, ok bool) {
	if t := regulation.Transport(s); t.Valid() {
		return t, true
	}
	t, ok = transportNames[units.Fold(s)]
	return t, ok
}

// ParseBody reads what a vehicle is, as ParseTransport reads its transport.
func ParseBody(s string) (b Body, ok bool) {
	if b := Body(s); b == UnknownBody || slices.Contains(Bodies(), b) {
		return b, true
	}
	b, ok = bodyNames[units.Fold(s)]
	return b, ok
}
