// SPDX-License-Identifier: MIT

package handover

import (
	"context"
	"errors"
	"net"
	"os"
	"time"
)

// ErrSilent reports a first process that holds the lock and does not answer.
var ErrSilent = errors.New("it is open already but does not respond; wait until it does, or end it, and start again")

const (
	// patience is how long Send waits for a process that is starting, or ending while its
	// jobs stop.
	patience = 15 * time.Second
	// pause is the time between two attempts.
	pause = 50 * time.Millisecond
)

// Send hands files to the first process, which shows its window even if there are none.
// It returns nil when they were taken. If the first process has ended, this one becomes the
// first, and the caller opens the files. The paths must be absolute.
func Send(ctx context.Context, lockFile string, paths []string) (*First, error) {
	m, err := newMessage(paths)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		switch err := ask(ctx, lockFile, m); {
		case err == nil:
			return nil, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, ErrSilent // it accepted the connection and hangs
		}
		first, err := Claim(lockFile)
		if !errors.Is(err, ErrHeld) {
			return first, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ErrSilent
		}
	}
}

// errRefused reports that the first process did not take the files.
var errRefused = errors.New("the files were not taken")

// ask sends a message to the first process and waits for its answer.
func ask(ctx context.Context, lockFile string, m message) error {
	f, err := os.Open(lockFile)
	if err != nil {
		return err
	}
	socket, err := readSocket(f)
	_ = f.Close() // only read
	if err != nil {
		return err
	}
	dialer := net.Dialer{Timeout: answerTime}
	conn, err := dialer.DialContext(ctx, "unix", socket)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // all is sent and answered
	if err := conn.SetDeadline(time.Now().Add(answerTime)); err != nil {
		return err
	}
	if err := send(conn, m); err != nil {
		return err
	}
	var a answer
	if err := receive(conn, &a); err != nil {
		return err
	}
	if a.Failure != "" {
		return errRefused
	}
	return nil
}
