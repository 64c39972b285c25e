package present

import (
	"sync"
	"time"
)

// FinderState is what lies under the pointer and what was clicked.
type FinderState struct {
	Hover       Here
	HasHover    bool
	Selected    Here
	HasSelected bool
}

// Finder answers what is where the user points. It asks its hit testers in the
// background, one place at a time, and of several places that come while it is at
// it only the last: a pointer that races over the map leaves no queue behind.
type Finder struct {
	testers []HitTester
	pause   time.Duration
	state   state[FinderState]

	mu     sync.Mutex
	timer  *time.Timer // of the place that the pointer may be resting at
	next   [2]*Where   // by purpose: the place to ask about next
	asks   [2]int      // by purpose: how often another place was asked about, or none
	asking bool
}

// purpose is what a place is asked about for.
type purpose int

const (
	forHover purpose = iota
	forSelection
)

// NewFinder returns a finder of what testers know. A place that the pointer has
// not rested at for pause is not asked about.
func NewFinder(pause time.Duration, testers ...HitTester) *Finder {
	return &Finder{testers: testers, pause: pause}
}

// Subscribe tells listen the state of now and every later one.
func (f *Finder) Subscribe(listen func(FinderState)) { f.state.subscribe(listen) }

// State returns the state of now.
func (f *Finder) State() FinderState { return f.state.get() }

// Hover asks what lies where the pointer is. What lay under it before stays in
// the state until the answer is there.
func (f *Finder) Hover(w Where) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stopTimer()
	if f.pause <= 0 {
		f.ask(forHover, w)
		return
	}
	asked := f.asks[forHover]
	f.timer = time.AfterFunc(f.pause, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if asked == f.asks[forHover] {
			f.ask(forHover, w)
		}
	})
}

// Leave says that the pointer is no longer on the map.
func (f *Finder) Leave() {
	f.drop(forHover)
	f.state.change(func(s FinderState) FinderState {
		s.Hover, s.HasHover = Here{}, false
		return s
	})
}

// Select asks what was clicked and makes it the selection.
func (f *Finder) Select(w Where) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ask(forSelection, w)
}

// Deselect leaves nothing selected.
func (f *Finder) Deselect() {
	f.drop(forSelection)
	if f.state.get().HasSelected {
		f.state.change(func(s FinderState) FinderState {
			s.Selected, s.HasSelected = Here{}, false
			return s
		})
	}
}

// drop forgets the place that is asked about, and the answer on its way.
func (f *Finder) drop(p purpose) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asks[p]++
	f.next[p] = nil
	if p == forHover {
		f.stopTimer()
	}
}

func (f *Finder) stopTimer() {
	f.asks[forHover]++
	if f.timer != nil {
		f.timer.Stop()
		f.timer = nil
	}
}

// ask puts a place in the place of the one that waits. The lock is held.
func (f *Finder) ask(p purpose, w Where) {
	f.asks[p]++
	f.next[p] = &w
	if !f.asking {
		f.asking = true
		go f.answer()
	}
}

// answer answers until nothing is asked any more.
func (f *Finder) answer() {
	for {
		w, p, number, ok := f.take()
		if !ok {
			return
		}
		here := Here{At: w.At}
		for _, t := range f.testers {
			t.HitTest(w, &here)
		}
		f.tell(p, number, here)
	}
}

// take returns the next place; clicks go before the pointer.
func (f *Finder) take() (w Where, p purpose, number int, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range []purpose{forSelection, forHover} {
		if next := f.next[p]; next != nil {
			f.next[p] = nil
			return *next, p, f.asks[p], true
		}
	}
	f.asking = false
	return Where{}, 0, 0, false
}

// tell puts an answer into the state unless it has come too late.
func (f *Finder) tell(p purpose, number int, here Here) {
	f.state.change(func(s FinderState) FinderState {
		f.mu.Lock()
		late := f.asks[p] != number
		f.mu.Unlock()
		switch {
		case late:
		case p == forHover:
			s.Hover, s.HasHover = here, true
		default:
			s.Selected, s.HasSelected = here, true
		}
		return s
	})
}
