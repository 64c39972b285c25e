// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"os"
	"path/filepath"

	"roadsnap/data"
	"roadsnap/engine/match"
	"roadsnap/engine/report"
	"roadsnap/ui/reports"
)

// reports returns the keeper of reports, nil without a workspace.
func (k keeper) reports() reports.Keeper {
	if k.Workspace == nil {
		return nil
	}
	return k
}

// MakeReport implements reports.Keeper.
func (k keeper) MakeReport(ctx context.Context, profile match.Profile, r report.Request, f report.Filter, progress func(reports.Progress)) (*report.Document, error) {
	key, err := k.key(profile)
	if err != nil {
		return nil, err
	}
	return reports.Maker{Workspace: k.Workspace, Engine: k.engine, Key: key, Rules: data.Rules}.Make(ctx, r, f, progress)
}

// printFolder returns the folder of files that are printed. It is in the user's cache, because
// a viewer in a sandbox may have no access to the temporary folder of the system.
func printFolder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder := filepath.Join(cache, "roadsnap", "print")
	return folder, os.MkdirAll(folder, 0o700)
}
