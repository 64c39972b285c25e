// SPDX-License-Identifier: MIT

package trips

import (
	"context"

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

// Match implements Matcher. Without borders, the summary names no wards.
func (m engineMatcher) Match(ctx context.Context, recording trace.Trip, stops []trip.Stop, profile match.Profile) (match.Result, trip.Summary, error) {
	result, err := m.engine.Match(ctx, recording.Observations, profile)
	if err != nil {
		return result, trip.Summary{}, err
	}
	var summary trip.Summary
	err = m.engine.Atlas(func(atlas *units.Atlas) error {
		summary = trip.Summarise(recording, result, stops, atlas)
		return nil
	})
	if err != nil {
		summary = trip.Summarise(recording, result, stops, nil)
	}
	return result, summary, nil
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
