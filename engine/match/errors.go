package match

import "errors"

var (
	// ErrNoRoad is returned by [Matcher.Snap] when the points are too far from
	// any road.
	ErrNoRoad = errors.New("the points are too far from any road")
	// ErrNoRoute is returned by [Matcher.Snap] when roads are near, but no two
	// consecutive points can be joined by a route over them.
	ErrNoRoute = errors.New("no route joins the points")
	// ErrTooNoisy is returned by [Matcher.Snap] when roads are near, but no
	// sensible trip over them passes the points in this order.
	ErrTooNoisy = errors.New("the points are too noisy to be one trip")
	// ErrTooShort is returned by [Matcher.Snap] for fewer than two points.
	ErrTooShort = errors.New("a path needs at least two points")
	// ErrConfig is returned by [New] and [Config.Validate] for a parameter out
	// of range.
	ErrConfig = errors.New("invalid matcher configuration")
	// ErrClosed is returned by a [Stream] that was closed.
	ErrClosed = errors.New("the stream is closed")
	// ErrIndex is returned by [Matcher.Explain] for an observation that the trip
	// does not have.
	ErrIndex = errors.New("no such observation")
	// ErrProfile is returned for a profile that does not exist.
	ErrProfile = errors.New("unknown profile")
)
