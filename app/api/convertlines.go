// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"errors"
	"sync"

	"roadsnap/engine/units"
)

// maxAddressLine is the greatest length of a line with an address (bytes).
const maxAddressLine = 64 << 10

// convertLines handles POST of any number of addresses, one on each line. Each is answered with
// a line.
func (s *Server) convertLines(r *request) (conversation, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	former := false
	to, given, ok := r.query.one("to", &f)
	switch {
	case !given || !ok || to == "new":
	case to == "former":
		former = true
	default:
		f.add("to", `must be "new" or "former"`)
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	return func(l *lines) {
		l.share = lineShare{each: maxConversions, paid: maxConversions}
		var workers sync.WaitGroup
		for range tripWorkers {
			workers.Go(func() {
				for l.convertNext(former) {
				}
			})
		}
		workers.Wait()
	}, nil
}

// convertNext reads and answers the next line, and reports whether there may be another.
func (l *lines) convertNext(former bool) bool {
	line, release, err := l.next(nil, maxAddressLine)
	defer release()
	switch {
	case errors.Is(err, errLinesEnd):
		return false
	case err != nil:
		return l.answerFault("", err)
	}
	id, answer := "", []byte(nil)
	over := l.count()
	err = l.turn(func(context.Context) error {
		var f faults
		if !checkJSON(line, &f) {
			return f.err()
		}
		row := decodeConversion(&walker{text: line})
		id = string(row.id)
		if over != nil { // now that the id is known
			return over
		}
		if row.fault != "" {
			return lineFault(row.fault)
		}
		return l.server.engine.Atlas(func(atlas *units.Atlas) error {
			answer = append(row.appendRest(beginLine(nil, id), l.server.converter(atlas), former), '\n')
			return nil
		})
	})
	if err != nil {
		return l.answerFault(id, err)
	}
	return l.answer(answer)
}
