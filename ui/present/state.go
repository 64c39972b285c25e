package present

import "sync"

// state holds a value that is replaced whole, never changed in place, and tells
// its listener when it was. The listener hears of states in their order and of
// the last one always; of several that follow closely it may hear the last one
// only. It may call back.
type state[T any] struct {
	mu      sync.Mutex
	value   T
	listen  func(T)
	telling bool // the listener is being told, by whichever goroutine began
	changed bool // since it was told last
}

// get returns the value of now.
func (s *state[T]) get() T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.value
}

// change replaces the value by what fn makes of it. fn runs under the lock.
func (s *state[T]) change(fn func(T) T) {
	s.mu.Lock()
	s.value = fn(s.value)
	s.tell()
}

// subscribe makes fn the listener and tells it the value of now.
func (s *state[T]) subscribe(fn func(T)) {
	s.mu.Lock()
	s.listen = fn
	s.tell()
}

// tell tells the listener the value, unless somebody is at it already, who will
// then tell it this one, too. It is called with the lock held and gives it back.
func (s *state[T]) tell() {
	s.changed = true
	if s.telling {
		s.mu.Unlock()
		return
	}
	s.telling = true
	for s.changed && s.listen != nil {
		s.changed = false
		value, listen := s.value, s.listen
		s.mu.Unlock()
		listen(value)
		s.mu.Lock()
	}
	s.telling = false
	s.mu.Unlock()
}
