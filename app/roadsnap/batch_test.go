// SPDX-License-Identifier: MIT

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestBatch runs shards and checks them, as the tour does.
func TestBatch(t *testing.T) {
	out := filepath.Join(t.TempDir(), "matched")
	t.Setenv("SLURM_ARRAY_TASK_ID", "1")
	const trips = "../../data/trips"
	for _, c := range []struct {
		line, says string
		code       int
	}{
		{"batch --out " + out + " --shard 0/2 --per trip match " + trips, "rows, 0 of them bad", exitOK},
		{"batch check " + out, "shard 1/2 is missing", exitFailed},
		{"batch run --out " + out + " --shard env/2 --per trip match " + trips, "rows, 0 of them bad", exitOK},
		{"batch check --contents " + out, "2 shards, 3 outputs: 1381 rows, 0 of them bad, 3 trips, 3 rows written", exitOK},
		{"batch --out " + out + " --shard env/2 --per trip match " + trips, "give --resume", exitUsage},
		{"-q batch --out " + out + " --shard env/2 --resume --per trip match " + trips, "", exitOK},
		{"batch --out " + out + " --shard 2 match " + trips, "--shard 2: want", exitUsage},
		{"batch --out " + out + " match s3://bucket/points", "roadsnap-batch", exitFailed},
		{"batch match " + trips, "missing flags: --out=DIR", exitUsage},
	} {
		got := roadsnap(t, "", strings.Fields(c.line)...)
		if text := got.out + got.err; got.code != c.code || !strings.Contains(text, c.says) || c.says == "" && text != "" {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s", c.line, got.code, c.code, c.says, text)
		}
	}
}
