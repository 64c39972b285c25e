// Command roadsnap is Roadsnap without a window: it makes and checks map packs,
// snaps trace files to roads, and serves the HTTP API.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"roadsnap/data"
	"roadsnap/engine"
)

// version is set by the linker when a release is built.
var version = engine.Version

// The exit codes, for scripts.
const (
	exitOK          = 0
	exitFailed      = 1   // the work could not be done
	exitUsage       = 2   // the command line makes no sense
	exitPartly      = 3   // some of the files or rows failed, the others are done
	exitInterrupted = 130 // stopped by a signal, as shells have it: 128 + SIGINT
)

// cli is the command line.
type cli struct {
	Snap    snapCmd    `cmd:"" help:"Snap trace files to the roads."`
	Why     whyCmd     `cmd:"" help:"Say why a point of a trace has the road that it has."`
	Serve   serveCmd   `cmd:"" help:"Serve the HTTP API."`
	Import  importCmd  `cmd:"" help:"Make a map pack from an OpenStreetMap extract, boundaries of wards, or both."`
	Info    infoCmd    `cmd:"" help:"Describe a map pack."`
	Verify  verifyCmd  `cmd:"" help:"Check every byte and reference of a map pack."`
	Units   unitsCmd   `cmd:"" help:"Provinces and wards: list, show, locate, search, export."`
	Bench   benchCmd   `cmd:"" help:"Measure how fast and how well traces are matched."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// streams are what a command reads and writes; a test hands in its own.
type streams struct {
	in       io.Reader
	out      io.Writer
	err      io.Writer
	terminal bool // err is a terminal: progress may be drawn
}

// exitError is an error that chooses the exit code.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, terminal: isTerminal(os.Stderr)})
	stop()
	os.Exit(code)
}

// run carries out one command line and returns the exit code.
func run(ctx context.Context, args []string, s streams) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c,
		kong.Name("roadsnap"),
		kong.Description("Snaps GPS traces to the roads of OpenStreetMap, offline.\n\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 some files or rows failed, 130 interrupted."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { exited = code }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(s),
		kong.UsageOnError(),
	)
	if err != nil {
		fmt.Fprintln(s.err, "roadsnap:", err)
		return exitFailed
	}
	command, err := parser.Parse(args)
	if exited >= 0 { // --help has answered
		return exited
	}
	if err != nil {
		fmt.Fprintf(s.err, "roadsnap: %v\nTry: roadsnap --help\n", err)
		return exitUsage
	}
	return exitCode(ctx, s, command.Run())
}

// exitCode reports err, if any, and chooses the exit code.
func exitCode(ctx context.Context, s streams, err error) int {
	if err == nil {
		return exitOK
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(s.err, "roadsnap: interrupted")
		return exitInterrupted
	}
	fmt.Fprintln(s.err, "roadsnap:", err)
	var chosen *exitError
	if errors.As(err, &chosen) {
		return chosen.code
	}
	return exitFailed
}

// openEngine returns an engine on the pack at path, or on the embedded sample
// map when path is empty.
func openEngine(path string) (*engine.Engine, error) {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		return nil, err
	}
	if path == "" {
		err = e.OpenBytes(data.SampleName, data.SamplePack)
	} else {
		err = e.OpenPack(path)
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(s streams) error {
	_, err := fmt.Fprintln(s.out, "roadsnap", version)
	return err
}
