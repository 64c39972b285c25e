// Package job runs work in the background and brings its results back to the
// UI goroutine, which owns everything that the screens show.
//
// A job gets immutable inputs and returns a closure. The closure is applied on
// the UI goroutine. A cancelled job's closure is dropped there, where it was
// cancelled, so that a late result never overwrites a newer one. "The last
// question wins" is therefore to cancel the old job and to start another.
//
// Runner starts jobs, Lane bounds how many of a kind run at a time, Report
// brings progress, and Signal calls a listener when a view model has changed.
package job
