// SPDX-License-Identifier: MIT

package metrics

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"
)

var (
	ready = prometheus.NewDesc("roadsnap_ready", "1 while the map can be used to snap, 0 otherwise.", nil, nil)
	info  = prometheus.NewDesc("roadsnap_map_info", "Always 1; the label has the name of the map in use.", []string{"name"}, nil)
	age   = prometheus.NewDesc("roadsnap_map_data_timestamp_seconds",
		"Time of the map's data (seconds since 1970). time() minus this is the age of the map. Absent if the map does not say.", nil, nil)
	size = prometheus.NewDesc("roadsnap_map_size_bytes", "Size of the map in use.", nil, nil)
)

// mapCollector reads the metrics of the map when they are asked for.
type mapCollector struct{ m Map }

// Describe implements prometheus.Collector.
func (c mapCollector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{ready, info, age, size} {
		out <- d
	}
}

// Collect implements prometheus.Collector. A map that cannot be described has no metrics
// but that of its readiness.
func (c mapCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	if c.m.Ready() == nil {
		gauge(ready, 1)
	} else {
		gauge(ready, 0)
	}
	m, err := c.m.Info()
	if err != nil {
		return
	}
	gauge(info, 1, strings.ToValidUTF8(m.Meta.Name, "?"))
	gauge(size, float64(m.Size))
	if at := m.Meta.SourceTime; !at.IsZero() {
		gauge(age, float64(at.Unix()))
	}
}
