// SPDX-License-Identifier: MIT

package trips

import (
	"path/filepath"
	"slices"

	"roadsnap/ui/text"
)

// failedFile is a file that could not be read, as the workspace keeps it until the file is
// read or its row removed.
type failedFile struct {
	Path   string      `json:"path"`
	Reason text.Notice `json:"reason"`
}

// failedFiles holds the files that the workspace keeps as failed.
type failedFiles struct {
	listed bool // those of earlier runs are in the list
	kept   []failedFile
}

// listFailed adds rows of files that could not be read in earlier runs, unless they are open.
func (p *Model) listFailed(files []failedFile) {
	p.failed = failedFiles{listed: true, kept: files}
	rows := slices.Clone(p.state.Trips)
	for _, f := range files {
		if slices.ContainsFunc(rows, func(t *Trip) bool { return t.File == f.Path }) {
			continue
		}
		t := p.newTrip(f.Path)
		t.Stage, t.Problem, t.source = Failed, f.Reason, p.fileSource(f.Path, nil)
		rows = append(rows, t)
	}
	if len(rows) > len(p.state.Trips) {
		p.setTrips(rows)
		p.renew()
		p.changed.Raise()
	}
}

// keepFailed keeps which files could not be read, if that has changed. A file that is being
// read again stays among them until then.
func (p *Model) keepFailed() {
	if !p.failed.listed || p.o.Keeper == nil {
		return
	}
	var now []failedFile
	for _, t := range p.state.Trips {
		f := failedFile{Path: t.File, Reason: t.Problem}
		of := func(kept failedFile) bool { return kept.Path == f.Path }
		switch {
		case t.Kept != 0 || t.source.Content == nil || !filepath.IsAbs(t.File):
		case t.Stage == Failed:
			now = append(now, f)
		case t.Stage == Reading:
			if i := slices.IndexFunc(p.failed.kept, of); i >= 0 {
				now = append(now, p.failed.kept[i])
			}
		}
	}
	if !slices.Equal(now, p.failed.kept) {
		p.failed.kept = now
		p.saveSetting(settingFailed, now)
	}
}
