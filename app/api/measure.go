// SPDX-License-Identifier: MIT

package api

import (
	"net/http"
	"time"
)

// Measures counts what a server does, and shows it at /metrics. Its methods are called
// from many goroutines at once and must return quickly. Package app/metrics implements it.
type Measures interface {
	// Answered is called after each request.
	Answered(RequestInfo)
	// Waited is called when work begins, with the time that it waited for a processor.
	Waited(time.Duration)
	// Shed is called for each request that is refused because too many wait.
	Shed()
	// Matched is called with the number of points of a path or trip that was matched.
	Matched(points int)
	// LogDropped is called with the number of log lines that were dropped because nobody
	// reads the log.
	LogDropped(lines int)
	// Exposition returns all metrics and their content type, in the format that the header
	// of the request asks for.
	Exposition(header http.Header) (text []byte, contentType string, err error)
}

// unmeasured is the Measures of a server without metrics.
type unmeasured struct{}

// Answered implements Measures.
func (unmeasured) Answered(RequestInfo) {}

// Waited implements Measures.
func (unmeasured) Waited(time.Duration) {}

// Shed implements Measures.
func (unmeasured) Shed() {}

// Matched implements Measures.
func (unmeasured) Matched(int) {}

// LogDropped implements Measures.
func (unmeasured) LogDropped(int) {}

// Exposition says that there is no such path, because metrics are off.
func (unmeasured) Exposition(http.Header) ([]byte, string, error) {
	return nil, "", &failure{status: http.StatusNotFound, message: "metrics are off; the operator of the server can turn them on"}
}

// metrics answers with the metrics of the server.
func (s *Server) metrics(dst []byte, r *request) ([]byte, error) {
	text, contentType, err := s.measures.Exposition(r.Header)
	if err != nil {
		return dst, err
	}
	r.answer.Set("Content-Type", contentType)
	return append(dst, text...), nil
}
