// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"net/url"
	"os"

	"roadsnap/app/download"
	"roadsnap/app/install"
	"roadsnap/app/library"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/units"
	"roadsnap/internal/diskspace"
	"roadsnap/ui/maps"
	"roadsnap/ui/settings"
	"roadsnap/ui/text"
)

// installer installs the map of Vietnam into the user's library, for the window.
type installer struct {
	library *library.Library
	entry   install.Entry
	table   *units.Table
	store   *settings.Store // of how to download
}

// newInstaller returns the installer of the first map in the catalogue.
func newInstaller(table *units.Table, store *settings.Store) (installer, error) {
	l := library.Open(library.DefaultFolder())
	catalog, err := install.CatalogOf(l, data.Catalog)
	if err != nil {
		return installer{}, err
	}
	return installer{l, catalog.Maps[0], table, store}, nil
}

func (i installer) offer() maps.Offer {
	free, _ := diskspace.FreeFor(i.library.Folder()) // 0 if unknown
	memory, _ := diskspace.FreeMemory()              // the same
	return maps.Offer{
		Name: i.entry.Name, Download: i.entry.Roads.Bytes, Space: i.entry.Needs(), Free: free,
		Memory: engine.NeedOf(i.entry.Roads.Bytes).Memory, FreeMemory: memory,
	}
}

// Install implements maps.Installer.
func (i installer) Install(ctx context.Context, s maps.Sources, report func(maps.Progress)) (pack string, cutOff bool, err error) {
	client, entry, err := i.source(ctx)
	if err != nil {
		return "", false, err
	}
	var files []string // a source of boundaries may be the folder of the file that was chosen
	if roads := s.Roads(); roads != "" {
		files = append(files, roads)
	}
	files = append(files, s.Units()...)
	r, err := install.Run(ctx, install.Options{
		Library: i.library, Client: client, Entry: entry, Files: files, Table: i.table,
		UnitsCRS: s.CRS, UnitsEncoding: s.Encoding, UnitsColumns: s.Columns, Partial: s.Partial, Smaller: s.Smaller,
		Progress: func(p install.Progress) {
			stage := maps.StagePrefix + p.Stage // of the import
			switch p.Stage {
			case install.StageDownload:
				stage = maps.StageDownload
			case install.StageVerify:
				stage = maps.StageVerify
			}
			report(maps.Progress{Stage: stage, Done: p.Done, Total: p.Total, Bytes: p.Stage == install.StageDownload, Pause: p.Pause})
		},
	})
	if r.Newest {
		return "", false, err
	}
	return r.Map.Path, r.Report.CutOff(), err
}

// source returns what the settings say about the download.
func (i installer) source(ctx context.Context) (*download.Client, install.Entry, error) {
	n, c, entry := rememberedNetwork(i.store), &download.Client{}, i.entry
	if n.Proxy != "" {
		proxy, err := download.ParseProxy(n.Proxy)
		if err != nil {
			return nil, entry, err
		}
		c.Proxy = proxy
	}
	if n.Catalog != "" {
		catalog, err := install.CatalogAt(ctx, c, n.Catalog)
		if err != nil {
			return nil, entry, err
		}
		if entry, err = catalog.Find(entry.ID); err != nil {
			return nil, entry, err
		}
	}
	if n.Mirror != "" {
		entry.Roads.URLs = append([]string{n.Mirror}, entry.Roads.URLs...)
	}
	return c, entry, nil
}

// SetNetwork implements maps.Installer.
func (i installer) SetNetwork(n maps.Network) (wrong string) {
	if _, err := download.ParseProxy(n.Proxy); n.Proxy != "" && err != nil {
		return "maps.network.bad_proxy"
	}
	if n.Mirror != "" && !isSecure(n.Mirror) {
		return "maps.network.bad_mirror"
	}
	if info, err := os.Stat(n.Catalog); n.Catalog != "" && !isSecure(n.Catalog) && (err != nil || !info.Mode().IsRegular()) {
		return "maps.network.bad_catalog"
	}
	rememberNetwork(i.store, n)
	return ""
}

// isSecure reports whether an address begins with https and a host.
func isSecure(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.Hostname() != ""
}

// Maps implements maps.Library.
func (i installer) Maps() ([]maps.Record, error) {
	list, err := i.library.Maps()
	var records []maps.Record
	for _, m := range list {
		r := maps.Record{Name: m.Name, Info: engine.Info{Name: m.Path, Size: m.Size, Meta: m.Meta}, Earlier: m.Earlier}
		if r.Offered = library.IsVersion(m.Name, i.entry.ID); r.Offered {
			r.Title = i.entry.Name
		}
		info, err := engine.Inspect(m.Path)
		if err == nil {
			r.Info = info
		} else {
			r.Problem = text.Explain(err)
		}
		records = append(records, r)
	}
	return records, err
}

// Used implements maps.Library.
func (i installer) Used() (string, error) { return i.library.Used() }

// Use implements maps.Library.
func (i installer) Use(name string) error { return i.library.Use(name) }

// Remove implements maps.Library.
func (i installer) Remove(name string) error { return i.library.Remove(name) }

// Started implements maps.Installer.
func (i installer) Started() bool { return install.Started(i.library, i.entry) }

// verifyPack checks all bytes of the pack at path.
func verifyPack(ctx context.Context, path string) error {
	_, err := engine.Verify(ctx, path, nil)
	return err
}

// mapsToOpen returns the packs to open at the start: those of the last run. The map in use
// in the library replaces a map of the library, because a command may have installed a
// newer one, and the sample unless the user chose it.
func mapsToOpen(store *settings.Store, l *library.Library) maps.Choice {
	c := rememberedMaps(store)
	if c.Sample || c.Map != "" && !l.Has(c.Map) {
		return c
	}
	if used, err := l.Used(); err == nil && used != "" {
		c.Map = used
	}
	return c
}
