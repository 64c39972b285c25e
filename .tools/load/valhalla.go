// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// compare matches the paths over HTTP and with Valhalla in process, on one core in turn, and
// compares the points per second of processor time.
func (b *bench) compare() error {
	if b.valhalla == "" {
		return nil
	}
	traces := filepath.Join(b.folder, "paths.jsonl")
	f, err := os.Create(traces)
	if err != nil {
		return err
	}
	out := json.NewEncoder(f)
	for _, part := range b.parts {
		if err := out.Encode(map[string]any{"points": part}); err != nil {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	var ours, theirs float64
	var refused int
	const rounds = 3
	for range rounds {
		speed, err := b.snapSpeed()
		if err != nil {
			return err
		}
		cmd := exec.Command("taskset", "-c", b.core, "node", ".tools/bench-peers/valhalla.mjs", b.valhalla, traces, "2", "--strip") //nolint:noctx // ends by itself
		cmd.Env, cmd.Stderr = append(os.Environ(), "UV_THREADPOOL_SIZE=1"), os.Stderr
		text, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("valhalla: %w", err)
		}
		var report struct {
			Speed  float64 `json:"points_per_cpu_second"`
			Failed int
		}
		if err := json.Unmarshal(text, &report); err != nil {
			return err
		}
		ours, theirs, refused = ours+speed/rounds, theirs+report.Speed/rounds, report.Failed
	}
	b.row("matched points per CPU second over HTTP, of Valhalla in process", "8 ×", "4 ×", "%.0f of %.0f: %.1f × (Valhalla refuses %d of %d paths)", ours, theirs, ours/theirs, refused, len(b.parts))
	return nil
}
