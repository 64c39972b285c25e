// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"roadsnap/app/download"
	"roadsnap/app/install"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/units"
	"roadsnap/internal/diskspace"
)

// sourceFlags are the options on where a map is downloaded from.
type sourceFlags struct {
	libraryFlag
	Map     string   `arg:"" optional:"" default:"vietnam" help:"The map, as the catalogue names it (default: vietnam)."`
	Mirror  string   `help:"An address (https) to download the extract from before all others. The checksum must be at the same address with .md5 at its end." placeholder:"URL"`
	Proxy   proxyURL `help:"The proxy for downloads; by default that of the system or of the environment (HTTPS_PROXY)." placeholder:"URL"`
	Catalog string   `help:"A catalogue to use instead of the embedded one, a file or an address (https); catalog.json in the folder of the installed maps is one, too." placeholder:"FILE|URL"`
	Smaller bool     `help:"Install the map even if it lacks much of the one in use."`
	Partial bool     `help:"Install an extract that seems to be cut off."`
}

// proxyURL is the address of a proxy. Its error says how to write one.
type proxyURL struct{ url *url.URL }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *proxyURL) UnmarshalText(text []byte) (err error) {
	p.url, err = download.ParseProxy(string(text))
	return err
}

func (f *sourceFlags) client() *download.Client { return &download.Client{Proxy: f.Proxy.url} }

// entry returns the map to install, with the address of --mirror.
func (f *sourceFlags) entry(ctx context.Context) (install.Entry, error) {
	catalog, err := f.catalog(ctx)
	if err != nil {
		return install.Entry{}, err
	}
	entry, err := catalog.Find(f.Map)
	if err != nil {
		return entry, &exitError{exitUsage, err}
	}
	if f.Mirror != "" {
		entry.Roads.URLs = append([]string{f.Mirror}, entry.Roads.URLs...)
	}
	return entry, nil
}

func (f *sourceFlags) catalog(ctx context.Context) (install.Catalog, error) {
	if f.Catalog == "" {
		return install.CatalogOf(f.open(), data.Catalog)
	}
	catalog, err := install.CatalogAt(ctx, f.client(), f.Catalog)
	if errors.Is(err, install.ErrCatalog) {
		err = fmt.Errorf("%s: %w; see data/catalog.json of the program's source for its form", f.Catalog, err)
	}
	return catalog, err
}

// install installs a map and says what it does.
func (f *sourceFlags) install(ctx context.Context, s streams, entry install.Entry, files []string, again bool) error {
	start := time.Now()
	official, err := units.Load(data.Units())
	if err != nil {
		return err
	}
	bar := progress{s: s}
	result, err := install.Run(ctx, install.Options{
		Library: f.open(), Client: f.client(), Entry: entry, Files: files, Table: official, Smaller: f.Smaller, Partial: f.Partial, Again: again,
		Progress: func(p install.Progress) {
			if p.Pause > 0 {
				bar.finish()
				fmt.Fprintf(s.notes, "%v; trying again in %v\n", p.Cause, p.Pause.Round(time.Second))
				return
			}
			bar.show(installStageNames(p.Stage), p.Done, p.Total, p.Bytes)
		},
	})
	bar.finish()
	switch {
	case result.Report.CutOff() && errors.Is(err, osmimport.ErrTruncated):
		return fmt.Errorf("%w; the map in use is unchanged. If the extract is whole, use --partial", err)
	case errors.Is(err, install.ErrSmaller):
		return fmt.Errorf("%w; the map in use is unchanged. If the new one is right, use --smaller", err)
	case errors.Is(err, context.Canceled) && len(files) == 0:
		return fmt.Errorf("%w; the next roadsnap install goes on with what has arrived", err)
	case err != nil:
		return err
	case result.Newest:
		fmt.Fprintf(s.notes, "%s is the newest map; there is nothing to do\n", result.Map.Name)
		return nil
	}
	fmt.Fprintf(s.notes, "installed %s, %s, in %v\n", result.Map.Name, byteSize(result.Map.Size), time.Since(start).Round(time.Second))
	for _, name := range result.Removed {
		fmt.Fprintf(s.notes, "removed the older %s\n", name)
	}
	noteFewWards(s, result.Map.Meta.Counts["wards"], result.Report.Diagnostics(), "install it again with --from and the official borders as well")
	fmt.Fprintln(s.notes, "It is now in use; roadsnap maps back returns to an earlier one.")
	return nil
}

// installCmd is `roadsnap install`.
type installCmd struct {
	sourceFlags
	From  []string `help:"Files to use instead of a download: an OpenStreetMap extract, and boundaries of wards as for import --units; may be repeated." type:"path" sep:"none" placeholder:"FILE"`
	Again bool     `help:"Download and install the map even if there is no newer one."`
}

// Run installs the map.
func (c *installCmd) Run(ctx context.Context, s streams) error {
	entry, err := c.entry(ctx)
	if err != nil {
		return err
	}
	if len(c.From) == 0 {
		fmt.Fprintf(s.notes, "%s: about %s to download and %s for the map%s\n",
			entry.Title("en"), byteSize(entry.Roads.Bytes), byteSize(install.PackBytes(entry.Roads.Bytes)), freeIn(c.open().Folder()))
		fmt.Fprintf(s.notes, "the import takes about %s of memory%s\n", byteSize(engine.NeedOf(entry.Roads.Bytes).Memory), freeMemory())
	}
	return c.install(ctx, s, entry, c.From, c.Again)
}

// freeIn says how much may be written to a folder that may not exist yet.
func freeIn(folder string) string {
	free, err := diskspace.FreeFor(folder)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("; %s are free", byteSize(free))
}

// freeMemory says how much memory may be used, "" if that is not known.
func freeMemory() string {
	free, err := diskspace.FreeMemory()
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" (%s are free)", byteSize(free))
}

// installStageNames returns the name of a stage, for the progress bar.
func installStageNames(stage string) string {
	switch stage {
	case install.StageDownload:
		return "downloading the extract"
	case install.StageVerify:
		return "verifying the map"
	}
	for s, name := range roadStageNames {
		if string(s) == stage {
			return name
		}
	}
	for s, name := range unitStageNames {
		if string(s) == stage {
			return name
		}
	}
	return stage
}
