// SPDX-License-Identifier: MIT

package trip

import (
	"fmt"
	"math"
	"strings"
	"time"

	"roadsnap/engine/trace"
)

// String returns the reason in English, such as "no road: 2.04 km".
func (r Reason) String() string {
	name := strings.ReplaceAll(string(r.Kind), "_", " ")
	switch r.Unit {
	case UnitMetres:
		return fmt.Sprintf("%s: %.2f km", name, r.Amount/1000)
	case UnitShare:
		if percent := 100 * r.Amount; percent < 10 {
			return fmt.Sprintf("%s: %.2g %%", name, percent)
		}
		return fmt.Sprintf("%s: %.0f %%", name, 100*r.Amount)
	case UnitSeconds:
		return fmt.Sprintf("%s: %s", name, time.Duration(r.Amount*float64(time.Second)).Round(time.Second))
	}
	if r.Amount == 0 || r.Kind == Truncated || r.Kind == OnePosition {
		return name
	}
	return fmt.Sprintf("%s: %.0f", name, r.Amount)
}

// String returns all reasons in English, "explained" if there are none.
func (a Assessment) String() string {
	if a.Explained() {
		return "explained"
	}
	parts := make([]string, len(a.Reasons))
	for i, r := range a.Reasons {
		parts[i] = r.String()
	}
	return strings.Join(parts, ", ")
}

// Encode returns the wire form of a. Amounts have at most four decimals.
func (a Assessment) Encode() *trace.JSONVerdict {
	v := &trace.JSONVerdict{Explained: a.Explained(), Reasons: make([]trace.JSONReason, len(a.Reasons))}
	for i, r := range a.Reasons {
		v.Reasons[i] = trace.JSONReason{Kind: string(r.Kind), Amount: math.Round(r.Amount*1e4) / 1e4, Unit: string(r.Unit)}
	}
	return v
}
