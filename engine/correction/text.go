// SPDX-License-Identifier: MIT

package correction

import (
	"fmt"
	"strings"
	"time"

	"roadsnap/engine/match"
)

// String says in English what the operation does, such as "pin point 12 to way 345".
// Points are counted from 0.
func (o Operation) String() string {
	road := fmt.Sprintf("the road at %.6f, %.6f", o.Place.Lat, o.Place.Lon)
	if o.WayID != 0 {
		road = fmt.Sprintf("way %d", o.WayID)
	}
	switch o.Kind {
	case match.Pin:
		return fmt.Sprintf("pin point %d to %s", o.Index, road)
	case match.Forbid:
		if o.Stretch {
			return fmt.Sprintf("forbid a part of %s", road)
		}
		return "forbid " + road
	case match.Via:
		return fmt.Sprintf("go via %s after point %d", road, o.Index)
	case match.LeaveOut:
		return fmt.Sprintf("leave out point %d", o.Index)
	case match.Move:
		return fmt.Sprintf("move point %d to %.6f, %.6f", o.Index, o.Place.Lat, o.Place.Lon)
	case match.Bridge:
		return fmt.Sprintf("bridge the gap from point %d to %d", o.Index, o.Last)
	case match.NotDriven:
		return fmt.Sprintf("not driven from point %d to %d", o.Index, o.Last)
	case SetProfile:
		return fmt.Sprintf("match as %s", o.Profile)
	}
	return string(o.Kind)
}

// unmetTexts describes each reason in English.
var unmetTexts = map[match.UnmetReason]string{
	match.UnmetNoWay:       "the map has no such road there",
	match.UnmetClosed:      "the vehicle may not use that road in that direction",
	match.UnmetNoRoute:     "no route leads there",
	match.UnmetNothingLeft: "no road would be left",
	match.UnmetConflict:    "another correction contradicts it",
	match.UnmetIndex:       "there is no such point",
}

// UnmetText says in English why an operation is not followed.
func UnmetText(r match.UnmetReason) string {
	if text, known := unmetTexts[r]; known {
		return text
	}
	return string(r)
}

// Statement says in English that a match was corrected by hand, by whom, when last and how;
// "" if it was not.
func Statement(applied []Applied) string {
	if len(applied) == 0 {
		return ""
	}
	var who []string
	var last time.Time
	var what []string
	for _, a := range applied {
		if a.Who != "" && !strings.Contains(strings.Join(who, ", "), a.Who) {
			who = append(who, a.Who)
		}
		if a.When.After(last) {
			last = a.When
		}
		text := a.String()
		if a.Unmet != "" {
			text += " (not applied: " + UnmetText(a.Unmet) + ")"
		}
		what = append(what, text)
	}
	text := "corrected by hand"
	if len(who) > 0 {
		text += " by " + strings.Join(who, ", ")
	}
	if !last.IsZero() {
		text += " on " + last.Format("2006-01-02 15:04")
	}
	return text + ": " + strings.Join(what, "; ")
}
