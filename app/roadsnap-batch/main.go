// SPDX-License-Identifier: MIT

// Command roadsnap-batch is `roadsnap batch` for buckets: it reads and writes s3://, besides
// folders. It is a program of its own because the libraries for it are as large as the rest.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"roadsnap/app/batch"
	"roadsnap/engine"
)

// The exit codes, as those of roadsnap.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// cli is the command line.
type cli struct {
	Quiet       bool             `short:"q" help:"Print errors only."`
	VersionFlag kong.VersionFlag `name:"version" help:"Print the version and exit."`

	Run   batch.RunFlags   `cmd:"" default:"withargs" help:"Match or locate the rows of files, one shard of them per process."`
	Check batch.CheckFlags `cmd:"" help:"Find shards that are missing, doubled or made with another map."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run executes a command line and returns the exit code.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c,
		kong.Name("roadsnap-batch"),
		kong.Description("Snaps the points in files of folders and S3 buckets to the roads of OpenStreetMap.\n\nA bucket is s3://BUCKET/PREFIX?region=REGION; the parameters and the keys are those of AWS: AWS_ACCESS_KEY_ID, AWS_REGION, AWS_ENDPOINT_URL and so on. Exit codes: 0 done, 1 failed, 2 wrong usage, for which another attempt fails too, 130 interrupted."),
		kong.Writers(out, errOut),
		kong.Exit(func(code int) { exited = code }),
		kong.Vars{"version": "roadsnap-batch " + engine.Version},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(errOut, "roadsnap-batch:", err)
		return exitFailed
	}
	command, err := parser.Parse(args)
	if exited >= 0 { // --help or --version has answered
		return exited
	}
	if err != nil {
		fmt.Fprintf(errOut, "roadsnap-batch: %v\nTry \"roadsnap-batch --help\"\n", err)
		return exitUsage
	}
	env := batch.Environment{Notes: errOut, Open: open, Create: create}
	if c.Quiet {
		env.Notes = io.Discard
	}
	if strings.HasPrefix(command.Command(), "check") {
		err = c.Check.Run(ctx, out, env)
	} else {
		err = c.Run.Run(ctx, env)
	}
	return exitCode(ctx, errOut, err)
}

// exitCode reports err, if any, and chooses the exit code.
func exitCode(ctx context.Context, out io.Writer, err error) int {
	switch {
	case err == nil:
		return exitOK
	case ctx.Err() != nil:
		fmt.Fprintln(out, "roadsnap-batch: interrupted")
		return exitInterrupted
	}
	fmt.Fprintf(out, "roadsnap-batch: %v\n", err)
	if errors.As(err, new(batch.UsageError)) {
		return exitUsage
	}
	return exitFailed
}
