// SPDX-License-Identifier: MIT

package undo_test

import (
	"strconv"
	"testing"

	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/undo"
)

// sum is a number whose changes are steps.
type sum struct {
	*undo.History
	n int
}

// add adds to the number.
func (s *sum) add(n int) (forget func()) {
	s.n += n
	return s.Remember(func() { s.n -= n }, func() { s.add(n) })
}

func TestHistory(t *testing.T) {
	s := &sum{History: undo.New(jobtest.New(t).Jobs)}
	raised := 0
	s.OnChange(func() { raised++ })
	check := func(what string, n int, canUndo, canRedo bool) {
		t.Helper()
		if s.n != n || s.CanUndo() != canUndo || s.CanRedo() != canRedo || raised == 0 {
			t.Errorf("%s: %d, %t, %t; raised %d times", what, s.n, s.CanUndo(), s.CanRedo(), raised)
		}
		raised = 0
	}
	s.add(1)
	s.add(2)
	check("added", 3, true, false)
	s.Undo()
	check("taken back", 1, true, true)
	s.Redo()
	check("done again", 3, true, false)
	s.Undo()
	s.Undo()
	s.Undo()
	check("all taken back", 0, false, true)
	s.Redo()
	check("one done again", 1, true, true)
	s.add(4)
	check("something else", 5, true, false)
	forget := s.add(8)
	forget()
	s.Undo()
	check("without the forgotten step", 9, true, true)
	s.Remember(func() { s.n = 100 }, nil)
	s.Undo()
	check("a step that cannot be done again", 100, true, false)
}

// TestHistoryKeepsTheLastSteps adds more steps than can be taken back.
func TestHistoryKeepsTheLastSteps(t *testing.T) {
	s := &sum{History: undo.New(jobtest.New(t).Jobs)}
	for range 130 {
		s.add(1)
	}
	for s.CanUndo() {
		s.Undo()
	}
	if s.n != 30 {
		t.Errorf("%d steps cannot be taken back, want 30", s.n)
	}
}

// TestClearedStepsAreRestored clears the steps, adds one and restores them before it.
func TestClearedStepsAreRestored(t *testing.T) {
	h := undo.New(jobtest.New(t).Jobs)
	order := ""
	add := func(n int) { h.Remember(func() { order += strconv.Itoa(n) }, nil) }
	add(1)
	add(2)
	restore := h.Clear()
	if h.CanUndo() {
		t.Error("there are steps left")
	}
	add(3)
	restore()
	for h.CanUndo() {
		h.Undo()
	}
	if order != "321" {
		t.Errorf("taken back in the order %s, want 321", order)
	}
}

// TestStepEndsInTheBackground does a step again of which the end follows after Redo, and keeps the
// other steps that can be done again.
func TestStepEndsInTheBackground(t *testing.T) {
	h := undo.New(jobtest.New(t).Jobs)
	var end func()
	var begin func()
	begin = func() {
		again := h.Again()
		end = func() { h.As(again, func() { h.Remember(func() {}, begin) }) }
	}
	for range 2 {
		begin()
		end()
	}
	h.Undo()
	h.Undo()
	h.Redo()
	end()
	if !h.CanRedo() {
		t.Error("the second step cannot be done again")
	}
	begin()
	end()
	if h.CanRedo() {
		t.Error("after something else, the second step can be done again")
	}
}
