// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"sync"

	"roadsnap/app/api"
	"roadsnap/app/compat"
	"roadsnap/engine"
	"roadsnap/ui/server"
)

const (
	// prefKeys is the name of the setting with the hashes of the API keys.
	prefKeys = "api.keys"
	// prefServer is the name of the setting with the choices of the server's panel.
	prefServer = "api.server"
)

// keyStore stores the hashes of the API keys, and the settings.
type keyStore interface {
	String(name string) string
	SetString(name, value string)
}

// localServer is a server.Local for the same API as that of roadsnap serve, without metrics.
type localServer struct {
	engine  *engine.Engine
	prefs   keyStore
	keys    *api.Keys
	traffic *traffic

	mu     sync.Mutex
	server *api.Server // nil while off
}

func newLocalServer(e *engine.Engine, prefs keyStore) *localServer {
	s := &localServer{engine: e, prefs: prefs, keys: api.NewKeys(), traffic: newTraffic()}
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
func (s *localServer) Start(addr string, settings server.Settings) error {
	options := api.Options{
		Engine: s.engine, Keys: s.keys, Version: engine.Version, OnRequest: s.traffic.add,
		RequireKeyForUnits: settings.UnitsKey, AllowedOrigins: settings.Origins, RatePerSecond: settings.Rate,
	}
	if len(settings.Compat) > 0 {
		var chosen []compat.Family
		for _, name := range settings.Compat {
			chosen = append(chosen, compat.Family(name))
		}
		var err error
		if options.Compat, err = compat.New(s.engine, chosen...); err != nil {
			return err
		}
	}
	started, err := api.New(options)
	if err != nil {
		return err
	}
	if err := started.Start(addr); err != nil {
		return err
	}
	s.mu.Lock()
	s.server = started
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

// Keys implements server.Local.
func (s *localServer) Keys() (list []server.Key) {
	for _, r := range s.keys.Records() {
		list = append(list, server.Key{ID: r.ID, Name: r.Name, Created: r.Created})
	}
	return list
}

// NewKey implements server.Local.
func (s *localServer) NewKey(name string) (string, error) {
	key, _ := s.keys.Generate(name)
	return key, s.keepKeys()
}

// RevokeKey implements server.Local.
func (s *localServer) RevokeKey(id string) error {
	if !s.keys.Revoke(id) {
		return fmt.Errorf("there is no key with the ID %s", id)
	}
	return s.keepKeys()
}

func (s *localServer) keepKeys() error {
	kept, err := json.Marshal(s.keys)
	if err != nil {
		return err
	}
	s.prefs.SetString(prefKeys, string(kept))
	return nil
}

// Traffic implements server.Local.
func (s *localServer) Traffic() server.Traffic { return s.traffic.snapshot() }

// Settings implements server.Local. Settings that cannot be read are the defaults.
func (s *localServer) Settings() server.Settings {
	var settings server.Settings
	if json.Unmarshal([]byte(s.prefs.String(prefServer)), &settings) != nil {
		return server.Settings{}
	}
	return settings
}

// Keep implements server.Local.
func (s *localServer) Keep(settings server.Settings) {
	if b, err := json.Marshal(settings); err == nil {
		s.prefs.SetString(prefServer, string(b))
	}
}

// Example implements server.Local.
func (s *localServer) Example(operation string) (server.Example, bool) {
	e, ok := api.ExampleOf(operation)
	return server.Example(e), ok
}

// Compatible implements server.Local.
func (s *localServer) Compatible() (list []string) {
	for _, f := range compat.Families() {
		list = append(list, string(f))
	}
	return list
}

// Reachable implements server.Local. It returns IPv4 addresses, which people can type.
func (s *localServer) Reachable() (list []string) {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			list = append(list, n.IP.String())
		}
	}
	return list
}
