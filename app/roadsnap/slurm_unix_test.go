// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"roadsnap/data"
)

// TestSlurmScript runs the script of an array as Slurm does, task by task and one twice.
func TestSlurmScript(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	pack, out := filepath.Join(folder, "map.rsp"), filepath.Join(folder, "out")
	if err := os.WriteFile(pack, data.SamplePack, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, task := range []int{2, 0, 1, 0} {
		cmd := exec.CommandContext(t.Context(), "deploy/batch/slurm.sh", pack, "../../data/trips", out, "match", "--per", "way")
		cmd.Env = append(os.Environ(), asProgram+"=1", "ROADSNAP="+self, "SLURM_ARRAY_TASK_MAX=2", fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", task))
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("task %d: %v: %s", task, err, text)
		}
	}
	if got := roadsnap(t, "", "batch", "check", "--contents", out); got.code != exitOK {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
}
