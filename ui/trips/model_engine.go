// SPDX-License-Identifier: MIT

package trips

import (
	"context"

	"roadsnap/engine/correction"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
)

// Engine is the part of the engine that MatcherOf uses.
type Engine interface {
	Match(ctx context.Context, observations []match.Observation, profile match.Profile) (match.Result, error)
	// Atlas calls fn with the borders. The error says that there are none.
	Atlas(fn func(*units.Atlas) error) error
}

// MatcherOf returns a Matcher that uses an engine.
func MatcherOf(e Engine) Matcher { return engineMatcher{e} }

type engineMatcher struct{ engine Engine }

// Match implements Matcher.
func (m engineMatcher) Match(ctx context.Context, recording trace.Trip, stops []trip.Stop, profile match.Profile) (match.Result, trip.Summary, error) {
	result, err := m.engine.Match(ctx, recording.Observations, profile)
	if err != nil {
		return result, trip.Summary{}, err
	}
	return result, m.summarise(recording, result, stops), nil
}

// Corrected is a match under corrections.
type Corrected struct {
	Result  match.Result
	Summary trip.Summary
	Log     correction.Log
	Applied []correction.Applied
	// Refused is the last correction if the match does not follow it and nothing was kept.
	Refused *correction.Applied
}

// MatchCorrected is like Match of MatcherOf under corrections. It returns what was applied.
func MatchCorrected(ctx context.Context, e CorrectingEngine, recording trace.Trip, stops []trip.Stop, profile match.Profile, log correction.Log) (match.Result, trip.Summary, []correction.Applied, error) {
	result, applied, err := log.Match(ctx, e, recording.Observations, profile)
	if err != nil {
		return result, trip.Summary{}, nil, err
	}
	return result, engineMatcher{e}.summarise(recording, result, stops), applied, nil
}

// CorrectingEngine is the part of the engine that MatchCorrected uses.
type CorrectingEngine interface {
	Engine
	correction.Matcher
}

// summarise returns the summary of a match. Without borders, it names no wards.
func (m engineMatcher) summarise(recording trace.Trip, result match.Result, stops []trip.Stop) (summary trip.Summary) {
	err := m.engine.Atlas(func(atlas *units.Atlas) error {
		summary = trip.Summarise(recording, result, stops, atlas)
		return nil
	})
	if err != nil {
		summary = trip.Summarise(recording, result, stops, nil)
	}
	return summary
}

// WardsOf returns the codes of the wards of a province or ward.
func WardsOf(table *units.Table, code string) (wards []uint32) {
	for _, w := range table.WardsOf(code) {
		wards = append(wards, uint32(w.ID))
	}
	if w, ok := table.Ward(code); ok {
		wards = append(wards, uint32(w.ID))
	}
	return wards
}

// findUnits returns the best provinces and wards for a query.
func findUnits(table *units.Table, query string) (list []Unit) {
	const limit = 8
	for _, h := range table.Search(query, units.Filter{Limit: limit}) {
		if h.Kind == units.KindProvince {
			list = append(list, Unit{h.Province.Code, h.Province.FullName})
			continue
		}
		name := h.Ward.FullName
		if p, ok := table.Province(h.Ward.ProvinceCode); ok {
			name += ", " + p.FullName
		}
		list = append(list, Unit{h.Ward.Code, name})
	}
	return list
}
