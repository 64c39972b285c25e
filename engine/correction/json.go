// SPDX-License-Identifier: MIT

package correction

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// ErrFormat is returned for corrections that cannot be read.
var ErrFormat = errclass.New(errclass.TraceFormat, "no list of corrections")

// wireOperation is an operation in JSON.
type wireOperation struct {
	Op        string     `json:"op"`
	Index     *int       `json:"index,omitempty"`
	Last      *int       `json:"last,omitempty"`
	Lat       *float64   `json:"lat,omitempty"` // degrees
	Lon       *float64   `json:"lon,omitempty"`
	WayID     int64      `json:"way_id,omitempty"`
	Direction string     `json:"direction,omitempty"` // forward or backward on the way
	Stretch   bool       `json:"stretch,omitempty"`
	Profile   string     `json:"profile,omitempty"`
	Who       string     `json:"who,omitempty"`
	When      *time.Time `json:"when,omitempty"`
}

// wireApplied is an operation of a match in JSON.
type wireApplied struct {
	wireOperation
	What  string `json:"what"` // in English
	Unmet string `json:"unmet,omitempty"`
}

// wireLog is a log in JSON.
type wireLog struct {
	Operations []Operation `json:"operations"`
	Undone     []Operation `json:"undone,omitempty"`
}

const forward, backward = "forward", "backward"

func (o Operation) wire() wireOperation {
	w := wireOperation{Op: string(o.Kind), Who: o.Who}
	if !o.When.IsZero() {
		w.When = &o.When
	}
	index := func() { w.Index = &o.Index }
	place := func() { w.Lat, w.Lon = &o.Place.Lat, &o.Place.Lon }
	switch o.Kind {
	case SetProfile:
		w.Profile = o.Profile.String()
	case match.Forbid:
		w.WayID, w.Stretch = o.WayID, o.Stretch
		if o.Stretch {
			place()
		}
	case match.Bridge, match.NotDriven:
		index()
		w.Last = &o.Last
	case match.LeaveOut:
		index()
	case match.Move:
		index()
		place()
	default:
		index()
		place()
		w.WayID = o.WayID
		switch o.Direction {
		case match.AlongWay:
			w.Direction = forward
		case match.AgainstDraw:
			w.Direction = backward
		}
	}
	return w
}

// MarshalJSON returns the operation as an object with the members op, those that its kind
// needs, who and when.
func (o Operation) MarshalJSON() ([]byte, error) { return json.Marshal(o.wire()) }

// MarshalJSON is like that of Operation, and adds what in English and unmet.
func (a Applied) MarshalJSON() ([]byte, error) {
	return json.Marshal(wireApplied{a.wire(), a.String(), string(a.Unmet)})
}

// unreadable returns err as one that wraps ErrFormat.
func unreadable(err error) error {
	if errors.Is(err, ErrFormat) { // of an operation in the log
		return err
	}
	return fmt.Errorf("%w: %w", ErrFormat, err)
}

// UnmarshalJSON reads what MarshalJSON writes. The error wraps ErrFormat.
func (o *Operation) UnmarshalJSON(data []byte) error {
	var w wireOperation
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return unreadable(err)
	}
	read, err := w.operation()
	if err != nil {
		return unreadable(fmt.Errorf("operation %q: %w", w.Op, err))
	}
	*o = read
	return nil
}

func (w *wireOperation) operation() (o Operation, err error) {
	o.Kind, o.Who, o.WayID, o.Stretch = match.ConstraintKind(w.Op), w.Who, w.WayID, w.Stretch
	if w.When != nil {
		o.When = *w.When
	}
	switch w.Direction {
	case "":
	case forward:
		o.Direction = match.AlongWay
	case backward:
		o.Direction = match.AgainstDraw
	default:
		return o, fmt.Errorf("the direction %q is neither forward nor backward", w.Direction)
	}
	needsIndex, needsLast, needsPlace := true, false, false
	switch o.Kind {
	case SetProfile:
		needsIndex = false
		if o.Profile, err = match.ParseProfile(w.Profile); err != nil {
			return o, err
		}
	case match.Forbid:
		needsIndex, needsPlace = false, w.Stretch
		if w.WayID == 0 {
			return o, fmt.Errorf("it has no way_id")
		}
	case match.Bridge, match.NotDriven:
		needsLast = true
	case match.Pin, match.Via, match.Move:
		needsPlace = true
	case match.LeaveOut:
	default:
		return o, fmt.Errorf("it is none of pin, forbid, via, leave_out, move, bridge, not_driven and profile")
	}
	if needsIndex {
		if w.Index == nil || *w.Index < 0 {
			return o, fmt.Errorf("it has no index of a point")
		}
		o.Index = *w.Index
	}
	if needsLast {
		if w.Last == nil || *w.Last <= o.Index {
			return o, fmt.Errorf("it has no last point after the first")
		}
		o.Last = *w.Last
	}
	if w.Lat != nil && w.Lon != nil {
		o.Place = geo.Point{Lat: *w.Lat, Lon: *w.Lon}
	}
	if needsPlace && (w.Lat == nil || w.Lon == nil || !o.Place.Valid()) {
		return o, fmt.Errorf("it has no place with lat and lon")
	}
	return o, nil
}

// MarshalJSON returns the log as an object with the lists operations and undone.
func (l Log) MarshalJSON() ([]byte, error) {
	w := wireLog{l.Done, l.Undone}
	if w.Operations == nil {
		w.Operations = []Operation{}
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads what MarshalJSON writes, or a list of operations. The error wraps
// ErrFormat.
func (l *Log) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		*l = Log{}
		if err := json.Unmarshal(data, &l.Done); err != nil {
			return unreadable(err)
		}
		return nil
	}
	var w wireLog
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return unreadable(err)
	}
	*l = Log{w.Operations, w.Undone}
	return nil
}

// MaxBytes is the greatest size of a file of corrections.
const MaxBytes = 1 << 20

// Read reads one log from a file of at most MaxBytes. The error wraps ErrFormat or is that of
// r.
func Read(r io.Reader) (l Log, err error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return l, err
	}
	if len(data) > MaxBytes {
		return l, fmt.Errorf("more than %d bytes: %w", MaxBytes, ErrFormat)
	}
	if err := json.Unmarshal(data, &l); err != nil {
		return Log{}, unreadable(err)
	}
	return l, nil
}
