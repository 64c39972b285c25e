package mapdraw

import "time"

// notice calls a function soon after it is given, but not more often than once
// a frame. The Map's lock guards it.
type notice struct {
	call    func()
	pending *time.Timer
	ended   bool
}

// frameTime is that of a 60 Hz display.
const frameTime = 16 * time.Millisecond

func (n *notice) give() {
	if n.call == nil || n.pending != nil || n.ended {
		return
	}
	n.pending = time.AfterFunc(frameTime, n.call)
}

// taken makes the next give call again.
func (n *notice) taken() {
	if n.pending != nil {
		n.pending.Stop()
		n.pending = nil
	}
}

func (n *notice) end() {
	n.taken()
	n.ended = true
}
