// SPDX-License-Identifier: MIT

package tripfile

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
)

// ofResult returns a cell of the result, blank without one.
func ofResult(c func(v *view) cell) func(*view) cell {
	return func(v *view) cell {
		if !v.HasResult || !v.o.What.snapped() {
			return cell{}
		}
		return c(v)
	}
}

func tripTable() table {
	columns := append(owner(func(v *view) *view { return v }), []column[*view]{
		{"name", "name of the trip", func(v *view) cell { return textCell(v.Matched.Trip.Name) }},
		{"device", "identifier of the recorder", func(v *view) cell { return textCell(v.Matched.Trip.Device) }},
		{"start_time", "time of the first observation", func(v *view) cell { from, _ := v.timeSpan(); return timeCell(from) }},
		{"end_time", "time of the last observation", func(v *view) cell { _, to := v.timeSpan(); return timeCell(to) }},
		{"duration_s", "time between both (seconds)", func(v *view) cell { return spanCell(v.timeSpan()) }},
		{"points", "number of observations", func(v *view) cell { return countCell(len(v.Matched.Trip.Observations)) }},
		{"stops", "number of stops", func(v *view) cell { return countCell(len(v.stops)) }},
		{"raw_m", "length from observation to observation (metres)", func(v *view) cell {
			return metresCell(geo.Length(v.recorded(0, len(v.Matched.Trip.Observations)-1)))
		}},
		{"profile", "means of travel of the match", ofResult(func(v *view) cell { return textCell(v.Result.Profile.String()) })},
		{"matched_m", "length of all legs (metres)", ofResult(func(v *view) cell { return metresCell(v.Result.Distance.Matched) })},
		{"inferred_m", "part of matched_m without fixes (metres)", ofResult(func(v *view) cell { return metresCell(v.Result.Distance.Inferred) })},
		{"off_road_m", "length off the roads (metres)", ofResult(func(v *view) cell { return metresCell(v.Result.Distance.OffRoad) })},
		{"legs", "number of legs", ofResult(func(v *view) cell { return countCell(len(v.Result.Legs)) })},
		{"gaps", "number of gaps", ofResult(func(v *view) cell { return countCell(len(v.Result.Gaps)) })},
		{"gap_causes", "causes of the gaps, in order", ofResult(func(v *view) cell {
			causes := make([]string, len(v.Result.Gaps))
			for i, g := range v.Result.Gaps {
				causes[i] = string(g.Cause)
			}
			return textCell(strings.Join(causes, ", "))
		})},
		{"explained", "whether the whole trip is explained", ofResult(func(v *view) cell {
			if v.Verdict == nil {
				return cell{}
			}
			return booleanCell(v.Verdict.Explained)
		})},
		{"reasons", "why it is not explained", ofResult(func(v *view) cell { return textCell(v.reasons()) })},
		{"corrections", "number of corrections by hand", ofResult(func(v *view) cell { return countCell(len(v.Corrections)) })},
		{"corrected_by", "who made the last one", ofResult(func(v *view) cell { return textCell(v.lastCorrection().By) })},
		{"corrected_time", "when it was made", ofResult(func(v *view) cell { return timeCell(v.lastCorrection().At) })},
		{"correction", "what was corrected", ofResult(func(v *view) cell {
			all := make([]string, len(v.Corrections))
			for i, c := range v.Corrections {
				all[i] = c.What
			}
			return textCell(strings.Join(all, "; "))
		})},
	}...)
	return newTable(PerTrip, columns, func(v *view) []*view { return []*view{v} }, nil)
}

// reasons returns the reasons of the verdict with their amounts.
func (v *view) reasons() string {
	if v.Verdict == nil {
		return ""
	}
	all := make([]string, len(v.Verdict.Reasons))
	for i, r := range v.Verdict.Reasons {
		all[i] = fmt.Sprintf("%s %g %s", r.Kind, r.Amount, r.Unit)
	}
	return strings.Join(all, "; ")
}

func (v *view) lastCorrection() (c Correction) {
	if n := len(v.Corrections); n > 0 {
		c = v.Corrections[n-1]
	}
	return c
}

