// SPDX-License-Identifier: MIT

package download

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"roadsnap/internal/atomicfile"
	"roadsnap/internal/filelock"
)

// PartSuffix ends the name of the part of a file that has arrived.
const PartSuffix = ".part"

// stateSuffix ends the name of the file that says of which file a part is.
const stateSuffix = PartSuffix + ".json"

// source identifies the file on the server that a part is of.
type source struct {
	URL       string    `json:"url"`       // after redirects
	Validator string    `json:"validator"` // a strong ETag or the time of change, for If-Range
	Total     int64     `json:"total"`     // bytes
	Modified  time.Time `json:"modified,omitzero"`
}

// partial is the part of a file that has arrived.
type partial struct {
	path   string // of the whole file
	file   *os.File
	size   int64
	source source // zero if nothing has arrived
}

// openPartial opens and locks the part of the file at path, or creates an empty one.
func openPartial(path string) (*partial, error) {
	f, err := os.OpenFile(path+PartSuffix, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, atomicfile.NoPlace(path, err)
	}
	p := &partial{path: path, file: f}
	if err := p.load(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return p, nil
}

func (p *partial) load() error {
	switch err := filelock.Lock(p.file); {
	case errors.Is(err, filelock.ErrHeld):
		return fmt.Errorf("%w: %s", ErrRunning, p.path)
	case err != nil && !errors.Is(err, errors.ErrUnsupported):
		return err
	}
	// Without a state that can be read, the part may be of any file.
	text, err := os.ReadFile(p.path + stateSuffix)
	if err != nil || json.Unmarshal(text, &p.source) != nil || p.source.Validator == "" {
		p.source = source{}
		return p.truncate()
	}
	p.size, err = p.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if p.size > p.source.Total {
		return p.restart()
	}
	return nil
}

// begin drops what has arrived and starts with the file s.
func (p *partial) begin(s source) error {
	if err := p.truncate(); err != nil {
		return err
	}
	p.source = s
	return atomicfile.Write(p.path+stateSuffix, 0o644, func(w io.Writer) error { return json.NewEncoder(w).Encode(s) })
}

// restart drops what has arrived.
func (p *partial) restart() error {
	p.source = source{}
	return errors.Join(p.truncate(), remove(p.path+stateSuffix))
}

func (p *partial) truncate() error {
	p.size = 0
	_, err := p.file.Seek(0, io.SeekStart)
	return errors.Join(p.file.Truncate(0), err)
}

// complete reports whether all bytes have arrived.
func (p *partial) complete() bool { return p.source.URL != "" && p.size == p.source.Total }

// Write appends bytes.
func (p *partial) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	p.size += int64(n)
	return n, err
}

// finish makes the part the whole file.
func (p *partial) finish() error {
	if err := p.file.Sync(); err != nil {
		return err
	}
	// Windows does not rename an open file.
	err := p.file.Close()
	p.file = nil
	if err != nil {
		return err
	}
	if err := os.Rename(p.path+PartSuffix, p.path); err != nil {
		return err
	}
	return errors.Join(remove(p.path+stateSuffix), atomicfile.SyncFolder(filepath.Dir(p.path)))
}

// close gives the part up for now. An empty one is removed.
func (p *partial) close() error {
	if p.file == nil {
		return nil
	}
	err := p.file.Close()
	if p.size == 0 {
		err = errors.Join(err, remove(p.path+PartSuffix), remove(p.path+stateSuffix))
	}
	return err
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
