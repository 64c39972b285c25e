// SPDX-License-Identifier: MIT

package fleet

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// legal reads what rules need of a vehicle: its transport, body, seats and payload.
func (r *rowReader) legal(v *Vehicle) error {
	var ok bool
	if v.Transport, ok = ParseTransport(r.text(roleTransport)); !ok {
		return r.fault(roleTransport, fmt.Sprintf("%q is no kind of transport", shown(r.text(roleTransport))), "write one such as taxi, freight, contract, fixed_route, city_bus or internal")
	}
	if v.Body, ok = ParseBody(r.text(roleBody)); !ok {
		return r.fault(roleBody, fmt.Sprintf("%q is no body", shown(r.text(roleBody))), "write one such as passenger, truck, tractor, tanker or city_bus")
	}
	if s := r.text(roleSeats); s != "" {
		if v.Seats, ok = ParseSeats(s); !ok {
			return r.fault(roleSeats, fmt.Sprintf("%q is no number of seats", shown(s)), "write the seats besides the driver's, such as 28")
		}
	}
	if s := r.text(rolePayload); s != "" {
		if v.Payload, ok = ParsePayload(s); !ok {
			return r.fault(rolePayload, fmt.Sprintf("%q is no payload", shown(s)), "write kilograms, such as 3500, or tonnes with their unit, such as 3.5 t")
		}
	}
	return nil
}

// ParseSeats reads a number of seats.
func ParseSeats(s string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSuffix(s, ".0"))
	return n, err == nil && n >= 0 && n <= MaxSeats
}

var (
	tonnes    = regexp.MustCompile(`(?i)\s*(t|tấn|tan|tonnes?)$`)
	kilograms = regexp.MustCompile(`(?i)\s*kg$`)
)

// ParsePayload reads kilograms, or tonnes with their unit, with a decimal point or comma.
func ParsePayload(s string) (kg float64, ok bool) {
	factor := 1.0
	if tonnes.MatchString(s) {
		s, factor = tonnes.ReplaceAllString(s, ""), 1000
	}
	s = kilograms.ReplaceAllString(s, "")
	x, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	x *= factor
	return x + 0, err == nil && x >= 0 && x <= MaxPayload
}

// agree returns an error if two rows say different things of a vehicle for rules.
func (r *rowReader) agree(old, v Vehicle, remedy string) error {
	differ := func(of role, name string, a, b any, set bool) error {
		if !set || a == b {
			return nil
		}
		return r.fault(of, fmt.Sprintf("%s has the %s %v in an earlier row", shown(v.Plate), name, a), remedy)
	}
	return cmp.Or(
		differ(roleTransport, "transport", old.Transport, v.Transport, old.Transport != "" && v.Transport != ""),
		differ(roleBody, "body", old.Body, v.Body, old.Body != "" && v.Body != ""),
		differ(roleSeats, "seats", old.Seats, v.Seats, old.Seats != 0 && v.Seats != 0),
		differ(rolePayload, "payload", old.Payload, v.Payload, old.Payload != 0 && v.Payload != 0),
	)
}
