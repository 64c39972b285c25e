// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"roadsnap/app/api"
	"roadsnap/engine"
)

// shutdownGrace is the time that requests under way get after a signal. Container
// runtimes kill after 10 s.
const shutdownGrace = 8 * time.Second

// serveCmd is `roadsnap serve`.
type serveCmd struct {
	furtherMaps
	Pack string `help:"The map pack; by default the installed map in use, also when that changes, and without one the embedded sample map (Andorra)." type:"existingfile" placeholder:"FILE"`
	listenFlags
	LocationKeys string   `help:"How snapped locations name their coordinates: ${enum}." enum:"both,lat_lon,latitude_longitude" default:"both"`
	AllowHost    []string `help:"A host name that requests may use, in addition to those of this machine." placeholder:"NAME"`
	AllowOrigin  []string `help:"A web origin whose pages may call the API." placeholder:"URL"`
	Licence      string   `help:"The licence notice in every answer." placeholder:"TEXT"`
	keyFlags
	limitFlags
	observeFlags
	compatFlags
}

// Validate checks the flags; kong calls it.
func (c *serveCmd) Validate() error {
	return errors.Join(c.listenFlags.Validate(), c.observeFlags.Validate())
}

// Run serves until the context ends.
func (c *serveCmd) Run(ctx context.Context, s streams) (err error) {
	keys, noKeys := c.keys()
	if noKeys != nil && (c.UnitsKey || !errors.Is(noKeys, errNoKeys) || !c.thisMachineOnly()) {
		return &exitError{exitUsage, noKeys}
	}
	if err := c.limitFlags.check(); err != nil {
		return &exitError{exitUsage, err}
	}
	path, err := packInUse(c.Pack)
	if err != nil {
		return err
	}
	var log *slog.Logger
	var measured atomic.Pointer[api.Measures]
	s, flush := s.detach(func(lines int) {
		log.Warn("lines of the log were dropped, because they were not read in time", "lines", lines)
		if m := measured.Load(); m != nil {
			(*m).LogDropped(lines)
		}
	})
	defer flush()
	log = slog.New(c.logHandler(s.err, s.notes == io.Discard))
	e, err := openEngineFor(engine.Options{Follow: logFollowed(log)}, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if err := c.openFurther(e); err != nil {
		return err
	}
	if noKeys != nil { // provinces and wards need none on this machine, and there may be nothing else
		if !errors.Is(e.Ready(), engine.ErrNoRoads) {
			return &exitError{exitUsage, noKeys}
		}
		keys = api.NewKeys()
	}
	encryption, err := c.tlsConfig(log)
	if err != nil {
		return err
	}
	slots, undo := spareThread()
	defer undo()
	compatible, err := c.service(e)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	admin, err := c.adminKeys()
	if err != nil {
		return &exitError{exitUsage, err}
	}
	state, err := c.state(keys, log)
	if err != nil {
		return err
	}
	defer state.start()()
	again := &reloader{serve: c, engine: e, keys: keys, log: log}
	measures := c.measures(e)
	if measures != nil {
		measured.Store(&measures)
	}
	server, err := api.New(api.Options{
		Engine: e, Keys: keys, AdminKeys: admin, Reload: again.reload, RequireKeyForUnits: c.UnitsKey,
		LocationKeys: api.LocationKeys(c.LocationKeys), AllowedHosts: c.AllowHost, AllowedOrigins: c.AllowOrigin,
		Slots: slots, MaxWait: c.MaxWait, RatePerSecond: c.Rate, Licence: c.Licence, Version: engine.Version, Log: log,
		LogSample: c.LogSample, Measures: measures, TrustedProxies: prefixes(c.TrustedProxy), TLS: encryption,
		Compat:     compatible,
		DrainDelay: c.DrainDelay, MaxConnections: c.MaxConnections,
	})
	if err != nil {
		return &exitError{exitUsage, err}
	}
	if err := c.start(server); err != nil {
		return err
	}
	info, err := e.Info()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.notes, "roadsnap: serving %s; the API is described at %s\n", info.Meta.Name, c.where(server))
	if note := c.beyond(server); note != "" {
		fmt.Fprintln(s.notes, "roadsnap: "+note)
	}
	notifySystemd(log, daemon.SdNotifyReady)
	if c.Pack == "" {
		defer (&follower{library: libraryFlag{}.open(), engine: e, log: log, path: path}).start(ctx)()
	}
	return c.serve(ctx, s, server, again)
}

// serve waits until the context ends, and reloads at each hangup. Then it stops the server.
func (c *serveCmd) serve(ctx context.Context, s streams, server *api.Server, again *reloader) error {
	hung, ignore := hangups()
	defer ignore()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-hung:
			_ = again.reload(ctx) // its error is in the log
		case <-server.Done(): // the listener failed
			return server.Wait()
		}
	}
	fmt.Fprintln(s.notes, "roadsnap: stopping")
	notifySystemd(again.log, daemon.SdNotifyStopping)
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.DrainDelay+shutdownGrace)
	defer cancel()
	return server.Shutdown(grace)
}

// logFollowed returns a function that logs that the file of the map has changed.
func logFollowed(log *slog.Logger) func(path string, err error) {
	return func(path string, err error) {
		if err != nil {
			log.Error("the map file has changed and is not a whole map", "file", path, "error", err)
			return
		}
		log.Info("the map file has changed and is opened again", "file", path)
	}
}

// maxKeyFile is the longest file of keys (bytes): a thousand of the longest keys.
const maxKeyFile = 512 << 10

// readKeyFile reads a file of keys. It refuses a longer one than maxKeyFile, which may be
// a device without an end.
func readKeyFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read from
	if err := checkPrivate(f); err != nil {
		return nil, err
	}
	return readAtMost(f, maxKeyFile, "not a file of keys")
}

// readSmall reads a file of at most most bytes. what says what a longer file is not.
func readSmall(path string, most int64, what string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read from
	return readAtMost(f, most, what)
}

func readAtMost(f *os.File, most int64, what string) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("%s: longer than %s: %s", f.Name(), byteSize(most), what)
	}
	return b, err
}

// The longest files in JSON (bytes). Those of polygons may have the borders of a country.
const (
	maxSmallJSON = 4 << 20
	maxPolygons  = 256 << 20
)
