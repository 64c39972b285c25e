// SPDX-License-Identifier: MIT

package workspace

import (
	"encoding/binary"
	"fmt"

	"roadsnap/engine/geo"
)

// linesVersion is the first byte of encoded lines.
const linesVersion = 1

// encodeLines returns lines as bytes: the version, the number of lines, the number of points
// of each, and then each point as its difference from the one before (units of 1e-7°, in
// zigzag order), which takes some 5 bytes on a road.
func encodeLines(lines ...[]geo.Point) []byte {
	points := 0
	for _, line := range lines {
		points += len(line)
	}
	b := make([]byte, 1, 16+2*len(lines)+6*points)
	b[0] = linesVersion
	b = binary.AppendUvarint(b, uint64(len(lines)))
	for _, line := range lines {
		b = binary.AppendUvarint(b, uint64(len(line)))
	}
	var last geo.Fixed
	for _, line := range lines {
		for _, p := range line {
			at := p.Fixed()
			b = binary.AppendVarint(b, int64(at.Lat)-int64(last.Lat))
			b = binary.AppendVarint(b, int64(at.Lon)-int64(last.Lon))
			last = at
		}
	}
	return b
}

// decodeLines reads what encodeLines returned, and keeps no part of b. The error wraps
// ErrDamaged.
func decodeLines(b []byte) ([][]geo.Point, error) {
	if len(b) == 0 || b[0] != linesVersion {
		return nil, fmt.Errorf("lines of another version: %w", ErrDamaged)
	}
	r := byteReader{rest: b[1:]}
	count := r.number()
	if r.failed || count > uint64(len(r.rest)) { // a line takes a byte or more
		return nil, fmt.Errorf("lines: %w", ErrDamaged)
	}
	lengths, points := make([]int, count), uint64(0)
	for i := range lengths {
		n := r.number()
		if points += min(n, 1<<32); r.failed || points > uint64(len(b))/2 { // a point takes two or more
			return nil, fmt.Errorf("lines: %w", ErrDamaged)
		}
		lengths[i] = int(n)
	}
	all := make([]geo.Point, points)
	var lat, lon int64
	for i := range all {
		lat += r.signed()
		lon += r.signed()
		if lat != int64(int32(lat)) || lon != int64(int32(lon)) {
			return nil, fmt.Errorf("lines: %w", ErrDamaged)
		}
		all[i] = geo.Fixed{Lat: int32(lat), Lon: int32(lon)}.Point()
		if !all[i].Valid() {
			return nil, fmt.Errorf("lines: %w", ErrDamaged)
		}
	}
	if r.failed || len(r.rest) > 0 {
		return nil, fmt.Errorf("lines: %w", ErrDamaged)
	}
	lines := make([][]geo.Point, count)
	for i, n := range lengths {
		lines[i], all = all[:n:n], all[n:]
	}
	return lines, nil
}
