// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"

	"roadsnap/app/batch"
)

// batchCmd is `roadsnap batch`.
type batchCmd struct {
	Run   batchRunCmd   `cmd:"" default:"withargs" help:"Match or locate the rows of files, one shard of them per process."`
	Check batchCheckCmd `cmd:"" help:"Find shards that are missing, doubled or made with another map."`
}

// Help returns where the options are.
func (batchCmd) Help() string {
	return `"roadsnap batch match" is short for "roadsnap batch run match". "roadsnap batch run --help" lists the options.`
}

// batchRunCmd is `roadsnap batch run`, or `roadsnap batch` alone.
type batchRunCmd struct{ batch.RunFlags }

// Run runs a shard.
func (c *batchRunCmd) Run(ctx context.Context, s streams) (err error) {
	if c.Pack, err = packInUse(c.Pack); err != nil {
		return err
	}
	return batchError(c.RunFlags.Run(ctx, batchEnvironment(s)))
}

// batchCheckCmd is `roadsnap batch check`.
type batchCheckCmd struct{ batch.CheckFlags }

// Run checks a folder.
func (c *batchCheckCmd) Run(ctx context.Context, s streams) error {
	return batchError(c.CheckFlags.Run(ctx, s.out, batchEnvironment(s)))
}

func batchEnvironment(s streams) batch.Environment {
	return batch.Environment{
		Notes:  s.notes,
		Open:   func(_ context.Context, location string) (batch.Folder, error) { return batch.OpenLocal(location) },
		Create: func(_ context.Context, location string) (batch.Folder, error) { return batch.CreateLocal(location) },
	}
}

// batchError gives an error of usage its exit code.
func batchError(err error) error {
	if errors.As(err, new(batch.UsageError)) {
		return &exitError{exitUsage, err}
	}
	return err
}
