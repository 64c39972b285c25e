// SPDX-License-Identifier: MIT

package workspace

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"roadsnap/engine/trip"
)

// summaryVersion is the first byte of a summary. A summary of another version is not read,
// and so its match counts as missing. It changes with the fields, and with the rules of stops.
const summaryVersion = 3

// errSummary means that a summary is damaged or of another version.
var errSummary = errors.New("summary of another version")

// encodeSummary returns a summary as bytes: the version, the fields in their order, and the
// lists with their lengths. Lists of 100,000 trips decode in some 30 ms.
func encodeSummary(s trip.Summary) []byte {
	b := []byte{summaryVersion}
	for _, x := range []float64{s.Matched, s.Inferred, s.OffRoad, s.TopSpeed, s.Device} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	numbers := []uint64{
		uint64(s.Driving), uint64(s.Standing), uint64(s.Idling), uint64(s.Stops), flag(s.HasIgnition), flag(s.HasDevice),
		uint64(len(s.Measures)), uint64(len(s.Wards)),
	}
	for _, x := range numbers {
		b = binary.AppendUvarint(b, x)
	}
	for _, m := range s.Measures {
		b = binary.AppendUvarint(b, uint64(len(m.Kind)))
		b = append(b, m.Kind...)
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(m.Amount))
	}
	for _, w := range s.Wards {
		b = binary.AppendUvarint(b, uint64(w))
	}
	return b
}

func flag(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}

// decodeSummary reads what encodeSummary returned. It keeps no part of b.
func decodeSummary(b []byte) (s trip.Summary, err error) {
	if len(b) == 0 || b[0] != summaryVersion {
		return s, errSummary
	}
	r := byteReader{rest: b[1:]}
	s.Matched, s.Inferred, s.OffRoad, s.TopSpeed, s.Device = r.float(), r.float(), r.float(), r.float(), r.float()
	s.Driving, s.Standing, s.Idling = time.Duration(r.number()), time.Duration(r.number()), time.Duration(r.number())
	s.Stops, s.HasIgnition, s.HasDevice = int(r.number()), r.number() == 1, r.number() == 1
	measures, wards := r.number(), r.number()
	if r.failed || measures > uint64(len(r.rest)) || wards > uint64(len(r.rest)) {
		return trip.Summary{}, errSummary
	}
	if measures > 0 {
		s.Measures = make([]trip.Measure, measures)
	}
	for i := range s.Measures {
		s.Measures[i] = trip.Measure{Kind: kindOf(r.bytes(r.number())), Amount: r.float()}
	}
	if wards > 0 {
		s.Wards = make([]uint32, wards)
	}
	for i := range s.Wards {
		s.Wards[i] = uint32(r.number())
	}
	if r.failed || len(r.rest) > 0 {
		return trip.Summary{}, errSummary
	}
	return s, nil
}

// kindOf returns the kind with a name, without memory for a known one.
func kindOf(name []byte) trip.Kind {
	for _, r := range defaultRules {
		if string(r.Kind) == string(name) {
			return r.Kind
		}
	}
	return trip.Kind(name)
}

var defaultRules = trip.DefaultRules()

// byteReader reads values in turn. After a failure it returns zeros.
type byteReader struct {
	rest   []byte
	failed bool
}

func (r *byteReader) bytes(n uint64) []byte {
	if r.failed || n > uint64(len(r.rest)) {
		r.failed = true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *byteReader) float() float64 {
	b := r.bytes(8)
	if r.failed {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

func (r *byteReader) number() uint64 {
	x, n := binary.Uvarint(r.rest)
	if r.failed || n <= 0 {
		r.failed = true
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

func (r *byteReader) signed() int64 {
	x, n := binary.Varint(r.rest)
	if r.failed || n <= 0 {
		r.failed = true
		return 0
	}
	r.rest = r.rest[n:]
	return x
}
