// SPDX-License-Identifier: MIT

package trip

import (
	"context"

	"roadsnap/engine/correction"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// Correct matches a recording under the corrections of a log, and judges the result: all that the
// wire formats of package trace say of a trip. What it applied is in Corrected. The error is that
// of m.
func Correct(ctx context.Context, m correction.Matcher, recording trace.Trip, profile match.Profile, log correction.Log) (trace.Matched, error) {
	result, applied, err := log.Match(ctx, m, recording.Observations, profile)
	if err != nil {
		return trace.Matched{}, err
	}
	return trace.Matched{Trip: recording, Result: result, Verdict: Assess(recording, result).Encode(), Corrected: applied}, nil
}
