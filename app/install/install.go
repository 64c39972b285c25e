// SPDX-License-Identifier: MIT

package install

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"roadsnap/app/download"
	"roadsnap/app/library"
	"roadsnap/engine"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/unitimport"
	"roadsnap/engine/units"
	"roadsnap/internal/diskspace"
)

// Options describes an installation.
type Options struct {
	Library *library.Library
	Client  *download.Client
	Entry   Entry
	// Files are taken instead of a download: an extract of OpenStreetMap, and boundaries of
	// wards. If there is no extract among them, it is downloaded.
	Files []string
	// Table is the official table that boundaries are joined to.
	Table *units.Table
	// Again installs a map even if the server has no other than the one in use.
	Again bool
	// UnitsCRS, UnitsEncoding and UnitsColumns say how boundaries are read; see
	// engine.ImportOptions. Partial imports an extract that seems to be cut off.
	UnitsCRS, UnitsEncoding string
	UnitsColumns            map[string]string
	Partial                 bool
	// Smaller allows a map with far fewer roads than the one in use; see ErrSmaller.
	Smaller bool
	// Progress may be nil.
	Progress func(Progress)
}

// Progress is the progress of an installation.
type Progress struct {
	Stage       string // StageDownload, StageVerify, or a stage of the imports
	Done, Total int64  // bytes or items of the stage; Total is 0 if unknown
	Bytes       bool   // Done and Total are bytes
	// Pause and Cause are those of a download that waits.
	Pause time.Duration
	Cause error
}

// The stages before and after the import.
const (
	StageDownload = "download"
	StageVerify   = "verify"
)

// Result is what an installation did.
type Result struct {
	Map      library.Map
	Report   engine.ImportReport
	Download download.Result // zero if the extract was a file, or had arrived before
	Removed  []string        // maps that were older than the one in use before
	// Newest is set if nothing was installed, because Map, which is in use, was made of the
	// file that the server has.
	Newest bool
}

// ErrSmaller reports a new map that lacks much of the one in use; see engine.ErrSmaller.
var ErrSmaller = engine.ErrSmaller

// extractSuffix ends the name of the downloaded extract in the library.
const extractSuffix = ".osm.pbf"

// keepExtract is how long an extract whose installation was cut off is good enough. After
// that it is downloaded again.
const keepExtract = 7 * 24 * time.Hour

// Run installs a map. If it returns an error, the map in use is as it was, and what was
// downloaded stays for the next run.
func Run(ctx context.Context, o Options) (r Result, err error) {
	lock, err := o.Library.Lock("installing " + o.Entry.ID)
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	i := &installation{Options: o, lock: lock, extract: lock.Incoming(o.Entry.ID + extractSuffix)}
	if err := i.sweep(); err != nil {
		return Result{}, err
	}
	return i.run(ctx)
}

// Started reports whether an installation of a map was cut off after a download began, so
// that Run goes on with it.
func Started(l *library.Library, e Entry) bool {
	for _, name := range []string{e.ID + extractSuffix, e.ID + extractSuffix + download.PartSuffix} {
		if _, err := os.Stat(l.Incoming(name)); err == nil {
			return true
		}
	}
	return false
}

// Discard removes what an unfinished installation has downloaded.
func Discard(l *library.Library) (err error) {
	lock, err := l.Lock("removing downloads")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	return lock.Sweep(func(string) bool { return false })
}

// installation is an installation in progress.
type installation struct {
	Options
	lock    *library.Lock
	extract string // path of the downloaded extract
}

func (i *installation) report(p Progress) {
	if i.Progress != nil {
		i.Progress(p)
	}
}

// sweep removes what earlier runs left, except for downloads that can be used.
func (i *installation) sweep() error {
	return i.lock.Sweep(func(name string) bool {
		if !strings.Contains(name, extractSuffix) {
			return false
		}
		info, err := os.Stat(i.lock.Incoming(name))
		return err == nil && time.Since(info.ModTime()) < keepExtract
	})
}

func (i *installation) run(ctx context.Context) (r Result, err error) {
	roads, wards := i.sources()
	if roads == "" {
		roads = i.extract
		if r.Map, r.Newest = i.newest(ctx); r.Newest {
			return r, nil
		}
		if r.Download, err = i.download(ctx, wards); err != nil {
			return r, err
		}
	} else if err := i.checkSpace(roads); err != nil {
		return r, err
	}
	made := i.lock.Incoming(i.Entry.ID + ".rsp")
	defer os.Remove(made) //nolint:errcheck // moved away, unless there was an error
	if r.Report, err = i.makePack(ctx, roads, wards, made); err != nil {
		return r, err
	}
	if err := i.check(ctx, made); err != nil {
		return r, err
	}
	if r.Map, err = i.lock.Add(i.Entry.ID, made, r.Download.Checksum); err != nil {
		return r, err
	}
	if r.Removed, err = i.lock.Prune(i.Entry.ID); err != nil {
		return r, err
	}
	return r, i.lock.Sweep(func(name string) bool { return !strings.HasPrefix(name, i.Entry.ID+extractSuffix) })
}

