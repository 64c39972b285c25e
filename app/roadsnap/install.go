// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"roadsnap/app/download"
	"roadsnap/app/install"
	"roadsnap/data"
	"roadsnap/engine/units"
	"roadsnap/internal/diskspace"
)

// installCmd is `roadsnap install`.
type installCmd struct {
	libraryFlag
	Map     string   `arg:"" optional:"" default:"vietnam" help:"The map, as the catalogue names it (default: vietnam)."`
	From    []string `help:"Files to use instead of a download: an OpenStreetMap extract, and boundaries of wards as for import --units; may be repeated." type:"path" sep:"none" placeholder:"FILE"`
	Mirror  string   `help:"An address (https) to download the extract from before all others. The checksum must be at the same address with .md5 at its end." placeholder:"URL"`
	Proxy   *url.URL `help:"The proxy for downloads; by default that of the environment (HTTPS_PROXY)." placeholder:"URL"`
	Catalog string   `help:"A catalogue to use instead of the embedded one; catalog.json in the folder of the installed maps is one, too." type:"existingfile" placeholder:"FILE.json"`
	Smaller bool     `help:"Install the map even if it lacks much of the one in use."`
}

// Run installs the map.
func (c *installCmd) Run(ctx context.Context, s streams) error {
	start := time.Now()
	entry, err := c.entry()
	if err != nil {
		return &exitError{exitUsage, err}
	}
	official, err := units.Load(data.Units())
	if err != nil {
		return err
	}
	l := c.open()
	if len(c.From) == 0 {
		fmt.Fprintf(s.notes, "%s: about %s to download and %s for the map%s\n",
			entry.Title("en"), byteSize(entry.Roads.Bytes), byteSize(install.PackBytes(entry.Roads.Bytes)), freeIn(l.Folder()))
	}
	bar := progress{s: s}
	result, err := install.Run(ctx, install.Options{
		Library: l, Client: &download.Client{Proxy: c.Proxy}, Entry: entry, Files: c.From, Table: official, Smaller: c.Smaller,
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
	case errors.Is(err, install.ErrSmaller):
		return fmt.Errorf("%w; the map in use is unchanged. If the new one is right, use --smaller", err)
	case errors.Is(err, context.Canceled) && len(c.From) == 0:
		return fmt.Errorf("%w; the next roadsnap install goes on with what has arrived", err)
	case err != nil:
		return err
	}
	fmt.Fprintf(s.notes, "installed %s, %s, in %v\n", result.Map.Name, byteSize(result.Map.Size), time.Since(start).Round(time.Second))
	for _, name := range result.Removed {
		fmt.Fprintf(s.notes, "removed the older %s\n", name)
	}
	fmt.Fprintln(s.notes, "It is now in use; roadsnap maps back returns to an earlier one.")
	return nil
}

// entry returns the map to install, with the address of --mirror.
func (c *installCmd) entry() (install.Entry, error) {
	catalog, err := c.catalog()
	if err != nil {
		return install.Entry{}, err
	}
	entry, err := catalog.Find(c.Map)
	if err == nil && c.Mirror != "" {
		entry.Roads.URLs = append([]string{c.Mirror}, entry.Roads.URLs...)
	}
	return entry, err
}

func (c *installCmd) catalog() (install.Catalog, error) {
	if c.Catalog == "" {
		return install.CatalogOf(c.open(), data.Catalog)
	}
	text, err := os.ReadFile(c.Catalog)
	if err != nil {
		return install.Catalog{}, err
	}
	return install.ReadCatalog(text)
}

// freeIn says how much may be written to a folder that may not exist yet.
func freeIn(folder string) string {
	free, err := diskspace.FreeFor(folder)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("; %s are free", byteSize(free))
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
