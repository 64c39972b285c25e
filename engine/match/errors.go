// SPDX-License-Identifier: MIT

package match

import "roadsnap/engine/errclass"

var (
	// ErrNoRoad is returned by [Matcher.Snap] if the points are too far from any road.
	ErrNoRoad = errclass.New(errclass.NoRoad, "the points are too far from any road")
	// ErrNoRoute is returned by [Matcher.Snap] if roads are near, but no route over
	// them joins two consecutive points.
	ErrNoRoute = errclass.New(errclass.NoRoute, "no route joins the points")
	// ErrTooNoisy is returned by [Matcher.Snap] if roads are near, but no sensible trip
	// over them passes the points in this order.
	ErrTooNoisy = errclass.New(errclass.TooNoisy, "the points are too noisy to be one trip")
	// ErrTooShort is returned by [Matcher.Snap] for fewer than two points.
	ErrTooShort = errclass.New(errclass.TooShort, "a path needs at least two points")
	// ErrConfig is returned by [New] and [Config.Validate] for a parameter out
	// of range.
	ErrConfig = errclass.New(errclass.Internal, "invalid matcher configuration")
	// ErrClosed is returned by a closed [Stream].
	ErrClosed = errclass.New(errclass.Internal, "the stream is closed")
	// ErrState is returned by [Matcher.Resume] for a state that it cannot continue, and by
	// [Stream.AppendState] for a stream without one.
	ErrState = errclass.New(errclass.Internal, "no usable state of a stream")
	// ErrIndex is returned by [Matcher.Explain] for an index out of range.
	ErrIndex = errclass.New(errclass.Internal, "no such observation")
	// ErrProfile is returned for a profile that does not exist.
	ErrProfile = errclass.New(errclass.Internal, "unknown profile")
)
