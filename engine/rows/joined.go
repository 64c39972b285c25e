// SPDX-License-Identifier: MIT

package rows

// queue holds input rows until their results are known, and writes them in order.
type queue[R any] struct {
	writer  *writer
	waiting []*held[R] // batches with rows that were not written, in order
	// add appends the result of a row to the table.
	add func(t *table, r *R)
}

// held is a batch whose rows wait.
type held[R any] struct {
	batch   batch
	results []R
	decided []bool
	known   int // rows from the beginning that are decided
	written int
}

// push adds a batch.
func (q *queue[R]) push(b batch) *held[R] {
	h := &held[R]{batch: b, results: make([]R, b.len()), decided: make([]bool, b.len())}
	q.waiting = append(q.waiting, h)
	return h
}

// decide sets the result of a row.
func (h *held[R]) decide(row int, r R) {
	h.results[row], h.decided[row] = r, true
	for h.known < len(h.decided) && h.decided[h.known] {
		h.known++
	}
}

// ready returns how many rows can be written.
func (q *queue[R]) ready() (n int) {
	for _, h := range q.waiting {
		n += h.known - h.written
		if h.known < len(h.decided) {
			break
		}
	}
	return n
}

// write writes all chunks that are full, or all rows if rest is set.
func (q *queue[R]) write(rest bool) error {
	for ready := q.ready(); ready >= q.writer.size || rest && ready > 0; ready = q.ready() {
		if err := q.chunk(min(ready, q.writer.size)); err != nil {
			return err
		}
		q.writer.size = min(2*q.writer.size, lastChunk)
	}
	return nil
}

// chunk writes n rows.
func (q *queue[R]) chunk(n int) error {
	t := q.writer.added
	var spans []span
	for done := 0; done < n; {
		h := q.waiting[0]
		to := min(h.written+n-done, len(h.results))
		if h.written < to {
			spans = append(spans, span{h.batch, h.written, to})
		}
		for i := h.written; i < to; i++ {
			q.add(t, &h.results[i])
		}
		t.rows += to - h.written
		done += to - h.written
		if h.written = to; to == len(h.results) {
			q.waiting = q.waiting[1:]
		}
	}
	err := q.writer.sink.joined(spans, t)
	t.reset()
	return err
}
