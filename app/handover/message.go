// SPDX-License-Identifier: MIT

package handover

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
)

// The limits of a message. A desktop passes some thousand files at most.
const (
	maxPaths   = 10_000
	maxPath    = 32 << 10 // bytes; the longest path of Windows
	maxMessage = 4 << 20  // bytes
)

// ErrTooMany reports more files than one message may hold.
var ErrTooMany = errors.New("these are too many files for the window that is open; open fewer at a time")

// errMessage reports a message that is not one of this protocol.
var errMessage = errors.New("the message is not in the form of a handover")

// message asks to open files. Their paths are bytes, because a name on Linux need not be
// valid UTF-8.
type message struct {
	Open [][]byte `json:"open"`
}

// answer says whether the files were taken. Failure is empty if they were.
type answer struct {
	Failure string `json:"failure,omitempty"`
}

// newMessage returns the message that hands over paths, which must be absolute.
func newMessage(paths []string) (m message, err error) {
	for _, path := range paths {
		m.Open = append(m.Open, []byte(path))
	}
	if _, err := m.paths(); err != nil {
		return message{}, err
	}
	return m, send(io.Discard, m) // which measures it
}

// paths returns the checked paths of a message.
func (m message) paths() ([]string, error) {
	if len(m.Open) > maxPaths {
		return nil, ErrTooMany
	}
	list := make([]string, len(m.Open))
	for i, path := range m.Open {
		list[i] = string(path)
		if len(path) > maxPath || bytes.IndexByte(path, 0) >= 0 || !filepath.IsAbs(list[i]) {
			return nil, fmt.Errorf("%w: path %d is not absolute, is too long or has a zero byte", errMessage, i+1)
		}
	}
	return list, nil
}

// send writes a value with its length.
func send(w io.Writer, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if len(data) > maxMessage {
		return ErrTooMany
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), data...))
	return err
}

// receive reads a value with its length. It reads no more than maxMessage bytes, and
// allocates no more than have arrived.
func receive(r io.Reader, value any) error {
	var length [4]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return err
	}
	n := binary.BigEndian.Uint32(length[:])
	if n > maxMessage {
		return fmt.Errorf("%w: it has %d bytes, more than %d", errMessage, n, maxMessage)
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err != nil {
		return err
	}
	if len(data) < int(n) {
		return io.ErrUnexpectedEOF
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return fmt.Errorf("%w: %w", errMessage, err)
	}
	if decoder.InputOffset() != int64(n) {
		return fmt.Errorf("%w: more follows the value", errMessage)
	}
	return nil
}
