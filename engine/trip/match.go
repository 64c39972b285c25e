// SPDX-License-Identifier: MIT

package trip

import (
	"context"

	"roadsnap/engine/correction"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// Matcher matches observations to roads, as engine.Engine does.
type Matcher interface {
	Match(ctx context.Context, trip []match.Observation, profile match.Profile) (match.Result, error)
}

// Match matches a recording and judges the result: all that the wire formats of package trace
// say of a trip. The error is that of m.
func Match(ctx context.Context, m Matcher, recording trace.Trip, profile match.Profile) (trace.Matched, error) {
	result, err := m.Match(ctx, recording.Observations, profile)
	if err != nil {
		return trace.Matched{}, err
	}
	return trace.Matched{Trip: recording, Result: result, Verdict: Assess(recording, result).Encode()}, nil
}

// Correct is like Match under the corrections of a log. What it applied is in Corrected.
func Correct(ctx context.Context, m correction.Matcher, recording trace.Trip, profile match.Profile, log correction.Log) (trace.Matched, error) {
	result, applied, err := log.Match(ctx, m, recording.Observations, profile)
	if err != nil {
		return trace.Matched{}, err
	}
	return trace.Matched{Trip: recording, Result: result, Verdict: Assess(recording, result).Encode(), Corrected: applied}, nil
}
