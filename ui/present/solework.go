package present

import (
	"context"
	"sync"
)

// soleWork is work in the background of which one piece is under way at a time.
type soleWork struct {
	goroutines sync.WaitGroup

	mu     sync.Mutex
	cancel context.CancelFunc // of what is under way, nil for nothing
}

// begin notes that work is under way, on a goroutine that is Done when it ends, and
// reports false where some is already. The lock is free again when that is told: who
// hears of it may stop the work.
func (w *soleWork) begin() (ctx context.Context, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		return nil, false
	}
	ctx, w.cancel = context.WithCancel(context.Background())
	w.goroutines.Add(1)
	return ctx, true
}

// end notes that nothing is under way any more. It is called while the state is changed
// to say so: what is begun next says so after that.
func (w *soleWork) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cancel()
	w.cancel = nil
}

// stop cancels what is under way.
func (w *soleWork) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		w.cancel()
	}
}
