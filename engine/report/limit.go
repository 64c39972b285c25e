// SPDX-License-Identifier: MIT

package report

import (
	"time"

	"roadsnap/engine/regulation"
	"roadsnap/engine/road"
)

// LimitSource says how a speed limit is known.
type LimitSource uint8

// The sources, the surest first.
const (
	LimitNone      LimitSource = iota // no rule is in force
	LimitCorrected                    // by the user
	LimitSign                         // a limit in the map
	LimitZone                         // a limit in the map that stands for a kind of place
	LimitRule                         // the regulation, for what the map knows of the road
	LimitHighest                      // likewise, the highest of those that may apply
	numLimitSources
)

// Mapped reports whether the limit is that of the map or the user.
func (s LimitSource) Mapped() bool { return s == LimitCorrected || s == LimitSign || s == LimitZone }

// Limit is the speed limit of a road for a vehicle.
type Limit struct {
	KMH    float64
	Source LimitSource
	Rule   string // ID of the rule of LimitRule and LimitHighest
}

// limiter knows the limits of roads for one vehicle on one day.
type limiter struct {
	rules     *regulation.Book
	day       time.Time // as regulation.DayOf
	category  regulation.Category
	corrected map[int64]float64
	known     map[int64]Limit // by way
}

// of returns the limit of a way.
func (l *limiter) of(w *road.Way) Limit {
	if limit, ok := l.known[w.ID]; ok {
		return limit
	}
	limit := l.find(w)
	l.known[w.ID] = limit
	return limit
}

func (l *limiter) find(w *road.Way) Limit {
	if kmh, ok := l.corrected[w.ID]; ok {
		return Limit{KMH: kmh, Source: LimitCorrected}
	}
	if w.HasMaxSpeed && w.MaxSpeedKMH > 0 {
		source := LimitSign
		if w.FromZone {
			source = LimitZone
		}
		return Limit{KMH: float64(w.MaxSpeedKMH), Source: source}
	}
	rule, certain := l.rules.Limit(l.day, l.category, areaOf(w), carriagewayOf(w))
	if rule == nil {
		return Limit{}
	}
	source := LimitRule
	if !certain {
		source = LimitHighest
	}
	return Limit{KMH: rule.Value, Source: source, Rule: rule.ID}
}

// areaOf returns where a way is, as far as the map tells: it does not know built-up areas.
func areaOf(w *road.Way) regulation.Area {
	if w.Class == road.Motorway || w.Class == road.MotorwayLink {
		return regulation.Expressway
	}
	return regulation.UnknownArea
}

// carriagewayOf returns the form of a way. A one-way road without lanes in the map may be
// either.
func carriagewayOf(w *road.Way) regulation.Carriageway {
	switch {
	case w.Divided, w.Oneway && w.Lanes >= 2:
		return regulation.Dual
	case !w.Oneway, w.Lanes == 1:
		return regulation.Single
	}
	return regulation.UnknownCarriageway
}