type stopItem = item[trip.Stop]

func stopTable() table {
	columns := append(owner(func(x stopItem) *view { return x.view }), []column[stopItem]{
		{"stop", "number of the stop, from 1", func(x stopItem) cell { return countCell(x.index + 1) }},
		{"arrival", "time of arrival", func(x stopItem) cell { return timeCell(x.of.Arrival) }},
		{"departure", "time of departure", func(x stopItem) cell { return timeCell(x.of.Departure) }},
		{"duration_s", "time between both (seconds)", func(x stopItem) cell { return spanCell(x.of.Arrival, x.of.Departure) }},
		{"idling_s", "part of the time with the ignition on (seconds)", func(x stopItem) cell {
			if !x.of.HasIgnition {
				return cell{}
			}
			return secondsCell(x.of.Idling)
		}},
		{"stop_lat", "latitude of its middle (degrees)", func(x stopItem) cell { return degreesCell(x.of.Center.Lat) }},
		{"stop_lon", "longitude of its middle (degrees)", func(x stopItem) cell { return degreesCell(x.of.Center.Lon) }},
		{"first_index", "first observation there", func(x stopItem) cell { return countCell(x.of.First) }},
		{"last_index", "last observation there", func(x stopItem) cell { return countCell(x.of.Last) }},
		{"place", "name of the place, if it has one", func(x stopItem) cell { return textCell(x.o.Place(x.of.Center)) }},
	}...)
	return newTable(PerStop, columns, func(v *view) []stopItem { return items(v, v.stops) },
		func(x stopItem) ([]geo.Point, []time.Time) { return []geo.Point{x.of.Center}, nil })
}

type eventItem = item[trip.Event]

func eventTable() table {
	degree := func(x eventItem, index int, of func(geo.Point) float64) cell {
		at, ok := x.position(index)
		if !ok {
			return cell{}
		}
		return degreesCell(of(at))
	}
	lat, lon := func(p geo.Point) float64 { return p.Lat }, func(p geo.Point) float64 { return p.Lon }
	columns := append(owner(func(x eventItem) *view { return x.view }), []column[eventItem]{
		{"event", "gap, off_map, inferred, left_out, low_confidence or warning", func(x eventItem) cell { return textCell(string(x.of.Kind)) }},
		{"cause", "cause of the gap or the inferred part, reason of points left out, or kind of the warning", func(x eventItem) cell {
			return textCell(cmp.Or(string(x.of.Cause), string(x.of.Reason), string(x.of.Warning)))
		}},
		{"first_index", "first observation of the event", func(x eventItem) cell { return countCell(x.of.First) }},
		{"last_index", "last observation of the event", func(x eventItem) cell { return countCell(x.of.Last) }},
		{"start_time", "time of the first one", func(x eventItem) cell { return timeCell(x.of.From) }},
		{"end_time", "time of the last one", func(x eventItem) cell { return timeCell(x.of.To) }},
		{"duration_s", "time between both (seconds)", func(x eventItem) cell { return spanCell(x.of.From, x.of.To) }},
		{"length_m", "length of the route of an inferred part, otherwise from observation to observation (metres)", func(x eventItem) cell { return metresCell(x.of.Length) }},
		{"count", "number of points or warnings", func(x eventItem) cell { return countCell(x.of.Count) }},
		{"start_lat", "latitude of the first observation (degrees)", func(x eventItem) cell { return degree(x, x.of.First, lat) }},
		{"start_lon", "longitude of the first observation (degrees)", func(x eventItem) cell { return degree(x, x.of.First, lon) }},
		{"end_lat", "latitude of the last observation (degrees)", func(x eventItem) cell { return degree(x, x.of.Last, lat) }},
		{"end_lon", "longitude of the last observation (degrees)", func(x eventItem) cell { return degree(x, x.of.Last, lon) }},
	}...)
	return newTable(PerEvent, columns, func(v *view) []eventItem { return items(v, v.events) },
		func(x eventItem) ([]geo.Point, []time.Time) { return x.recorded(x.of.First, x.of.Last), nil })
}
