// SPDX-License-Identifier: MIT

package rows

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Reason says why an input row cannot be used. It is empty for others.
type Reason string

// The reasons. The output has those of package match as well.
const (
	NullKey      Reason = "null_key"      // without a trip
	BadKey       Reason = "bad_key"       // the trip is neither text nor a whole number
	NullPosition Reason = "null_position" // without latitude or longitude
	BadPosition  Reason = "bad_position"  // no number, or not on Earth
	BadTime      Reason = "bad_time"      // no time; a null time is unknown, and no fault
	BadAccuracy  Reason = "bad_accuracy"  // no number, or negative
	BadSpeed     Reason = "bad_speed"     // no number
	BadHeading   Reason = "bad_heading"   // no number, or outside of −360 to 360
	BadProfile   Reason = "bad_profile"   // unknown
	BadRow       Reason = "bad_row"       // no JSON object, or another number of values
	RowTooLong   Reason = "row_too_long"  // longer than MaxRow
	TripTooLong  Reason = "trip_too_long" // more points than MaxTripPoints
)

// CountsText returns counts by reason as a text such as "bad_time 2, null_key 1".
func CountsText(counts map[Reason]int64) string {
	var list []string
	for _, why := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%s %d", why, counts[why]))
	}
	return strings.Join(list, ", ")
}
