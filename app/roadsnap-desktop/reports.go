// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"os"
	"path/filepath"

	"roadsnap/engine/match"
	"roadsnap/internal/reportmaker"
	"roadsnap/ui/reports"
)

// reports returns the keeper of reports, nil without a workspace.
func (k keeper) reports() reports.Keeper {
	if k.Workspace == nil {
		return nil
	}
	return k
}

// ReportMaker implements reports.Keeper. Without a map it is an error.
func (k keeper) ReportMaker(profile match.Profile) (reports.Maker, error) {
	key, err := k.key(profile)
	return reportmaker.Maker{Workspace: k.Workspace, Engine: k.engine, Key: key}, err
}

// VerifySheet implements reports.Keeper.
func (k keeper) VerifySheet(ctx context.Context, pdf, trace string) (reportmaker.Verified, error) {
	return reportmaker.Verify(ctx, pdf, trace, k.engine)
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
