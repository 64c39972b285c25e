// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"roadsnap/app/api"
	"roadsnap/internal/atomicfile"
)

// keyFlags are the flags of `roadsnap serve` about keys.
type keyFlags struct {
	APIKey     []string `name:"api-key" help:"A key that clients must send; may be repeated. Other users of this machine can see it in the list of processes: prefer a file or the variable." env:"ROADSNAP_API_KEY" placeholder:"KEY"`
	APIKeyFile string   `name:"api-key-file" help:"A file with one key per line." type:"existingfile" placeholder:"FILE"`
	Keys       string   `help:"The file of the keys of roadsnap keys; by default its default, if there is no other key." type:"path" placeholder:"FILE"`
	KeyState   string   `help:"The file in which the last use and the quotas of keys are kept; by default next to the file of --keys." type:"path" placeholder:"FILE"`
	AdminKey   string   `help:"The key for POST /admin/reload, which only programs on this machine may call." env:"ROADSNAP_ADMIN_KEY" placeholder:"KEY"`
	UnitsKey   bool     `help:"Require a key for provinces and wards too, even on loopback."`
}

// defaultKeyStore is the file of `roadsnap keys`.
func defaultKeyStore() string { return filepath.Join(xdg.DataHome, "roadsnap", "keys.json") }

// keys collects the keys of all sources.
func (c *keyFlags) keys() (*api.Keys, error) {
	store, n, err := c.stored()
	if err != nil {
		return nil, err
	}
	add := func(where, key string) error {
		n++
		if err := store.Add(fmt.Sprintf("key %d", n), key); err != nil {
			return fmt.Errorf("%s: %w", where, errors.Unwrap(err)) // without the name of the key
		}
		return nil
	}
	for _, key := range c.APIKey {
		if err := add("--api-key or ROADSNAP_API_KEY", key); err != nil {
			return nil, err
		}
	}
	if c.APIKeyFile != "" {
		b, err := readKeyFile(c.APIKeyFile)
		if err != nil {
			return nil, err
		}
		for i, line := range strings.Split(string(b), "\n") {
			if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if err := add(fmt.Sprintf("%s:%d", c.APIKeyFile, i+1), line); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case n > 0:
		return store, nil
	case c.APIKeyFile != "":
		return nil, fmt.Errorf("%s holds no key; write one key on a line", c.APIKeyFile)
	}
	return nil, errNoKeys
}

// errNoKeys means that no key is given.
var errNoKeys = errors.New("clients need a key: run roadsnap keys add NAME, or give --api-key, --api-key-file or ROADSNAP_API_KEY")

// stored returns the keys of `roadsnap keys`, and their number.
func (c *keyFlags) stored() (store *api.Keys, n int, err error) {
	path := c.Keys
	if path == "" {
		if path = defaultKeyStore(); len(c.APIKey) > 0 || c.APIKeyFile != "" {
			return api.NewKeys(), 0, nil
		}
	}
	store, err = readKeyStore(path)
	if errors.Is(err, fs.ErrNotExist) && c.Keys == "" {
		return api.NewKeys(), 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	return store, len(store.Records()), nil
}

// adminKeys returns the key of --admin-key, if there is one.
func (c *keyFlags) adminKeys() (*api.Keys, error) {
	keys := api.NewKeys()
	if c.AdminKey == "" {
		return keys, nil
	}
	if err := keys.Add("admin", c.AdminKey); err != nil {
		return nil, fmt.Errorf("--admin-key or ROADSNAP_ADMIN_KEY: %w", errors.Unwrap(err))
	}
	return keys, nil
}

// readKeyStore reads a file of `roadsnap keys`.
func readKeyStore(path string) (*api.Keys, error) {
	b, err := readKeyFile(path)
	if err != nil {
		return nil, err
	}
	keys := api.NewKeys()
	if err := json.Unmarshal(b, keys); err != nil {
		return nil, fmt.Errorf("%s: not a file of roadsnap keys, which --api-key-file reads if it has a key per line: %w", path, err)
	}
	return keys, nil
}

// keyState keeps the use of keys in a file.
type keyState struct {
	path string // "" for none
	keys *api.Keys
	log  *slog.Logger
	kept []api.KeyUse // what the file has
}

// keyStateOf returns the path of the state next to a file of keys.
func keyStateOf(store string) string {
	return strings.TrimSuffix(store, filepath.Ext(store)) + ".state.json"
}

// state returns the state of keys, and restores what is in its file.
func (c *keyFlags) state(keys *api.Keys, log *slog.Logger) (*keyState, error) {
	s := &keyState{path: c.KeyState, keys: keys, log: log}
	if s.path == "" && c.Keys == "" && (len(c.APIKey) > 0 || c.APIKeyFile != "") {
		return s, nil
	}
	if s.path == "" {
		if s.path = keyStateOf(c.Keys); c.Keys == "" {
			s.path = keyStateOf(defaultKeyStore())
		}
	}
	uses, err := readKeyState(s.path)
	if err != nil {
		return nil, err
	}
	s.kept = uses
	keys.RestoreUses(uses)
	return s, nil
}

// readKeyState reads the use of keys, which is empty if there is no such file.
func readKeyState(path string) (uses []api.KeyUse, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &uses)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: not the state of roadsnap keys: %w; move the file away, so that the counts begin again", path, err)
	}
	return uses, nil
}

// keepEvery is the time between two writes of the state. A crash forgets the requests since
// the last.
const keepEvery = 10 * time.Second

// start writes the state regularly until stop is called, and then once more.
func (s *keyState) start() (stop func()) {
	if s.path == "" {
		return func() {}
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticks := time.NewTicker(keepEvery)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				s.write()
			case <-end:
				s.write()
				return
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}

// write writes the state if it has changed.
func (s *keyState) write() {
	uses := s.keys.Uses()
	if reflect.DeepEqual(uses, s.kept) {
		return
	}
	err := atomicfile.Write(s.path, 0o600, func(w io.Writer) error { return json.NewEncoder(w).Encode(uses) })
	if err != nil {
		s.log.Error("the use of the keys could not be kept", "file", s.path, "error", err)
		return
	}
	s.kept = uses
}
