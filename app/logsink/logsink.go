// SPDX-License-Identifier: MIT

// Package logsink writes lines of a log to a file or pipe without blocking their authors:
// a request never waits for the reader of the log.
package logsink

import (
	"bytes"
	"context"
	"io"
	"sync"
)

// Size is the greatest number of lines that wait to be written, and MaxBytes of their bytes.
// Usual lines take 2 MB.
const (
	Size     = 8192
	MaxBytes = 8 << 20
)

// maxWrite is the number of bytes from which on lines are written at once. Fewer writes
// cost less when many lines wait.
const maxWrite = 16 << 10

// Writer passes what is written to it to another writer, on a goroutine of its own. It
// drops lines if too many wait, and those that the other writer refuses.
type Writer struct {
	to      io.Writer
	dropped func(lines int)
	lines   chan []byte
	written chan struct{} // closed when all lines have been written

	mu      sync.Mutex // guards the fields below
	closed  bool
	lost    int // dropped lines that were not reported yet
	writing int // lines that are being written
	waiting int // bytes of the lines that wait
}

// New returns a Writer to w. After lines were dropped and another one has been written,
// it calls dropped with their number. dropped may write to the Writer. The caller must
// call Close.
func New(w io.Writer, dropped func(lines int)) *Writer {
	s := &Writer{to: w, dropped: dropped, lines: make(chan []byte, Size), written: make(chan struct{})}
	go s.run()
	return s
}

// Write takes one or more lines. It returns the length of p and no error. Safe for
// concurrent use.
func (s *Writer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.waiting+len(p) > MaxBytes {
		s.lost++
		return len(p), nil
	}
	select {
	case s.lines <- bytes.Clone(p):
		s.waiting += len(p)
	default:
		s.lost++
	}
	return len(p), nil
}

func (s *Writer) run() {
	defer close(s.written)
	var text []byte
	for line := range s.lines {
		text = append(text[:0], line...)
		n := 1
		for ; len(s.lines) > 0 && len(text) < maxWrite; n++ {
			text = append(text, <-s.lines...)
		}
		s.begin(n, len(text))
		_, err := s.to.Write(text)
		if lost := s.end(err); lost > 0 {
			s.dropped(lost)
		}
	}
}

func (s *Writer) begin(lines, size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writing = lines
	s.waiting -= size
}

// end ends a write and returns the number of dropped lines to report: 0 while there is no
// room for a report.
func (s *Writer) end(err error) (lost int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.lost += s.writing
	} else if len(s.lines) < cap(s.lines) {
		lost, s.lost = s.lost, 0
	}
	s.writing = 0
	return lost
}

// Close waits until the lines so far have been written, or ctx ends. It returns the number
// of lines that were dropped without a report, or are not written yet.
func (s *Writer) Close(ctx context.Context) (lost int) {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.lines)
	}
	s.mu.Unlock()
	select {
	case <-s.written:
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lost + s.writing + len(s.lines)
}
