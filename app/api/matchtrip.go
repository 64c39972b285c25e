// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// TripEngine is the part of the engine that matches whole trips.
type TripEngine interface {
	// Match matches a trip. See engine.Engine.Match.
	Match(ctx context.Context, trip []match.Observation, profile match.Profile) (match.Result, error)
	// Correct is Match under constraints. See engine.Engine.Correct.
	Correct(ctx context.Context, trip []match.Observation, profile match.Profile, constraints []match.Constraint) (match.Corrected, error)
	// Live begins a stream for a vehicle. See engine.Engine.Live.
	Live(profile match.Profile, lag match.Lag) (*engine.TripStream, error)
}

// tripFormats are the formats of trips by their media types.
var tripFormats = map[string]trace.Format{
	mediaJSON: trace.JSON, mediaGeoJSON: trace.GeoJSON, mediaGPX: trace.GPX, mediaCSV: trace.CSV,
}

// tripAnswers are the media types of answers, the default first.
var tripAnswers = []string{mediaJSON, mediaGeoJSON, mediaGPX}

// matchTrip handles POST of a whole trip. Its answer is complete before the first byte is sent.
func (s *Server) matchTrip(dst []byte, r *request) ([]byte, error) {
	f := r.faults()
	media := accepted(r.Header, tripAnswers, &f)
	q := readTripQuery(r, &f)
	s.allowTime(r)
	var request tripRequest
	err := s.withBody(r, r.op.maxBody(), func(ctx context.Context, body []byte) (err error) {
		request, err = s.tripOf(ctx, r.media, q, body, &f)
		return err
	})
	if err != nil {
		return dst, err
	}
	err = s.turn(r, func(ctx context.Context) error {
		if !s.takeAnswer(r, len(request.trip.Observations)) {
			return errTooBusy
		}
		matched, err := s.matchRequest(ctx, request)
		if err != nil {
			return err
		}
		dst, err = s.encodeTrip(ctx, dst, r, media, matched)
		return err
	})
	s.keepAnswer(r, len(dst))
	return dst, err
}

// readTripTimeout is the time for the body of a trip, which may be as long as the work on it.
const readTripTimeout = workTimeout

// allowTime replaces the deadlines of the connection by those of a trip. The answer has its
// own; see Server.write.
func (s *Server) allowTime(r *request) {
	// A writer without deadlines returns errors, which are ignored.
	control := http.NewResponseController(r.w)
	_ = control.SetReadDeadline(time.Now().Add(readTripTimeout))
	_ = control.SetWriteDeadline(time.Now().Add(readTripTimeout + workTimeout + s.patience))
}

// answerRoom is the memory to reserve for each point of an answer (bytes). The longest form,
// GeoJSON, takes 340.
const answerRoom = 400

// takeAnswer reserves memory for the answer to a trip with n points, and reports whether there
// was room. giveAnswer returns it when the answer is sent.
func (s *Server) takeAnswer(r *request, n int) bool {
	if !s.answers.take(r.clientID(), int64(n)*answerRoom) {
		return false
	}
	r.held = int64(n) * answerRoom
	return true
}

// keepAnswer returns what an answer of n bytes does not need.
func (s *Server) keepAnswer(r *request, n int) {
	if rest := r.held - int64(n); rest > 0 {
		s.answers.give(r.clientID(), rest)
		r.held -= rest
	}
}

// giveAnswer returns the memory of the answer to r.
func (s *Server) giveAnswer(r *request) { s.keepAnswer(r, 0) }

// tripQuery holds the parameters of a trip.
type tripQuery struct {
	strict     bool
	profile    match.Profile
	hasProfile bool
}

func readTripQuery(r *request, f *faults) tripQuery {
	q := tripQuery{strict: r.query.boolean("strict", f)}
	if name, given, ok := r.query.one("profile", f); given && ok {
		q.profile, q.hasProfile = readProfile("profile", name, f), true
	}
	return q
}

// tripOf decodes a body. The error lists the faults in f, too.
func (s *Server) tripOf(ctx context.Context, media string, q tripQuery, body []byte, f *faults) (request tripRequest, err error) {
	if media == mediaJSON {
		request, err = decodeTrip(ctx, body, f)
	} else {
		request.trip, err = s.tripFile(ctx, tripFormats[media], q.strict, body, f)
	}
	if err != nil {
		return request, err
	}
	if q.hasProfile {
		if request.hasProfile {
			f.add("profile", "must not be given twice: in the query and in the body")
		}
		request.profile = q.profile
	}
	return request, f.err()
}

