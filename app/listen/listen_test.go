// SPDX-License-Identifier: MIT

package listen

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// accepts reports whether somebody accepts connections at path.
func accepts(path string) bool {
	conn, err := net.Dial("unix", path)
	if err == nil {
		conn.Close()
	}
	return err == nil
}

func TestUnix(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes")
	}
	path := filepath.Join(t.TempDir(), "s")
	for _, mode := range []fs.FileMode{0o600, 0o660, 0o666} {
		listener, err := Unix(path, mode)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("mode %v %v, want %v", info.Mode(), err, mode)
		}
		if _, err := Unix(path, mode); !errors.Is(err, ErrInUse) {
			t.Errorf("a second listener: %v", err)
		}
		if !accepts(path) {
			t.Error("the attempt of the second listener took the socket of the first")
		}
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the socket is left behind: %v", err)
		}
	}
}

// TestUnixReplacesAStaleSocket holds that the socket of a crashed process does not prevent
// the next start.
func TestUnixReplacesAStaleSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	crashed, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Skip(err)
	}
	crashed.SetUnlinkOnClose(false)
	crashed.Close()
	if _, err := os.Lstat(path); err != nil {
		t.Fatal(err)
	}
	listener, err := Unix(path, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if !accepts(path) {
		t.Error("nobody listens")
	}
}

// TestUnixKeepsOtherFiles holds that a file which is no socket is never removed.
func TestUnixKeepsOtherFiles(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "precious")
	if err := os.WriteFile(path, []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if _, err := Unix(filepath.Join(folder, "none", "s"), 0o600); err == nil || !strings.Contains(err.Error(), "none does not exist; make it first") {
		t.Errorf("in no folder: %v", err)
	}
	for _, at := range []string{path, link, folder} {
		if _, err := Unix(at, 0o600); err == nil || !strings.Contains(err.Error(), "not a socket") {
			t.Errorf("%s: %v", at, err)
		}
	}
	if b, err := os.ReadFile(link); err != nil || string(b) != "data" {
		t.Errorf("%q %v", b, err)
	}
	if _, err := Unix(filepath.Join(folder, "no", "such", "folder"), 0o600); err == nil {
		t.Error("a folder that is not there")
	}
}

// TestUnixRefusesALongPath holds that the error of a path that is too long says so.
func TestUnixRefusesALongPath(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", longPath))
	if _, err := Unix(path, 0o600); err == nil || !strings.HasSuffix(err.Error(), "choose a shorter one") {
		t.Errorf("%v", err)
	}
}

// TestActivated gives a socket to a process of its own, as systemd does: at descriptor 3,
// with the process's number in the environment.
func TestActivated(t *testing.T) {
	if os.Getenv("ACTIVATED") != "" {
		activatedChild()
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("there is no systemd")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	file, err := listener.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for fds, want := range map[string]string{
		"1": "listens at " + listener.Addr().String(), "2": "systemd passed 2 sockets: give the socket unit one ListenStream",
		"": "no socket", "0": "no socket",
	} {
		child := exec.CommandContext(t.Context(), "sh", "-c", `LISTEN_PID=$$ exec "$0" -test.run=^TestActivated$`, os.Args[0])
		child.Env = append(os.Environ(), "ACTIVATED=1", "LISTEN_FDS="+fds)
		child.ExtraFiles = []*os.File{file, file}
		out, err := child.Output()
		if got, _, _ := strings.Cut(string(out), "\n"); got != want || err != nil {
			t.Errorf("LISTEN_FDS=%s: %q %v, want %q", fds, got, err, want)
		}
	}
}

// activatedChild prints what Activated returns.
func activatedChild() {
	listener, err := Activated()
	text := "no socket"
	if err != nil {
		text = err.Error()
	} else if listener != nil {
		text = "listens at " + listener.Addr().String()
	}
	if os.Getenv("LISTEN_FDS") != "" || os.Getenv("LISTEN_PID") != "" {
		text = "the variables are still there"
	}
	_, _ = io.WriteString(os.Stdout, text+"\n")
}
