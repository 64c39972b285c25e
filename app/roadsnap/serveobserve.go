// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"log/slog"

	"roadsnap/app/api"
	"roadsnap/app/metrics"
	"roadsnap/engine"
)

// logLevel is a level of the log. Its error names the levels.
type logLevel struct{ slog.Level }

// UnmarshalText implements encoding.TextUnmarshaler.
func (l *logLevel) UnmarshalText(text []byte) error {
	if err := l.Level.UnmarshalText(text); err != nil {
		return fmt.Errorf("%q is no level; use debug, info, warn or error", text)
	}
	return nil
}

// observeFlags are the flags of serve about its log and its metrics.
type observeFlags struct {
	LogFormat string   `help:"How the log is written to standard error: ${enum}." enum:"text,json" default:"text"`
	LogLevel  logLevel `help:"The least level that is logged: debug (with successful probes), info, warn or error." default:"info" placeholder:"LEVEL"`
	LogSample float64  `help:"The share of successful requests that are logged: above 0, at most 1." default:"1"`
	Metrics   bool     `help:"Show metrics for Prometheus at /metrics."`
}

// Validate checks the flags.
func (f *observeFlags) Validate() error {
	if !(f.LogSample > 0 && f.LogSample <= 1) { // false for NaN, too
		return fmt.Errorf("--log-sample %v: must be above 0 and at most 1", f.LogSample)
	}
	return nil
}

// logHandler returns the handler of a log that is written to w. quiet keeps only errors.
func (f *observeFlags) logHandler(w io.Writer, quiet bool) slog.Handler {
	options := slog.HandlerOptions{Level: f.LogLevel.Level}
	if quiet {
		options.Level = slog.LevelError
	}
	if f.LogFormat == "json" {
		return slog.NewJSONHandler(w, &options)
	}
	return slog.NewTextHandler(w, &options)
}

// measures returns the metrics of a server that uses e, nil if they are off.
func (f *observeFlags) measures(e *engine.Engine) api.Measures {
	if !f.Metrics {
		return nil
	}
	return metrics.New(engine.Version, e)
}
