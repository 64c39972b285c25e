// SPDX-License-Identifier: MIT

package metrics_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"roadsnap/app/api"
	"roadsnap/app/metrics"
	"roadsnap/data"
	"roadsnap/engine"
)

// serve starts a server with metrics on the sample map.
func serve(t *testing.T, addr string) (base, key string) {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	keys := api.NewKeys()
	key, _ = keys.Generate("fleet \xff\"1\"")
	s, err := api.New(api.Options{Engine: e, Keys: keys, Measures: metrics.New("1.2.3", e)})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(addr); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(s.Shutdown(context.Background()), e.Close()); err != nil {
			t.Error(err)
		}
	})
	return s.URL(), key
}

// answer is an answer of a server.
type answer struct {
	status      int
	contentType string
	body        string
}

// ask sends a request and returns the answer.
func ask(t *testing.T, target string, header ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header.Get("Content-Type"), string(body)}
}

// scrape reads all metrics, as Prometheus does.
func scrape(t *testing.T, base string) map[string]*dto.MetricFamily {
	t.Helper()
	got := ask(t, base+"/metrics")
	if got.status != http.StatusOK || !strings.HasPrefix(got.contentType, "text/plain; version=0.0.4") {
		t.Fatalf("%+v", got)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(got.body))
	if err != nil {
		t.Fatalf("%v in %s", err, got.body)
	}
	return families
}

// find returns the metric of a family that has the labels, given as name, value, name,
// value.
func find(t *testing.T, family *dto.MetricFamily, labels ...string) *dto.Metric {
	t.Helper()
	for _, m := range family.GetMetric() {
		has := map[string]string{}
		for _, l := range m.GetLabel() {
			has[l.GetName()] = l.GetValue()
		}
		all := true
		for i := 0; i < len(labels); i += 2 {
			all = all && has[labels[i]] == labels[i+1]
		}
		if all {
			return m
		}
	}
	t.Fatalf("no metric with the labels %q in %v", labels, family)
	return nil
}

const route = "/api/roads/v1/snap-to-roads"

// TestMetrics sends requests through a real server and reads its metrics.
func TestMetrics(t *testing.T) {
	base, key := serve(t, "127.0.0.1:0")
	const path = "42.5079,1.5262|42.5098,1.5395"
	for range 3 {
		if got := ask(t, base+route+"?path="+path, "X-API-Key", key); got.status != http.StatusOK {
			t.Fatalf("%+v", got)
		}
	}
	ask(t, base+route+"?path="+path, "X-API-Key", "wrong")
	ask(t, base+"/no/such/path")
	all := scrape(t, base)
	for _, c := range []struct {
		route, code, key string
		want             float64
	}{
		{route, "200", `fleet ?"1"`, 3}, {route, "401", "", 1}, {"unknown", "404", "", 1},
	} {
		m := find(t, all["roadsnap_http_requests_total"], "route", c.route, "code", c.code, "key", c.key)
		if got := m.GetCounter().GetValue(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if h := find(t, all["roadsnap_http_request_duration_seconds"], "route", route).GetHistogram(); h.GetSampleCount() != 4 || h.GetSampleSum() <= 0 {
		t.Errorf("durations: %v", h)
	}
	if got := find(t, all["roadsnap_matched_points_total"]).GetCounter().GetValue(); got != 6 {
		t.Errorf("%v matched points, want 6", got)
	}
	if h := find(t, all["roadsnap_queue_wait_seconds"]).GetHistogram(); h.GetSampleCount() != 3 {
		t.Errorf("%d waits, want 3", h.GetSampleCount())
	}
	if got := time.Unix(int64(find(t, all["roadsnap_map_data_timestamp_seconds"]).GetGauge().GetValue()), 0).UTC(); got.Year() != 2018 {
		t.Errorf("the sample map is of %v", got)
	}
	find(t, all["roadsnap_build_info"], "version", "1.2.3")
	if got := find(t, all["roadsnap_ready"]).GetGauge().GetValue(); got != 1 {
		t.Errorf("ready: %v", got)
	}
	for _, name := range []string{"roadsnap_requests_shed_total", "roadsnap_log_lines_dropped_total", "roadsnap_map_info", "go_goroutines", "process_resident_memory_bytes"} {
		if all[name] == nil {
			t.Errorf("no %s", name)
		}
	}
	var ours []*dto.MetricFamily
	for name, family := range all {
		if strings.HasPrefix(name, "roadsnap_") {
			ours = append(ours, family)
		}
	}
	problems, err := promlint.NewWithMetricFamilies(ours).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
}

// TestOpenMetrics holds that a scraper that asks for OpenMetrics gets it whole.
func TestOpenMetrics(t *testing.T) {
	base, _ := serve(t, "127.0.0.1:0")
	got := ask(t, base+"/metrics", "Accept", "application/openmetrics-text; version=1.0.0")
	if !strings.HasPrefix(got.contentType, "application/openmetrics-text") || !strings.HasSuffix(got.body, "\n# EOF\n") {
		t.Errorf("%s ends with %q", got.contentType, got.body[max(0, len(got.body)-80):])
	}
	// Prometheus prefers this one where native histograms are on; the description has no such answer.
	got = ask(t, base+"/metrics", "Accept", "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited, text/plain;q=0.5")
	if !strings.HasPrefix(got.contentType, "text/plain") {
		t.Errorf("asked for protobuf: %s", got.contentType)
	}
}

// TestMetricsNeedAKeyBeyondThisMachine holds that the names of keys are not shown to
// everybody on a network.
func TestMetricsNeedAKeyBeyondThisMachine(t *testing.T) {
	base, key := serve(t, ":0")
	if got := ask(t, base+"/metrics"); got.status != http.StatusUnauthorized {
		t.Errorf("without a key: %d", got.status)
	}
	if got := ask(t, base+"/metrics", "Authorization", "Bearer "+key); got.status != http.StatusOK {
		t.Errorf("with a key: %d", got.status)
	}
}

// noMap is an engine without a map.
type noMap struct{}

func (noMap) Info() (engine.Info, error) { return engine.Info{}, engine.ErrNoMap }
func (noMap) Ready() error               { return engine.ErrNoMap }

// TestMetricsWithoutAMap holds that the metrics say that the server is not ready.
func TestMetricsWithoutAMap(t *testing.T) {
	m := metrics.New("1", noMap{})
	m.Shed()
	m.LogDropped(7)
	text, _, err := m.Exposition(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"roadsnap_ready 0\n", "roadsnap_requests_shed_total 1\n", "roadsnap_log_lines_dropped_total 7\n"} {
		if !strings.Contains(string(text), line) {
			t.Errorf("no %s in\n%s", line, text)
		}
	}
	if strings.Contains(string(text), "roadsnap_map_") {
		t.Error("a map is described")
	}
}
