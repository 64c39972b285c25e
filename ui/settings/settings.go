// SPDX-License-Identifier: MIT

package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"roadsnap/engine/errclass"
	"roadsnap/internal/atomicfile"
)

// FileName is the name of the settings file in the folder of the app.
const FileName = "settings.json"

var (
	// ErrDamaged reports a settings file that is not a JSON object. It was renamed, and
	// the store starts empty.
	ErrDamaged = errclass.New("settings_damaged", "the settings are damaged")
	// ErrNotKept reports that the settings cannot be read or saved. Values are lost
	// when the app closes.
	ErrNotKept = errclass.New("settings_not_kept", "the settings cannot be read or saved")
)

// saveDelay is the delay between a change and the save, which covers all changes in the
// meantime.
const saveDelay = 200 * time.Millisecond

// Store holds the values. Safe for concurrent use. Methods other than Flush do not wait
// for the disk.
type Store struct {
	path    string
	onFault func(error)

	mu      sync.Mutex
	values  map[string]any
	unsaved bool
	timer   *time.Timer // nil if no save is scheduled

	saving   sync.Mutex // held during a save
	blocked  bool       // the file could not be read or renamed, so it is not replaced
	reported bool       // a fault was reported
}

// Open reads the settings in folder. If there are none, it reads the file old in that
// folder, which has the same format, saves its values and removes it.
//
// Open always returns a usable store. Its error wraps ErrDamaged or ErrNotKept. onFault is
// called at most once, on a background goroutine or by Flush, with an error that wraps
// ErrNotKept if a later save fails; it may be nil.
func Open(folder, old string, onFault func(error)) (*Store, error) {
	s := &Store{path: filepath.Join(folder, FileName), onFault: onFault, values: map[string]any{}}
	err := s.read(s.path)
	if !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	old = filepath.Join(folder, old)
	if err := s.read(old); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return s, err
	}
	s.unsaved = true
	if err := s.save(); err != nil {
		s.reported = true
		return s, err
	}
	if err := os.Remove(old); err != nil {
		return s, fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	return s, nil
}

// read reads the values from the file at path. Its error wraps fs.ErrNotExist if there is
// no such file.
func (s *Store) read(path string) error {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		values := map[string]any{}
		if json.Unmarshal(b, &values) == nil && values != nil {
			s.values = values
			return nil
		}
		aside := fmt.Sprintf("%s.damaged-%s", path, time.Now().Format("20060102-150405.000000"))
		if err = os.Rename(path, aside); err == nil {
			return fmt.Errorf("%w: renamed to %s", ErrDamaged, aside)
		}
	}
	s.blocked, s.reported = true, true
	return fmt.Errorf("%w: %w", ErrNotKept, err)
}

// set changes a value, or removes it if v is nil, and schedules a save.
func (s *Store) set(key string, v any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v == nil {
		delete(s.values, key)
	} else {
		s.values[key] = v
	}
	s.unsaved = true
	if s.timer == nil {
		s.timer = time.AfterFunc(saveDelay, func() { _ = s.Flush() }) // Flush reports to onFault
	}
}

// Flush saves changed values and returns when they are on disk. It must not be called on
// the UI goroutine, because it waits for the disk.
func (s *Store) Flush() error {
	s.saving.Lock()
	defer s.saving.Unlock()
	err := s.save()
	if err != nil && !s.reported && s.onFault != nil {
		s.reported = true
		s.onFault(err)
	}
	return err
}

// save writes the file if a value has changed. s.saving must be held, except by Open.
func (s *Store) save() error {
	s.mu.Lock()
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	if !s.unsaved || s.blocked {
		s.mu.Unlock()
		return nil
	}
	b, err := json.MarshalIndent(s.values, "", "  ")
	s.unsaved = false
	s.mu.Unlock()
	if err == nil {
		err = s.write(append(b, '\n'))
	}
	if err != nil {
		s.mu.Lock()
		s.unsaved = true // the next save tries again
		s.mu.Unlock()
		return fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	return nil
}

// write replaces the file atomically by b.
func (s *Store) write(b []byte) error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	return atomicfile.Write(s.path, 0o600, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// value returns the value of key as a T, or fallback.
func value[T any](s *Store, key string, fallback T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.values[key].(T); ok {
		return v
	}
	return fallback
}

// String returns a string, "" if there is none.
func (s *Store) String(key string) string { return value(s, key, "") }

// StringWithFallback returns a string, or fallback if there is none.
func (s *Store) StringWithFallback(key, fallback string) string { return value(s, key, fallback) }

// SetString changes a string.
func (s *Store) SetString(key, v string) { s.set(key, v) }

// Float returns a number, 0 if there is none.
func (s *Store) Float(key string) float64 { return value(s, key, 0.0) }

// FloatWithFallback returns a number, or fallback if there is none.
func (s *Store) FloatWithFallback(key string, fallback float64) float64 {
	return value(s, key, fallback)
}

// SetFloat changes a number, which must be finite.
func (s *Store) SetFloat(key string, v float64) { s.set(key, v) }

// Int returns an integer, 0 if there is none.
func (s *Store) Int(key string) int { return int(s.Float(key)) }

// SetInt changes an integer.
func (s *Store) SetInt(key string, v int) { s.set(key, float64(v)) }

// RemoveValue removes a value.
func (s *Store) RemoveValue(key string) { s.set(key, nil) }

// StringList returns a list of strings, nil if there is none.
func (s *Store) StringList(key string) []string {
	var list []string
	for _, v := range value[[]any](s, key, nil) {
		if text, ok := v.(string); ok {
			list = append(list, text)
		}
	}
	return list
}

// SetStringList changes a list of strings.
func (s *Store) SetStringList(key string, v []string) {
	list := make([]any, len(v))
	for i, text := range v {
		list[i] = text
	}
	s.set(key, list)
}
