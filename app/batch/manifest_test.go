// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/app/batch"
)

// slow is a folder in which a part takes one second to write, and a manifest two.
type slow struct {
	batch.Local
	manifests *int
}

func (s slow) Write(ctx context.Context, name string, write func(io.Writer) error) error {
	time.Sleep(time.Second)
	if strings.HasPrefix(name, "_") {
		*s.manifests++
		time.Sleep(time.Second)
	}
	return s.Local.Write(ctx, name, write)
}

// smallFiles writes n files of two points each.
func smallFiles(t *testing.T, n int) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for i := range n {
		text := fmt.Sprintf("trip,time,lat,lon\n%d,1741072500,42.503683,1.514522\n%[1]d,1741072501,42.50374,1.51458\n", i)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.csv", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// flagsFor returns the flags of `batch match in`.
func flagsFor(in, out string) (f batch.RunFlags) {
	f.Out, f.In, f.Operation = out, []string{in}, "match"
	f.Per, f.Profile, f.Memory, f.Shard, f.By, f.Format = "point", "car", "16MB", "0/1", "file", "parquet"
	return f
}

// TestManifestIsWrittenInAShareOfTheTime makes 61 parts. The manifest is written after the first
// one, then 20 seconds after it was written last, and at the end.
func TestManifestIsWrittenInAShareOfTheTime(t *testing.T) {
	in, out := smallFiles(t, 61), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		manifests := 0
		env := local
		env.Notes = io.Discard
		env.Create = func(_ context.Context, location string) (batch.Folder, error) {
			l, err := batch.CreateLocal(location)
			return slow{l, &manifests}, err
		}
		flags := flagsFor(in, out)
		flags.Format = "ndjson" // the library for Parquet keeps what it made in the bubble, and uses it outside
		if err := flags.Run(t.Context(), env); err != nil || manifests != 5 {
			t.Errorf("the manifest is written %d times, want 5; %v", manifests, err)
		}
	})
	if r := check(t, out, true); len(r.Problems) > 0 || r.Parts != 61 {
		t.Errorf("the check finds %d parts and %q", r.Parts, r.Problems)
	}
}

// after is a writer that calls a function with the nth text.
type after struct {
	n    int
	call func()
}

func (a *after) Write(b []byte) (int, error) {
	if a.n--; a.n == 0 {
		a.call()
	}
	return len(b), nil
}

// TestInterruptedShardListsItsParts interrupts a shard, whose parts are all listed then, and goes on.
func TestInterruptedShardListsItsParts(t *testing.T) {
	in, out := smallFiles(t, 20), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	env := local
	env.Notes = &after{n: 7, call: cancel}
	flags := flagsFor(in, out)
	if err := flags.Run(ctx, env); err == nil {
		t.Error("the shard was not interrupted")
	}
	if r := check(t, out, true); r.Parts != 7 || len(r.Problems) != 1 {
		t.Errorf("after 7 parts the check finds %d parts and %q", r.Parts, r.Problems)
	}
	if notes := run(t, "--profile", "car", "--resume", "--out", out, "match", in); strings.Count(notes, "is there already") != 7 || strings.Count(notes, "\n") != 20 {
		t.Errorf("the second run says %q", notes)
	}
}

// TestResumeComparesContents changes an input, but not its size, before a shard goes on and after it is
// complete.
func TestResumeComparesContents(t *testing.T) {
	in, out := smallFiles(t, 3), t.TempDir()
	path := filepath.Join(in, "001.csv")
	args := []string{"--resume", "--out", out, "match", in}
	run(t, args...)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(out, "_shard-00000-of-00001.json")
	for _, complete := range []string{"true", "false"} {
		edit(t, path, "42.503683", "42.503693")
		if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
		err := command(t.Context(), args, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "001.csv has changed since its output was made") {
			t.Errorf("complete = %s: %v", complete, err)
		}
		edit(t, path, "42.503693", "42.503683")
		run(t, args...)
		edit(t, manifest, `"complete": true`, `"complete": false`)
	}
}
