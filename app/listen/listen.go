// SPDX-License-Identifier: MIT

// Package listen opens the sockets that a server listens on: TCP, a Unix socket, or one that
// systemd has opened. It also keeps the certificate of TLS up to date.
package listen

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/activation"

	"roadsnap/internal/filelock"
)

// UnixPrefix begins the address of a Unix socket, which is followed by its path.
const UnixPrefix = "unix:"

// dialTime is how long a listener may need to accept a connection (local, so that it takes
// less than a millisecond unless the backlog is full).
const dialTime = time.Second

// longPath is the greatest length (bytes) of the path of a Unix socket on all systems: 107 bytes
// on Linux, 103 on macOS.
const longPath = 103

// ErrInUse reports that another process listens on the Unix socket.
var ErrInUse = errors.New("another program listens on this socket")

// Unix returns a listener on a new Unix socket at path with the permissions mode. It
// replaces a socket on which nobody listens, and no other file. Closing the listener removes
// the socket. The error wraps ErrInUse if somebody listens there.
func Unix(path string, mode fs.FileMode) (net.Listener, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// Without the lock, two processes may find the same old socket, and the second would
	// remove the new socket of the first.
	folder, err := os.Open(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the folder %s does not exist; make it first", filepath.Dir(path))
	}
	if err != nil {
		return nil, err
	}
	defer folder.Close() //nolint:errcheck // only locked
	if err := filelock.Lock(folder); errors.Is(err, filelock.ErrHeld) {
		return nil, fmt.Errorf("%s: another process makes a socket in this folder now; try again", path)
	}
	if err := removeStale(path); err != nil {
		return nil, err
	}
	var listener net.Listener
	ownerOnly(func() { listener, err = new(net.ListenConfig).Listen(context.Background(), "unix", path) })
	if err != nil && len(path) > longPath {
		return nil, fmt.Errorf("%w: the path of a socket may have about %d bytes, and this one has %d; choose a shorter one", err, longPath, len(path))
	}
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, mode); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// removeStale removes the socket at path if nobody listens on it.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("%s exists, and is not a socket: choose another path", path)
	}
	ctx, cancel := context.WithTimeout(context.Background(), dialTime)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
	if err == nil {
		_ = conn.Close() // nothing was sent
		return fmt.Errorf("%s: %w", path, ErrInUse)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return fmt.Errorf("it is not known whether another program listens on %s: %w", path, err)
	}
	return os.Remove(path)
}

// Activated returns the listener that systemd passed to this process, nil if it passed none.
// It takes the variables of systemd out of the environment.
func Activated() (net.Listener, error) {
	files := activation.Files(true)
	switch len(files) {
	case 0:
		return nil, nil
	case 1:
	default:
		return nil, fmt.Errorf("systemd passed %d sockets: give the socket unit one ListenStream", len(files))
	}
	listener, err := net.FileListener(files[0])
	if err = errors.Join(err, files[0].Close()); err != nil {
		return nil, fmt.Errorf("the socket of systemd cannot be listened on; it needs ListenStream: %w", err)
	}
	return listener, nil
}

// Path returns the path of a Unix socket's address. ok is false for other addresses.
func Path(addr string) (path string, ok bool) { return strings.CutPrefix(addr, UnixPrefix) }
