// SPDX-License-Identifier: MIT

// Package timeline shows matched trips over time, below the map: a clock that plays them,
// and graphs of their speed, their distance to the road and their confidence.
//
// Model owns the clock, the visible stretch and the marked one. Panel shows it. The window
// draws the vehicles on the map where State.Places says.
package timeline