// tripFile reads a file with one trip, and adds its fault to f.
func (s *Server) tripFile(ctx context.Context, format trace.Format, strict bool, body []byte, f *faults) (trace.Trip, error) {
	info, err := s.engine.Info()
	if err != nil {
		return trace.Trip{}, err
	}
	in := &pausingReader{ctx: ctx, from: bytes.NewReader(body)}
	trips, err := trace.Read(ctx, in, defaultTripID, trace.Options{
		Format: format, Bounds: info.Meta.Bounds, MaxBytes: maxTripBody, MaxPoints: maxTripPoints, Strict: strict,
		Plain: true, // the limits of work and memory are for the length of the body
	})
	var fault *trace.Error
	switch {
	case in.err != nil:
		return trace.Trip{}, in.err
	case errors.Is(err, trace.ErrPacked):
		return trace.Trip{}, errPackedBody()
	case errors.As(err, &fault):
		f.add("body", tellPlace(fault))
		return trace.Trip{}, nil
	case err != nil:
		return trace.Trip{}, err
	case len(trips) > 1:
		f.add("body", fmt.Sprintf("must have one trip, has %d; match-trips takes several", len(trips)))
	case len(trips[0].Observations) < minTripPoints:
		f.add("body", fmt.Sprintf("must have %d to %d points, has %d", minTripPoints, maxTripPoints, len(trips[0].Observations)))
	}
	return trips[0], nil
}

// tellPlace returns the fault of a file with its place in the file.
func tellPlace(fault *trace.Error) string {
	text := fault.Msg
	if text == "" {
		text = fault.Err.Error()
	}
	switch {
	case fault.Line > 0 && fault.Column > 0:
		return fmt.Sprintf("line %d, column %d: %s", fault.Line, fault.Column, text)
	case fault.Line > 0:
		return fmt.Sprintf("line %d: %s", fault.Line, text)
	}
	return text
}

// matchRequest matches a trip. The error is that of the result if no part of it is on a road.
func (s *Server) matchRequest(ctx context.Context, request tripRequest) (trace.Matched, error) {
	matched, err := trip.Correct(ctx, s.engine, request.trip, request.profile, request.corrections)
	if err == nil {
		err = matched.Result.Err()
	}
	if err == nil {
		s.measures.Matched(len(matched.Result.Points))
	}
	return matched, err
}

// encodeTrip appends the answer to a trip and sets its header. It compresses the answer if the
// client accepts that and a compressor is free.
func (s *Server) encodeTrip(ctx context.Context, dst []byte, r *request, media string, matched trace.Matched) ([]byte, error) {
	out := &tripWriter{ctx: ctx, text: dst}
	if acceptsGzip(r.Header) {
		if out.zip = takeCompressor(); out.zip != nil {
			defer out.zip.release()
		}
	}
	if media == mediaJSON {
		out.add([]byte(`{"status":"OK","data":`))
	}
	if err := s.writeTrip(out, tripFormats[media], matched); err != nil {
		return dst, err
	}
	if media == mediaJSON {
		out.add(s.licence)
	} else {
		out.add([]byte("\n"))
	}
	r.answer.Set("Content-Type", media)
	r.answer.Add("Vary", "Accept, Accept-Encoding")
	if out.zip != nil {
		r.answer.Set("Content-Encoding", "gzip")
	}
	return out.end(), nil
}

// writeTrip writes a document with one trip.
func (s *Server) writeTrip(out *tripWriter, format trace.Format, matched trace.Matched) error {
	w, err := trace.NewNoticeWriter(out, format, trace.Notice{Status: "OK", Licence: s.notice})
	if err != nil {
		return err
	}
	return errors.Join(w.Write(matched), w.Close())
}

// tripWriter collects the document of a trip without its last line end, so that it can become
// a part of a line. It pauses in between.
type tripWriter struct {
	ctx     context.Context
	text    []byte
	zip     *compressor // nil without compression
	newline bool        // a line end was held back
}

func (w *tripWriter) Write(b []byte) (int, error) {
	if err := pause(w.ctx); err != nil {
		return 0, err
	}
	if w.newline {
		w.add([]byte("\n"))
	}
	n := len(b)
	if w.newline = n > 0 && b[n-1] == '\n'; w.newline {
		b = b[:n-1]
	}
	w.add(b)
	return n, nil
}

func (w *tripWriter) add(b []byte) {
	if w.zip == nil {
		w.text = append(w.text, b...)
		return
	}
	w.zip.add(b)
	w.text = append(w.text, w.zip.take()...)
}

// end returns the text.
func (w *tripWriter) end() []byte {
	if w.zip != nil {
		w.text = append(w.text, w.zip.finish(nil)...)
	}
	return w.text
}
