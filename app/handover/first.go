// SPDX-License-Identifier: MIT

package handover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"roadsnap/internal/filelock"
)

// ErrHeld reports that another process is the first one.
var ErrHeld = filelock.ErrHeld

// answerTime is how long each side waits for the other. Tests change it.
var answerTime = 2 * time.Second

const (
	// maxClients is the number of clients that are served at the same time. Others wait,
	// for answerTime at most.
	maxClients = 64
	// folderPrefix begins the name of a socket's folder.
	folderPrefix = "roadsnap-"
	socketName   = "open"
	// maxSocketPath is the length that each system accepts (bytes): macOS has 104 with the
	// final zero, Linux and Windows have 108.
	maxSocketPath = 103
)

// First is the process that others hand their files to.
type First struct {
	lock     *os.File
	socket   string // "" until Serve
	listener net.Listener
	clients  sync.WaitGroup
	stop     context.CancelFunc
}

// Claim makes this process the first one, or returns ErrHeld. Any other error means that
// files cannot be locked there. The folder of the lock file must exist.
func Claim(lockFile string) (*First, error) {
	f, err := os.OpenFile(lockFile, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := filelock.Lock(f); err != nil {
		_ = f.Close() // nothing was written
		return nil, err
	}
	return &First{lock: f}, nil
}

// Serve begins to listen and returns. take is called with the paths of each client, on
// several goroutines, and must return when ctx ends. If take returns an error,
// the client keeps its files and tries again.
func (f *First) Serve(take func(ctx context.Context, paths []string) error) error {
	if old, err := readSocket(f.lock); err == nil {
		removeSocket(old) // of a process that crashed
	}
	socket, err := newSocket()
	if err != nil {
		return err
	}
	f.socket = socket
	if f.listener, err = net.Listen("unix", socket); err != nil {
		return err
	}
	if err := f.writeSocket(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	f.stop = stop
	f.clients.Go(func() { f.accept(ctx, take) })
	return nil
}

// Close stops listening, waits for clients and lets another process be the first one.
func (f *First) Close() error {
	var err error
	if f.listener != nil {
		err = f.listener.Close()
	}
	if f.stop != nil {
		f.stop()
	}
	f.clients.Wait()
	if f.socket != "" {
		err = errors.Join(err, f.lock.Truncate(0))
		removeSocket(f.socket)
	}
	return errors.Join(err, f.lock.Close())
}

// accept serves clients until the listener is closed.
func (f *First) accept(ctx context.Context, take func(context.Context, []string) error) {
	free := make(chan struct{}, maxClients)
	for {
		client, err := f.listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // such as too many open files
			select {
			case <-time.After(answerTime):
			case <-ctx.Done():
			}
			continue
		}
		free <- struct{}{}
		f.clients.Go(func() {
			serve(ctx, client, take)
			<-free
		})
	}
}

// serve reads the message of a client and answers it.
func serve(ctx context.Context, client net.Conn, take func(context.Context, []string) error) {
	defer func() { _ = client.Close() }()              // the answer is on its way, or the client is gone
	_ = client.SetDeadline(time.Now().Add(answerTime)) // fails only if the client is gone
	defer context.AfterFunc(ctx, func() { _ = client.SetDeadline(time.Now()) })()
	var m message
	err := receive(client, &m)
	var paths []string
	if err == nil {
		paths, err = m.paths()
	}
	if err == nil {
		// Less than answerTime, so that the client gets an answer and tries again.
		ctx, cancel := context.WithTimeout(ctx, answerTime/2)
		err = take(ctx, paths)
		cancel()
	}
	var a answer
	if err != nil {
		a.Failure = err.Error()
	}
	_ = send(client, a) // a client that is gone needs no answer
}

// newSocket returns the path of a socket in a new folder that only the user may enter.
func newSocket() (path string, err error) {
	for _, parent := range []string{os.Getenv("XDG_RUNTIME_DIR"), os.TempDir(), "/tmp"} {
		if !filepath.IsAbs(parent) {
			continue
		}
		var folder string
		if folder, err = os.MkdirTemp(parent, folderPrefix); err != nil {
			continue
		}
		if path = filepath.Join(folder, socketName); len(path) <= maxSocketPath {
			return path, nil
		}
		_ = os.Remove(folder)
		err = fmt.Errorf("the path %s is too long for a socket", path)
	}
	return "", err
}

// removeSocket removes a socket of this package and its folder. It leaves anything else
// alone.
func removeSocket(path string) {
	folder := filepath.Dir(path)
	if filepath.Base(path) != socketName || !strings.HasPrefix(filepath.Base(folder), folderPrefix) {
		return
	}
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		return
	}
	_ = os.Remove(path)   // it may be gone
	_ = os.Remove(folder) // not if it holds anything else
}

// writeSocket writes the path of the socket to the lock file. The line break shows that it
// is complete.
func (f *First) writeSocket() error {
	if err := f.lock.Truncate(0); err != nil {
		return err
	}
	_, err := f.lock.WriteAt([]byte(f.socket+"\n"), 0)
	return err
}

// readSocket reads the path of the socket from a lock file.
func readSocket(lockFile io.ReaderAt) (string, error) {
	line := make([]byte, maxSocketPath+1)
	n, err := lockFile.ReadAt(line, 0)
	path, _, complete := strings.Cut(string(line[:n]), "\n")
	switch {
	case complete && filepath.IsAbs(path):
		return path, nil
	case err != nil && !errors.Is(err, io.EOF):
		return "", err
	}
	return "", errNoSocket
}

// errNoSocket reports a lock file without the path of a socket: its process is starting or
// ending.
var errNoSocket = errors.New("the lock file names no socket")
