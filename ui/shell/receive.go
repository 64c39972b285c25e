// SPDX-License-Identifier: MIT

package shell

// Receive opens the files that another start of the app hands over, and raises the window,
// which is all it does without any. It reports false if the window is being closed: the other
// process must open them. Runs on the UI goroutine.
func (w *Window) Receive(paths []string) (ok bool) {
	if w.closed != nil {
		return false
	}
	w.opener.open(paths)
	w.window.RequestFocus() // which also restores one that is minimised
	return true
}

// Open opens files as if they were dropped on the window: maps, extracts, traces and folders of
// traces. Runs on the UI goroutine.
func (w *Window) Open(paths []string) { w.opener.open(paths) }
