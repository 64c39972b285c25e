package ui

import (
	"errors"

	"roadsnap/engine/pack"
)

// unreadable says that what is open can no longer be read: its file was changed, or
// its disk taken out. The map would merely be empty. It says so once for each map,
// of which every tile fails; other errors are of a map that was exchanged meanwhile.
func (w *Window) unreadable(err error) {
	if w.faultTold || !errors.Is(err, pack.ErrFault) && !errors.Is(err, pack.ErrCorrupt) {
		return
	}
	w.faultTold = true
	w.files.Complain(err)
}
