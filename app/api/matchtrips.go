// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"errors"
	"sync"
)

// tripWorkers is the number of trips of one connection that are matched at the same time.
const tripWorkers = 2

// matchTrips handles POST of any number of trips, one on each line. Each is answered with a
// line as soon as it is matched.
func (s *Server) matchTrips(r *request) (conversation, error) {
	f := r.faults()
	q := readTripQuery(r, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	return func(l *lines) {
		l.share = lineShare{each: tripsOfRequest, paid: tripsOfRequest}
		var workers sync.WaitGroup
		for range tripWorkers {
			workers.Go(func() {
				for l.matchNext(q) {
				}
			})
		}
		workers.Wait()
	}, nil
}

// matchNext reads and answers the next line, and reports whether there may be another.
func (l *lines) matchNext(q tripQuery) bool {
	line, release, err := l.next(nil, maxTripBody)
	switch {
	case errors.Is(err, errLinesEnd):
		return false
	case err != nil:
		return l.answerFault("", err)
	}
	id, answer, held, err := l.matchLine(q, line)
	release()
	defer func() { l.server.answers.give(l.request.clientID(), held) }()
	if err != nil {
		return l.answerFault(id, err)
	}
	return l.answer(answer)
}

// matchLine matches the trip of a line. held is the memory that was taken for its answer.
func (l *lines) matchLine(q tripQuery, line []byte) (id string, answer []byte, held int64, err error) {
	s := l.server
	over := l.count()
	err = l.turn(func(ctx context.Context) error {
		var f faults
		request, err := s.tripOf(ctx, mediaJSON, q, line, &f)
		id = request.id
		if err != nil {
			return err
		}
		if over != nil { // now that the id is known
			return over
		}
		if room := int64(len(request.trip.Observations)) * answerRoom; held == 0 && s.answers.take(l.request.clientID(), room) {
			held = room
		}
		if held == 0 {
			return errTooBusy
		}
		matched, err := s.matchRequest(ctx, request)
		if err != nil {
			return err
		}
		out := &tripWriter{ctx: ctx, text: append(beginLine(nil, id), `"status":"OK","data":`...)}
		if err := s.writeTrip(out, tripFormats[mediaJSON], matched); err != nil {
			return err
		}
		answer = append(out.end(), s.licence...)
		return nil
	})
	return id, answer, held, err
}
