// SPDX-License-Identifier: MIT

// Package undo holds the steps that the user can take back and do again, of all view models in the
// order in which they were done.
package undo

import (
	"slices"

	"roadsnap/ui/job"
)

// most is the number of steps that can be taken back.
const most = 100

// step is a change. redo makes it again, as the user made it; it is nil if that cannot be.
type step struct{ undo, redo func() }

// History holds the steps. It belongs to the UI goroutine.
type History struct {
	changed    *job.Signal
	undo, redo []*step // the next one last
	again      bool    // Redo runs
}

// New returns a history without steps.
func New(jobs *job.Runner) *History { return &History{changed: jobs.Signal()} }

// OnChange sets the listener that is called after each change of the steps.
func (h *History) OnChange(listen func()) { h.changed.Listen(listen) }

// CanUndo reports whether there is a step to take back.
func (h *History) CanUndo() bool { return len(h.undo) > 0 }

// CanRedo reports whether there is a step that was taken back and can be done again.
func (h *History) CanRedo() bool { return len(h.redo) > 0 }

// Undo takes back the last step.
func (h *History) Undo() {
	if len(h.undo) == 0 {
		return
	}
	var last *step
	last, h.undo = cutLast(h.undo)
	if h.redo = append(h.redo, last); last.redo == nil {
		h.redo = nil
	}
	h.changed.Raise()
	last.undo()
}

// Redo does again what Undo has taken back last, unless something else was done since.
func (h *History) Redo() {
	if len(h.redo) == 0 {
		return
	}
	var next *step
	next, h.redo = cutLast(h.redo)
	h.As(true, next.redo)
	h.changed.Raise()
}

func cutLast(list []*step) (*step, []*step) { return list[len(list)-1], list[:len(list)-1] }

// Again reports whether Redo runs.
func (h *History) Again() bool { return h.again }

// As calls do, during which Remember keeps the steps that can be done again if again is set. A step
// that ends in the background passes what Again was when it began.
func (h *History) As(again bool, do func()) {
	before := h.again
	h.again = again
	do()
	h.again = before
}

// Remember adds a step. redo must call Remember, too; it may be nil. forget drops the step, because
// the change could not be made.
func (h *History) Remember(undo, redo func()) (forget func()) {
	s := &step{undo, redo}
	h.undo = append(h.undo, s)
	h.undo = h.undo[max(len(h.undo)-most, 0):]
	if !h.again {
		h.redo = nil
	}
	h.changed.Raise()
	return func() {
		is := func(x *step) bool { return x == s }
		h.undo, h.redo = slices.DeleteFunc(h.undo, is), slices.DeleteFunc(h.redo, is)
		h.changed.Raise()
	}
}

// Clear drops the steps that can be taken back. restore puts them before those that were added
// since.
func (h *History) Clear() (restore func()) {
	before := h.undo
	h.undo = nil
	h.changed.Raise()
	return func() {
		h.undo = append(before, h.undo...)
		h.changed.Raise()
	}
}
