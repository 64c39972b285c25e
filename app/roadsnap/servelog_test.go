// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// stuckPipe is a pipe whose reader stops after the line with the address.
type stuckPipe struct {
	mu      sync.Mutex
	text    bytes.Buffer
	address chan string
	end     chan struct{}
}

var servedAt = regexp.MustCompile(`(http://\S+)/openapi.json\n`)

func (p *stuckPipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	p.text.Write(b)
	m := servedAt.FindStringSubmatch(p.text.String())
	p.mu.Unlock()
	if m != nil {
		select {
		case p.address <- m[1]:
		default:
		}
		<-p.end
	}
	return len(b), nil
}

// TestServeWithAStuckLog holds that a server answers, and stops, although nobody reads its
// log.
func TestServeWithAStuckLog(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	log := &stuckPipe{address: make(chan string, 1), end: make(chan struct{})}
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--api-key", "a-key-for-this-test-only", "--addr", "127.0.0.1:0"}, streams{out: &bytes.Buffer{}, err: log})
	}()
	base := <-log.address
	client := http.Client{Timeout: time.Minute}
	for range 100 {
		response, err := client.Get(base + "/openapi.json")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	cancel()
	select {
	case code := <-ended:
		if code != exitOK {
			t.Errorf("exit code %d", code)
		}
	case <-time.After(time.Minute):
		t.Error("the server does not stop")
	}
	if !strings.Contains(log.text.String(), "openapi.json") { // while the writer is stuck
		t.Error("nothing was logged")
	}
	close(log.end)
}