// sources divides the files into the extract, "" if there is none, and boundaries.
func (i *installation) sources() (roads string, wards []string) {
	for _, f := range i.Files {
		if roads == "" && osmimport.IsExtract(f) {
			roads = f
		} else {
			wards = append(wards, f)
		}
	}
	return roads, wards
}

// checkWards reads boundaries, so that a file without any is reported before a long download.
func (i *installation) checkWards(ctx context.Context, wards []string) error {
	if len(wards) == 0 || i.Table == nil { // the import says that there is none
		return nil
	}
	return unitimport.Prepare(ctx, wards, i.Table, unitimport.Options{
		System: i.UnitsCRS, Encoding: i.UnitsEncoding, Columns: i.UnitsColumns, Progress: i.reportWards,
	}).Err()
}

func (i *installation) reportWards(p unitimport.Progress) {
	i.report(Progress{Stage: string(p.Stage), Done: p.Done, Total: p.Total, Bytes: p.Stage == unitimport.StageRead})
}

// download fetches the extract, unless it is there already. wards are read first.
func (i *installation) download(ctx context.Context, wards []string) (download.Result, error) {
	if info, err := os.Stat(i.extract); err == nil {
		return download.Result{}, i.fits(PackBytes(info.Size()))
	}
	if err := i.checkWards(ctx, wards); err != nil {
		return download.Result{}, err
	}
	request := i.Entry.Roads.request()
	request.Path, request.Reserve = i.extract, PackBytes
	request.Progress = func(p download.Progress) {
		i.report(Progress{Stage: StageDownload, Done: p.Done, Total: p.Total, Bytes: true, Pause: p.Pause, Cause: p.Cause})
	}
	return i.Client.Fetch(ctx, request)
}

func (s Source) request() download.Request {
	return download.Request{URLs: s.URLs, MD5Suffix: s.MD5Suffix, SHA256: s.SHA256}
}

// newest returns the map in use if it was made of the file that the server has. A server
// that does not answer is left to the download, which tries for longer.
func (i *installation) newest(ctx context.Context) (m library.Map, yes bool) {
	used, found, err := Installed(i.Library, i.Entry)
	if i.Again || err != nil || !found || used.Checksum == "" || Started(i.Library, i.Entry) {
		return library.Map{}, false
	}
	newer, err := Newer(ctx, i.Client, i.Entry, used)
	return used, err == nil && !newer
}

// Newer reports whether the server has another file than the one that a map was made of.
func Newer(ctx context.Context, c *download.Client, e Entry, m library.Map) (bool, error) {
	now, err := c.Checksum(ctx, e.Roads.request())
	return err == nil && now != m.Checksum, err
}

// Installed returns the version of a map that is in use.
func Installed(l *library.Library, e Entry) (m library.Map, found bool, err error) {
	maps, err := l.Maps()
	for _, m := range maps {
		if m.Used && m.Err == nil && library.IsVersion(m.Name, e.ID) {
			return m, true, nil
		}
	}
	return library.Map{}, false, err
}

// checkSpace refuses an extract whose pack would not fit.
func (i *installation) checkSpace(extract string) error {
	info, err := os.Stat(extract)
	if err != nil {
		return err
	}
	return i.fits(PackBytes(info.Size()))
}

func (i *installation) fits(need int64) error {
	free, err := diskspace.Free(i.Library.Folder())
	if err == nil && free < need {
		return &download.SpaceError{Folder: i.Library.Folder(), Need: need, Free: free}
	}
	return nil // if it is unknown, the disk will say
}

func (i *installation) makePack(ctx context.Context, roads string, wards []string, out string) (engine.ImportReport, error) {
	return engine.Import(ctx, engine.ImportOptions{
		Roads: roads, Units: wards, Out: out, Name: i.Entry.Title("en"), Table: i.Table,
		UnitsCRS: i.UnitsCRS, UnitsEncoding: i.UnitsEncoding, UnitsColumns: i.UnitsColumns, Partial: i.Partial,
		Progress: func(p osmimport.Progress) {
			i.report(Progress{Stage: string(p.Stage), Done: p.Done, Total: p.Total, Bytes: true})
		},
		UnitsProgress: i.reportWards,
	})
}

// check reads every byte of a new pack, and compares it with the map in use.
func (i *installation) check(ctx context.Context, path string) error {
	info, err := engine.Verify(ctx, path, func(done, total int64) {
		i.report(Progress{Stage: StageVerify, Done: done, Total: total, Bytes: true})
	})
	if err != nil || i.Smaller {
		return err
	}
	used, found, err := Installed(i.Library, i.Entry)
	if err != nil || !found {
		return err
	}
	return engine.CompareCounts(used.Meta.Counts, info.Meta.Counts)
}
