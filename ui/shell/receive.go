// SPDX-License-Identifier: MIT

package shell

// Receive opens the traces that another start of the app hands over, also those in folders,
// and raises the window, which is all it does without any. It reports false if the window is being closed:
// the other process must open them. Runs on the UI goroutine.
func (w *Window) Receive(traces []string) (ok bool) {
	if w.closed != nil {
		return false
	}
	if len(traces) > 0 {
		w.show(panelTrips)
		w.opener.openTraces(traces)
	}
	w.window.RequestFocus() // which also restores one that is minimised
	return true
}

// OpenTraces opens trace files, and those in folders. Runs on the UI goroutine.
func (w *Window) OpenTraces(paths []string) {
	if len(paths) > 0 {
		w.opener.openTraces(paths)
	}
}
