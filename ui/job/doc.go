// SPDX-License-Identifier: MIT

// Package job runs work in the background and applies its results on the UI goroutine,
// which owns the state of all view models and widgets.
//
// A job reads immutable inputs and returns a closure, which runs on the UI goroutine.
// Cancel must be called there too, and drops the closure, so that a late result never
// overwrites a newer one. To let the latest request win, cancel the old job and start a
// new one.
//
// Runner starts jobs, Lane limits how many run at a time, Report delivers progress, and
// Signal calls a listener when a view model has changed.
package job
