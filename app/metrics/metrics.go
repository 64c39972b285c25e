// SPDX-License-Identifier: MIT

// Package metrics counts what a server does, and shows the counts in the formats that
// Prometheus reads. The names of all metrics begin with "roadsnap_", except those of the
// Go runtime and of the process.
package metrics

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"

	"roadsnap/app/api"
	"roadsnap/engine"
)

// Map is what the metrics of the map are read from. Its methods must be safe for
// concurrent use.
type Map interface {
	// Info describes the installed map.
	Info() (engine.Info, error)
	// Ready returns nil if the map can be used to snap.
	Ready() error
}

// durations are the upper bounds of latency histograms (seconds). A snap takes a
// millisecond, and a request may take at most a minute.
var durations = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}

// Metrics implements api.Measures with a registry of its own. New creates it. It is safe
// for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
	wait     prometheus.Histogram
	shed     prometheus.Counter
	points   prometheus.Counter
	dropped  prometheus.Counter
}

var _ api.Measures = (*Metrics)(nil)

// New returns metrics of a server of this version that uses m.
func New(version string, m Map) *Metrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	c := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "roadsnap_http_requests_total",
			Help: "Answered requests by pattern of the path, HTTP status and name of the key. Status 499: the client left before the answer.",
		}, []string{"route", "code", "key"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "roadsnap_http_request_duration_seconds", Buckets: durations,
			Help: "Time from the arrival of a request until its answer was written, by pattern of the path.",
		}, []string{"route"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "roadsnap_http_response_bytes_total", Help: "Bytes of the bodies of answers, by pattern of the path.",
		}, []string{"route"}),
		wait: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "roadsnap_queue_wait_seconds", Buckets: durations,
			Help: "Time that work waited for a processor before it began.",
		}),
		shed:    counter("roadsnap_requests_shed_total", "Requests refused because too many were waiting."),
		points:  counter("roadsnap_matched_points_total", "Points of matched paths and trips."),
		dropped: counter("roadsnap_log_lines_dropped_total", "Log lines dropped because nobody read the log."),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "roadsnap_build_info", Help: "Always 1; the label has the version.",
		ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	c.registry.MustRegister(
		c.requests, c.duration, c.bytes, c.wait, c.shed, c.points, c.dropped, build, mapCollector{m},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return c
}

// Answered implements api.Measures.
func (c *Metrics) Answered(r api.RequestInfo) {
	route := r.Route
	if route == "" {
		route = "unknown"
	}
	c.requests.WithLabelValues(route, strconv.Itoa(r.Status), strings.ToValidUTF8(r.Key, "?")).Inc()
	c.duration.WithLabelValues(route).Observe(r.Duration.Seconds())
	c.bytes.WithLabelValues(route).Add(float64(r.Bytes))
}

// Waited implements api.Measures.
func (c *Metrics) Waited(d time.Duration) { c.wait.Observe(d.Seconds()) }

// Shed implements api.Measures.
func (c *Metrics) Shed() { c.shed.Inc() }

// Matched implements api.Measures.
func (c *Metrics) Matched(points int) { c.points.Add(float64(points)) }

// LogDropped implements api.Measures.
func (c *Metrics) LogDropped(lines int) { c.dropped.Add(float64(lines)) }

// Exposition implements api.Measures.
func (c *Metrics) Exposition(header http.Header) (text []byte, contentType string, err error) {
	families, err := c.registry.Gather()
	if err != nil {
		return nil, "", fmt.Errorf("collect metrics: %w", err)
	}
	format := expfmt.NegotiateAccept(header, expfmt.NewFormat(expfmt.TypeOpenMetrics), expfmt.NewFormat(expfmt.TypeTextPlain))
	var b bytes.Buffer
	encoder := expfmt.NewEncoder(&b, format)
	for _, family := range families {
		if err := encoder.Encode(family); err != nil {
			return nil, "", fmt.Errorf("encode metrics: %w", err)
		}
	}
	if closer, ok := encoder.(expfmt.Closer); ok { // OpenMetrics ends with a mark
		if err := closer.Close(); err != nil {
			return nil, "", fmt.Errorf("encode metrics: %w", err)
		}
	}
	return b.Bytes(), string(format), nil
}
