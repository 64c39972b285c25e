// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"roadsnap/app/api"
	"roadsnap/engine"
)

// defaultAddress is the default address of the local server, reachable only from this
// machine.
const defaultAddress = "127.0.0.1:8080"

// prefKeys is the name of the setting with the hashes of the API keys.
const prefKeys = "api.keys"

// keyStore stores the hashes of the API keys.
type keyStore interface {
	String(name string) string
	SetString(name, value string)
}

// localServer is a server.Local for the same API as that of roadsnap serve.
type localServer struct {
	engine *engine.Engine
	prefs  keyStore
	keys   *api.Keys

	mu     sync.Mutex
	server *api.Server // nil while off
}

func newLocalServer(e *engine.Engine, prefs keyStore) *localServer {
	s := &localServer{engine: e, prefs: prefs, keys: api.NewKeys()}
	if kept := prefs.String(prefKeys); kept != "" {
		// Hashes that cannot be read are dropped. The next start of the server creates
		// a new key.
		if err := json.Unmarshal([]byte(kept), s.keys); err != nil {
			s.keys = api.NewKeys()
		}
	}
	return s
}

// Start implements server.Local.
func (s *localServer) Start(addr string, requests func(string)) error {
	server, err := api.New(api.Options{
		Engine: s.engine, Keys: s.keys, Version: engine.Version,
		OnRequest: func(r api.RequestInfo) {
			requests(fmt.Sprintf("%s %s %d", r.Method, r.Path, r.Status))
		},
	})
	if err != nil {
		return err
	}
	if err := server.Start(addr); err != nil {
		return err
	}
	s.mu.Lock()
	s.server = server
	s.mu.Unlock()
	return nil
}

// Addr implements server.Local.
func (s *localServer) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		return ""
	}
	return s.server.Addr()
}

// Shutdown implements server.Local.
func (s *localServer) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	server := s.server
	s.server = nil
	s.mu.Unlock()
	if server == nil {
		return nil
	}
	return server.Shutdown(ctx)
}

// HasKey implements server.Local.
func (s *localServer) HasKey() bool { return len(s.keys.Records()) > 0 }

// NewKey implements server.Local.
func (s *localServer) NewKey() (string, error) {
	old := s.keys.Records()
	key, _ := s.keys.Generate("desktop")
	for _, r := range old {
		s.keys.Revoke(r.ID)
	}
	kept, err := json.Marshal(s.keys)
	if err != nil {
		return "", err
	}
	s.prefs.SetString(prefKeys, string(kept))
	return key, nil
}
