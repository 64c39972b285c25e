// SPDX-License-Identifier: MIT

package register

import (
	"strconv"
	"strings"

	"roadsnap/engine/fleet"
	"roadsnap/engine/regulation"
	"roadsnap/ui/text"
)

// The columns of a vehicle on which rules depend.
const (
	transportColumn = 4 + iota
	bodyColumn
	seatsColumn
	payloadColumn
)

// named is a value of a column with its name in a language.
type named[T ~string] struct {
	value T
	name  string
}

// transportNames returns the kinds of transport with their names.
func transportNames(words text.Catalogue) (list []named[regulation.Transport]) {
	for _, t := range regulation.Transports() {
		list = append(list, named[regulation.Transport]{t, words.T("trips.register.transport." + string(t))})
	}
	return list
}

// bodyNames returns the bodies of vehicles with their names.
func bodyNames(words text.Catalogue) (list []named[fleet.Body]) {
	for _, b := range fleet.Bodies() {
		list = append(list, named[fleet.Body]{b, words.T("trips.register.body." + string(b))})
	}
	return list
}

// optionsOf returns the names of values.
func optionsOf[T ~string](list []named[T]) (names []string) {
	for _, n := range list {
		names = append(names, n.name)
	}
	return names
}

// nameOf returns the name of a value, "" if it has none.
func nameOf[T ~string](list []named[T], value T) string {
	for _, n := range list {
		if n.value == value {
			return n.name
		}
	}
	return ""
}

// valueOf returns the value with a name, in the language of the window or as parse reads it.
func valueOf[T ~string](list []named[T], name string, parse func(string) (T, bool)) (T, bool) {
	for _, n := range list {
		if strings.EqualFold(n.name, name) {
			return n.value, true
		}
	}
	return parse(name)
}

// legal returns the fields of a vehicle from transportColumn on.
func (f *Form) legal(v fleet.Vehicle) []string {
	seats, payload := "", ""
	if v.Seats > 0 {
		seats = strconv.Itoa(v.Seats)
	}
	if v.Payload > 0 {
		payload = f.number(v.Payload)
	}
	return []string{nameOf(transportNames(f.words), v.Transport), nameOf(bodyNames(f.words), v.Body), seats, payload}
}

// readLegal reads the fields of a vehicle from transportColumn on. If one cannot be read, it
// returns its column and the key of the problem.
func (f *Form) readLegal(row []string, v *fleet.Vehicle) (column int, key string, args []any) {
	var ok bool
	if v.Transport, ok = valueOf(transportNames(f.words), row[transportColumn], fleet.ParseTransport); !ok {
		return transportColumn, "trips.register.bad_transport", nil
	}
	if v.Body, ok = valueOf(bodyNames(f.words), row[bodyColumn], fleet.ParseBody); !ok {
		return bodyColumn, "trips.register.bad_body", nil
	}
	if s := row[seatsColumn]; s != "" {
		if v.Seats, ok = fleet.ParseSeats(s); !ok {
			return seatsColumn, "trips.register.bad_seats", []any{"most", f.words.Number(fleet.MaxSeats, 0)}
		}
	}
	if s := row[payloadColumn]; s != "" {
		if v.Payload, ok = f.words.ReadNumber(s); !ok || v.Payload > fleet.MaxPayload {
			v.Payload, ok = fleet.ParsePayload(s)
		}
		if !ok {
			return payloadColumn, "trips.register.bad_payload", []any{"example", f.words.Number(3500, 0)}
		}
	}
	return 0, "", nil
}
