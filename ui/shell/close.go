// SPDX-License-Identifier: MIT

package shell

import "time"

// closeTime is how long Finish waits for jobs. An import has cleaned up by then. Reads
// from a network disk that does not respond would block forever.
const closeTime = 10 * time.Second

// Close ends the app as if the user had closed the window. Safe for concurrent use.
func (w *Window) Close() { w.o.Do(w.close) }

// close ends the app. Runs on the UI goroutine.
func (w *Window) close() {
	if w.closed == nil {
		w.window.Hide()
	}
	w.Finish()
}

// Finish saves the layout and then, in the background, cancels the jobs, shuts the server
// down and closes the map view. It returns a channel that is closed when all of that is
// done; further calls return the same channel. Unlike Close it also works after the
// toolkit has ended. Runs on the UI goroutine.
func (w *Window) Finish() <-chan struct{} {
	if w.closed != nil {
		return w.closed
	}
	w.closed = make(chan struct{})
	w.saveLayout()
	go func() {
		defer close(w.closed)
		idle := w.o.Jobs.Close(closeTime)
		// A server that does not stop in time ends with the program.
		_ = w.o.Server.Close()
		idle = within(closeTime, w.mapView.close) && idle
		if w.o.OnClosed != nil {
			w.o.OnClosed(idle)
		}
		w.o.Do(w.o.App.Quit)
	}()
	return w.closed
}

// within runs work and reports whether it ended in time. Otherwise work goes on in its
// goroutine, as a read from a disk that does not respond does.
func within(limit time.Duration, work func()) bool {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		work()
	}()
	select {
	case <-ended:
		return true
	case <-time.After(limit):
		return false
	}
}

// saveLayout saves the size of the window and the widths of its panes.
func (w *Window) saveLayout() {
	list, detail := w.arrangement.widths()
	c := w.window.Canvas()
	w.settings.setLayout(c.Size(), c.Scale(), list, detail, w.arrangement.dock.height)
}
