// SPDX-License-Identifier: MIT

package handover

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain gives both sides more time than a busy machine needs, and more than a test may take.
func TestMain(m *testing.M) {
	answerTime = time.Hour
	os.Exit(m.Run())
}

// lockPath returns the path of a lock file in a new folder, whose socket is in a folder of
// the test, too.
func lockPath(t *testing.T) string {
	t.Helper()
	runtimeDir, err := os.MkdirTemp("", "run") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if left, _ := os.ReadDir(runtimeDir); len(left) > 0 {
			t.Errorf("%s is left behind", left[0].Name())
		}
		os.RemoveAll(runtimeDir)
	})
	t.Setenv("XDG_RUNTIME_DIR", runtimeDir)
	return filepath.Join(t.TempDir(), "desktop.lock")
}

// claimed returns a first process that serves, and the calls of its take.
func claimed(t *testing.T, lockFile string) (*First, <-chan []string) {
	t.Helper()
	f, err := Claim(lockFile)
	if err != nil {
		t.Fatal(err)
	}
	taken := make(chan []string, 2*maxClients)
	if err := f.Serve(func(_ context.Context, paths []string) error { taken <- paths; return nil }); err != nil {
		t.Fatal(err)
	}
	return f, taken
}

func closed(t *testing.T, f *First) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// sent hands over paths, and fails the test unless the first process takes them.
func sent(t *testing.T, lockFile string, paths ...string) {
	t.Helper()
	if f, err := Send(t.Context(), lockFile, paths); f != nil || err != nil {
		t.Fatalf("first %t, %v; want the files handed over", f != nil, err)
	}
}

func TestFilesAreHandedOver(t *testing.T) {
	lockFile := lockPath(t)
	f, taken := claimed(t, lockFile)
	if _, err := Claim(lockFile); !errors.Is(err, ErrHeld) {
		t.Errorf("a second claim: %v, want ErrHeld", err)
	}
	folder := t.TempDir()
	for _, paths := range [][]string{
		{}, // only shows the window
		{filepath.Join(folder, "a.gpx"), filepath.Join(folder, "chuyến đi.csv")},
		{filepath.Join(folder, "not \xff utf-8")},
		{filepath.Join(folder, strings.Repeat("long", 1000))},
	} {
		sent(t, lockFile, paths...)
		if got := <-taken; !slices.Equal(got, paths) {
			t.Errorf("got %q, want %q", got, paths)
		}
	}
	info, err := os.Stat(filepath.Dir(f.socket))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("the folder of the socket: %v, %v; want one for its user only", info, err)
	}
	closed(t, f)
	next, err := Send(t.Context(), lockFile, nil)
	if err != nil || next == nil {
		t.Fatalf("after the end: %v; want to be the first", err)
	}
	closed(t, next)
}

// TestBadPathsAreNotSent checks that no message is sent that would be refused.
func TestBadPathsAreNotSent(t *testing.T) {
	folder := t.TempDir()
	for name, paths := range map[string][]string{
		"relative":    {"a.gpx"},
		"zero byte":   {filepath.Join(folder, "a\x00")},
		"long":        {filepath.Join(folder, strings.Repeat("a", maxPath))},
		"many":        slices.Repeat([]string{filepath.Join(folder, "a")}, maxPaths+1),
		"many in all": slices.Repeat([]string{filepath.Join(folder, strings.Repeat("a", maxPath/2))}, 300),
	} {
		if f, err := Send(t.Context(), lockPath(t), paths); f != nil || err == nil {
			t.Errorf("%s: first %t, %v; want an error", name, f != nil, err)
		}
	}
}

// framed returns a message with its length.
func framed(text string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), text...)
}

