// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"slices"

	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// percentText returns the text of a share behind the name of a unit.
func percentText(share float64) string { return fmt.Sprintf(" — %.1f %%", 100*share) }

// shareText is percentText of the share of a unit in force, "" if it is not known.
func shareText(shares []units.Share, known bool, code string) string {
	if !known {
		return ""
	}
	return percentText(shareOf(shares, code))
}

func shareOf(shares []units.Share, code string) float64 {
	i := slices.IndexFunc(shares, func(s units.Share) bool { return s.Code == code })
	if i < 0 {
		return 0
	}
	return shares[i].Fraction
}

// shareMember has the form of the HTTP API: nothing if the share is not known.
func shareMember(shares []units.Share, known bool, code string) object {
	if !known {
		return nil
	}
	return object{{"share", roundedShare(shareOf(shares, code))}}
}

// sharesMember has the form of the HTTP API: nothing if the shares are not known.
func sharesMember(shares []units.Share, known bool) object {
	if !known {
		return nil
	}
	list := make([]object, len(shares))
	for i, s := range shares {
		list[i] = object{{"code", s.Code}, {"area_km2", unitfile.SquareKilometres(s.Size)}, {"share", roundedShare(s.Fraction)}}
	}
	return object{{"shares", list}}
}

func roundedShare(fraction float64) float64 { return math.Round(fraction*1e4) / 1e4 }
