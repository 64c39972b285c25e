// SPDX-License-Identifier: MIT

package watch

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "maps")
	path := filepath.Join(folder, "library.json")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var calls atomic.Int32
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			File(ctx, path, func() { calls.Add(1) })
		}()
		step := func(what string, want int32, do func() error) {
			t.Helper()
			if err := do(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * glance)
			synctest.Wait()
			if got := calls.Swap(0); got != want {
				t.Errorf("%s: %d calls, want %d", what, got, want)
			}
		}
		step("at the start", 1, func() error { return nil })
		step("a folder", 0, func() error { return os.Mkdir(folder, 0o700) })
		step("a new file", 1, func() error { return os.WriteFile(path, []byte("one"), 0o600) })
		step("nothing", 0, func() error { return nil })
		step("a file of the same size in its place", 1, func() error {
			other := path + ".new"
			if err := os.WriteFile(other, []byte("two"), 0o600); err != nil {
				return err
			}
			return os.Rename(other, path)
		})
		step("no file", 1, func() error { return os.Remove(path) })
		step("no folder", 0, func() error { return os.RemoveAll(folder) })
		cancel()
		<-ended
	})
}
