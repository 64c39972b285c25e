package main

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

func TestGateRunsOneAtATime(t *testing.T) {
	g := newGate()
	count := 0 // the race detector watches it
	var posts sync.WaitGroup
	for range 8 {
		posts.Go(func() {
			for range 100 {
				g.run(func() { count++ })
			}
		})
	}
	posts.Wait()
	g.close()
	if count != 800 {
		t.Errorf("%d of 800 ran", count)
	}
}

// TestGateTakesWhatIsPostedWithin posts from what runs, as the toolkit does on the main
// goroutine before its loop begins.
func TestGateTakesWhatIsPostedWithin(t *testing.T) {
	g := newGate()
	var order []int
	g.run(func() {
		g.run(func() { order = append(order, 2) })
		order = append(order, 1)
	})
	if !slices.Equal(order, []int{1, 2}) {
		t.Errorf("ran %v", order)
	}
}

// TestClosedGateLetsNothingIn closes the gate while something runs and more waits.
func TestClosedGateLetsNothingIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		end, closed := make(chan struct{}), make(chan struct{})
		go g.run(func() { <-end })
		synctest.Wait()
		g.run(func() { t.Error("ran what waited when the gate was closed") })
		go func() { g.close(); close(closed) }()
		synctest.Wait()
		select {
		case <-closed:
			t.Error("closed while something runs")
		default:
		}
		close(end)
		<-closed
		g.run(func() { t.Error("ran though the gate is closed") })
	})
}