// TestHostileClients checks that no client does harm or keeps others waiting.
func TestHostileClients(t *testing.T) {
	lockFile := lockPath(t)
	f, taken := claimed(t, lockFile)
	dial := func() net.Conn {
		conn, err := net.Dial("unix", f.socket)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	for range maxClients / 2 {
		dial() // says nothing
	}
	for name, data := range map[string][]byte{
		"oversize":       binary.BigEndian.AppendUint32(nil, maxMessage+1),
		"no JSON":        framed("open all"),
		"another object": framed(`{"open":[],"run":"/bin/sh"}`),
		"two values":     framed(`{"open":[]}{"open":[]}`),
		"relative path":  framed(`{"open":["YS5ncHg="]}`),
		"a text path":    framed(`{"open":["/a.gpx"]}`),
	} {
		conn := dial()
		if _, err := conn.Write(data); err != nil {
			t.Fatal(err)
		}
		var a answer
		if err := receive(conn, &a); err != nil || a.Failure == "" {
			t.Errorf("%s: %q, %v; want a failure", name, a.Failure, err)
		}
	}
	half := dial()
	if _, err := half.Write(framed(`{"open":[]}`)[:9]); err != nil {
		t.Fatal(err)
	}
	half.Close()
	sent(t, lockFile)
	if got := <-taken; len(got) != 0 || len(taken) > 0 {
		t.Errorf("took %q and %d more, want only the last message", got, len(taken))
	}
	closed(t, f) // although clients are silent
}

// TestStaleSocket leaves a socket and its path behind, as a crash does.
func TestStaleSocket(t *testing.T) {
	lockFile := lockPath(t)
	f, _ := claimed(t, lockFile)
	f.listener.(*net.UnixListener).SetUnlinkOnClose(false)
	f.stop()
	f.listener.Close()
	f.lock.Close()
	if _, err := os.Lstat(f.socket); err != nil {
		t.Fatal(err)
	}
	next, err := Send(t.Context(), lockFile, nil)
	if err != nil || next == nil {
		t.Fatalf("%v; want to be the first", err)
	}
	if err := next.Serve(func(context.Context, []string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Dir(f.socket)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old socket is still there: %v", err)
	}
	sent(t, lockFile)
	closed(t, next)
}

// TestForeignFilesStay checks that a lock file with another path removes nothing.
func TestForeignFilesStay(t *testing.T) {
	lockFile := lockPath(t)
	folder := filepath.Join(t.TempDir(), folderPrefix+"trips")
	precious := filepath.Join(folder, socketName)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{precious, filepath.Join(folder, "trips.db")} {
		if err := errors.Join(os.WriteFile(path, []byte("data"), 0o600), os.WriteFile(lockFile, []byte(path+"\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
		f, _ := claimed(t, lockFile)
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
		closed(t, f)
	}
}

// TestRace starts many at the same time: one becomes the first, and gets the files of all
// others.
func TestRace(t *testing.T) {
	lockFile := lockPath(t)
	const starts = 20
	path := filepath.Join(t.TempDir(), "a.gpx")
	firsts := make(chan *First, starts)
	taken := make(chan []string, starts)
	var all sync.WaitGroup
	for range starts {
		all.Go(func() {
			f, err := Send(t.Context(), lockFile, []string{path})
			if err != nil {
				t.Error(err)
			}
			if f == nil {
				return
			}
			firsts <- f
			if err := f.Serve(func(_ context.Context, paths []string) error { taken <- paths; return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(firsts) != 1 || len(taken) != starts-1 {
		t.Errorf("%d are the first, which took the files of %d; want 1 and %d", len(firsts), len(taken), starts-1)
	}
	for range len(firsts) {
		closed(t, <-firsts)
	}
}

// TestRefusedFilesAreOpenedByTheNext checks that files are not lost to a process that is
// ending.
func TestRefusedFilesAreOpenedByTheNext(t *testing.T) {
	lockFile := lockPath(t)
	f, err := Claim(lockFile)
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan struct{}, 1000)
	if err := f.Serve(func(context.Context, []string) error { asked <- struct{}{}; return io.ErrClosedPipe }); err != nil {
		t.Fatal(err)
	}
	go func() {
		<-asked
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	next, err := Send(t.Context(), lockFile, nil)
	if err != nil || next == nil {
		t.Fatalf("%v; want to be the first", err)
	}
	closed(t, next)
}

// TestSilentFirst checks that a start does not wait for a process that hangs.
func TestSilentFirst(t *testing.T) {
	before := answerTime
	answerTime = 50 * time.Millisecond
	defer func() { answerTime = before }()
	lockFile := lockPath(t)
	f, err := Claim(lockFile)
	if err != nil {
		t.Fatal(err)
	}
	if f.socket, err = newSocket(); err != nil {
		t.Fatal(err)
	}
	if f.listener, err = net.Listen("unix", f.socket); err != nil {
		t.Fatal(err)
	}
	if err := f.writeSocket(); err != nil {
		t.Fatal(err)
	}
	if next, err := Send(t.Context(), lockFile, nil); next != nil || !errors.Is(err, ErrSilent) {
		t.Errorf("%v, want ErrSilent", err)
	}
	closed(t, f)
}

// TestLongRuntimeFolder checks that a socket finds a folder with a short path.
func TestLongRuntimeFolder(t *testing.T) {
	lockFile := lockPath(t)
	long := filepath.Join(t.TempDir(), strings.Repeat("long", 40))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_RUNTIME_DIR", long)
	f, _ := claimed(t, lockFile)
	sent(t, lockFile)
	closed(t, f)
	if left, err := os.ReadDir(long); err != nil || len(left) > 0 {
		t.Errorf("%v, %v: something is left in the long folder", left, err)
	}
}
