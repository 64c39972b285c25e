// SPDX-License-Identifier: MIT

// Package trip evaluates a trip: its stops, its distance and time in each ward, and the
// parts of it that the match does not explain.
package trip
