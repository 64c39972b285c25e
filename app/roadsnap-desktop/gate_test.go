// SPDX-License-Identifier: MIT

package main

import (
	"slices"
	"testing"
)

// ranOnMain is the result of onMainGoroutine during package initialisation, which runs on
// the main goroutine.
var ranOnMain = onMainGoroutine()

func TestOnMainGoroutine(t *testing.T) {
	if !ranOnMain {
		t.Error("the main goroutine is not recognised")
	}
	if onMainGoroutine() {
		t.Error("a test's goroutine is taken for the main one")
	}
}

func TestGateDropsOffTheMainGoroutine(t *testing.T) {
	g := gate{onMain: func() bool { return false }}
	g.run(func() { t.Error("ran") })
}

// TestGateTakesWhatIsPostedWithin posts from a posted function, as the toolkit does on the
// main goroutine before its event loop begins.
func TestGateTakesWhatIsPostedWithin(t *testing.T) {
	g := gate{onMain: func() bool { return true }}
	var order []int
	g.run(func() {
		g.run(func() { order = append(order, 2) })
		order = append(order, 1)
	})
	g.run(func() { order = append(order, 3) })
	if !slices.Equal(order, []int{1, 2, 3}) {
		t.Errorf("ran %v", order)
	}
}

func TestClosedGateLetsNothingIn(t *testing.T) {
	g := gate{onMain: func() bool { return true }}
	g.run(func() {
		g.run(func() { t.Error("ran what waited when the gate was closed") })
		g.close()
	})
	g.run(func() { t.Error("ran though the gate is closed") })
}
