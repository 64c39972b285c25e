// SPDX-License-Identifier: MIT

// Command gen rebuilds the files that package data embeds, from their sources:
//
//	go run ./data/gen units data/units
//	go run ./data/gen overview data
//	go run ./data/gen land data
//	go run ./data/gen sample data
//
// It is run by hand when a source changes (make data), never by the build. Its
// output is kept in the repository. PROVENANCE.md in data lists the source of
// each file. The same sources give the same bytes.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
)

// part is a subcommand that rebuilds some of the files of package data.
type part struct {
	name    string
	summary string
	run     func(ctx context.Context, folder string) error
}

// parts returns the subcommands. Each is implemented in its own file.
func parts() []part {
	return []part{
		{"units", "the tables of administrative units", func(ctx context.Context, folder string) error {
			return writeUnits(ctx, folder, os.Stdout)
		}},
		{"overview", "the outlines of the provinces", func(ctx context.Context, folder string) error {
			return writeOverview(ctx, folder, os.Stdout)
		}},
		{"land", "the land abroad", func(ctx context.Context, folder string) error {
			return writeLand(ctx, folder, os.Stdout)
		}},
		{"sample", "the sample map and the sample trips on it", sample},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// run rebuilds the named part into the named folder.
func run(ctx context.Context, args []string) error {
	if len(args) == 2 {
		for _, p := range parts() {
			if p.name == args[0] {
				return p.run(ctx, args[1])
			}
		}
	}
	usage := "usage: gen PART FOLDER, where PART is one of"
	for _, p := range parts() {
		usage += fmt.Sprintf("\n  %-8s %s", p.name, p.summary)
	}
	return fmt.Errorf("%s", usage)
}
