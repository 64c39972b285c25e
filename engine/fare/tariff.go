// SPDX-License-Identifier: MIT

package fare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Tariff says what a trip costs. Prices are in whole dong (VND) and never negative. The zero
// Tariff charges nothing.
type Tariff struct {
	Name string `json:"name"`
	Note string `json:"note,omitempty"` // such as "example prices"
	// Charged are the classes of kilometres that cost anything; nil: measured, doubtful and
	// inferred ones.
	Charged    []Class     `json:"charged"`
	Opening    Opening     `json:"opening"`
	Rental     Rental      `json:"rental"`
	Bands      []Band      `json:"bands"`
	Waiting    Waiting     `json:"waiting"`
	Night      Night       `json:"night"`
	Zones      []Zone      `json:"zones,omitempty"`
	Surcharges []Surcharge `json:"surcharges,omitempty"`
	// Minimum is the least fare before VAT, rounding and lines by hand.
	Minimum  int64    `json:"minimum"`
	Rounding Rounding `json:"rounding"`
	VAT      VAT      `json:"vat"`
}

// Places returns the names of the places and zones of the user that the tariff charges for.
func (t *Tariff) Places() (names []string) {
	for i := range t.Zones {
		names = append(names, t.Zones[i].Sites...)
	}
	return names
}

// Opening is the charge of the first metres.
type Opening struct {
	Amount int64 `json:"amount"`
	Metres int64 `json:"metres"` // that it includes
}

// Rental is the charge of days.
type Rental struct {
	PerDay int64 `json:"per_day"`
	// Metres are those that each day includes; what one day leaves the others may use.
	Metres int64 `json:"metres_per_day"`
	// Hours24 counts periods of 24 hours from the start instead of calendar days. One that
	// has begun counts.
	Hours24 bool `json:"hours_24"`
}

// Band is a price per kilometre up to a distance from the start, with included kilometres.
type Band struct {
	UpTo  int64 `json:"up_to_metres"` // 0 in the last band: without end
	PerKm int64 `json:"per_km"`
}

// Waiting is the charge of time.
type Waiting struct {
	PerMinute int64 `json:"per_minute"`
	// Below is the speed (km/h) below which time counts as waiting; 0: the time in stops.
	Below int64 `json:"below_kmh"`
	// FreeSeconds cost nothing, once for each trip, or with FreePerStop for each stop.
	FreeSeconds int64 `json:"free_seconds"`
	FreePerStop bool  `json:"free_per_stop"`
	// AtEnds counts the time before departure and after arrival, too.
	AtEnds bool `json:"at_ends"`
}

// Night is a surcharge for kilometres at certain hours, with included ones.
type Night struct {
	From    Clock `json:"from"`
	To      Clock `json:"to"`      // the first minute after it; before From: on the next day
	Percent int64 `json:"percent"` // of the price of these kilometres
	Opening bool  `json:"opening"` // Percent is of the opening charge, too, if the trip starts at night
	PerKm   int64 `json:"per_km"`
}

// Clock is a time of day in minutes from midnight.
type Clock int

// String returns the time as "22:00".
func (c Clock) String() string { return fmt.Sprintf("%02d:%02d", c/60, c%60) }

// MarshalText returns the time as "22:00".
func (c Clock) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a time such as "22:00" or "5:30".
func (c *Clock) UnmarshalText(text []byte) error {
	hours, minutes, ok := strings.Cut(string(text), ":")
	h, err1 := strconv.Atoi(hours)
	m, err2 := strconv.Atoi(minutes)
	if !ok || err1 != nil || err2 != nil || h < 0 || h > 23 || m < 0 || m > 59 || len(minutes) != 2 {
		return fmt.Errorf("%q is no time of day; write it as 22:00", text)
	}
	*c = Clock(60*h + m)
	return nil
}

// Zone is a charge of trips that touch a place.
type Zone struct {
	Name  string   `json:"name"`
	Units []string `json:"units,omitempty"` // codes of wards (five digits) and provinces (two digits)
	Sites []string `json:"sites,omitempty"` // names of places and zones of the user
	When  When     `json:"when"`
	// Amount is charged once for each trip.
	Amount int64 `json:"amount"`
}

// When says which trips a zone is about.
type When uint8

// The relations of a trip to a zone.
const (
	Begins When = iota
	Ends
	Passes // anywhere, its ends included
	whens  = 3
)

var whenNames = [whens]string{Begins: "begins", Ends: "ends", Passes: "passes"}

// String returns the name in the wire formats.
func (w When) String() string {
	if w >= whens {
		return fmt.Sprintf("when(%d)", w)
	}
	return whenNames[w]
}

// MarshalText returns the name in the wire formats.
func (w When) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText sets w from its name.
func (w *When) UnmarshalText(text []byte) error {
	i := slices.Index(whenNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown relation %q to a zone; use begins, ends or passes", text)
	}
	*w = When(i)
	return nil
}

// Surcharge is a charge of each trip, or of each stop.
type Surcharge struct {
	Name    string `json:"name"`
	Amount  int64  `json:"amount"`
	PerStop bool   `json:"per_stop"`       // for each stop on the way
	Free    int64  `json:"free,omitempty"` // stops that cost nothing
}

// Rounding says to which multiple of dong a total is rounded.
type Rounding struct {
	Step int64 `json:"step"` // 1, 100, 500 or 1000; 0 is 1
	Mode Mode  `json:"mode"`
}

// Mode is a direction of rounding.
type Mode uint8

// The directions. Nearest rounds halves up.
const (
	Nearest Mode = iota
	Up
	Down
	modes = 3
)

var modeNames = [modes]string{Nearest: "nearest", Up: "up", Down: "down"}

// String returns the name in the wire formats.
func (m Mode) String() string {
	if m >= modes {
		return fmt.Sprintf("mode(%d)", m)
	}
	return modeNames[m]
}

// MarshalText returns the name in the wire formats.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText sets m from its name.
func (m *Mode) UnmarshalText(text []byte) error {
	i := slices.Index(modeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown rounding %q; use nearest, up or down", text)
	}
	*m = Mode(i)
	return nil
}

// VAT is the value-added tax. Lines by hand are without it: they have receipts of their own.
type VAT struct {
	Percent int64 `json:"percent"`
	// Included means that the prices contain the tax, which the sheet then only names.
	Included bool `json:"included"`
}
