// SPDX-License-Identifier: MIT

package api

import (
	"math"
	"slices"
	"strconv"

	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// writeShares writes the member shares, if borders of June 2025 are installed: which part of the
// land of former units went to which unit in force.
func writeShares(out *stream, shares []units.Share, ok bool) {
	if !ok {
		return
	}
	out.buf = append(out.buf, `,"shares":[`...)
	for i, s := range shares {
		if i > 0 {
			out.buf = append(out.buf, ',')
		}
		out.buf = appendString(append(out.buf, `{"code":`...), s.Code)
		out.buf = strconv.AppendFloat(append(out.buf, `,"area_km2":`...), unitfile.SquareKilometres(s.Size), 'f', -1, 64)
		out.buf = append(appendShare(append(out.buf, `,"share":`...), s.Fraction), '}')
	}
	out.buf = append(out.buf, ']')
}

// writeShareOf writes the member share, if it is known: the part of a former unit's land that a unit
// in force has.
func writeShareOf(out *stream, shares []units.Share, ok bool, code string) {
	if !ok {
		return
	}
	fraction := 0.0
	if i := slices.IndexFunc(shares, func(s units.Share) bool { return s.Code == code }); i >= 0 {
		fraction = shares[i].Fraction
	}
	out.buf = appendShare(append(out.buf, `,"share":`...), fraction)
}

// appendShare appends a fraction with four decimals, a hectare of a large commune.
func appendShare(dst []byte, fraction float64) []byte {
	return strconv.AppendFloat(dst, math.Round(fraction*1e4)/1e4, 'f', -1, 64)
}
