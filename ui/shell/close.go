package shell

import "time"

// closeTime is how long Finish waits for jobs: an import has cleared up by then, and
// what reads from a disk on a network that does not answer would wait for ever.
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

// Finish saves the layout and stops work under way, shuts the server down and unmaps
// the map in the background, once. It returns a channel that is closed after that.
// Unlike Close it also works when the toolkit has ended. Runs on the UI goroutine.
func (w *Window) Finish() <-chan struct{} {
	if w.closed != nil {
		return w.closed
	}
	w.closed = make(chan struct{})
	w.saveLayout()
	go func() {
		defer close(w.closed)
		idle := w.o.Jobs.Close(closeTime)
		// A server that does not end in time ends with the program.
		_ = w.o.Server.Close()
		idle = within(closeTime, w.mapView.close) && idle
		if w.o.OnClosed != nil {
			w.o.OnClosed(idle)
		}
		w.o.Do(w.o.App.Quit)
	}()
	return w.closed
}

// within runs work and reports whether it ended in time. Work on a disk that does
// not answer is left behind.
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

// saveLayout keeps the size of the window and the places of its splitters.
func (w *Window) saveLayout() {
	list, detail := w.arrangement.widths()
	w.settings.setLayout(w.window.Canvas().Size(), list, detail)
}
