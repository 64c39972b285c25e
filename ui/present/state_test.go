package present

import (
	"sync"
	"testing"
)

func TestListenerMayCallBack(t *testing.T) {
	var s state[int]
	var heard []int
	s.subscribe(func(v int) {
		heard = append(heard, v)
		if v > 0 && v < 5 {
			s.change(func(v int) int { return v + 1 })
		}
		if s.get() < v {
			t.Errorf("told %d, the value is %d", v, s.get())
		}
	})
	s.change(func(int) int { return 1 })
	if len(heard) != 6 || heard[5] != 5 {
		t.Errorf("heard %v, want 0 to 5", heard)
	}
}

func TestLastStateIsAlwaysToldAndNeverAnOlderOneAfterIt(t *testing.T) {
	var s state[int]
	last := 0
	s.subscribe(func(v int) {
		if v < last {
			t.Errorf("told %d after %d", v, last)
		}
		last = v
	})
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			for range 1000 {
				s.change(func(v int) int { return v + 1 })
			}
		})
	}
	work.Wait()
	if last != 8000 {
		t.Errorf("the last state told is %d, want 8000", last)
	}
}
