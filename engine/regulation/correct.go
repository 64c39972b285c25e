// SPDX-License-Identifier: MIT

package regulation

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Correction is a speed limit that the user knows better than the map, as from a sign.
type Correction struct {
	Way    int64     `json:"way"` // of OpenStreetMap
	KMH    float64   `json:"kmh"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"` // when it was made
}

// MaxLimit is the highest limit of a correction (km/h).
const MaxLimit = 200

// Check returns an error if the correction cannot be used.
func (c Correction) Check() error {
	switch {
	case c.Way <= 0:
		return fmt.Errorf("%d is no way of OpenStreetMap", c.Way)
	case !(c.KMH > 0 && c.KMH <= MaxLimit) || c.KMH != math.Trunc(c.KMH):
		return fmt.Errorf("a limit is a whole number of km/h up to %d", MaxLimit)
	case strings.TrimSpace(c.Reason) == "":
		return fmt.Errorf("say where the limit is from, such as a sign and its date")
	}
	return nil
}
