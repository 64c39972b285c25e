// SPDX-License-Identifier: MIT

// Command roadsnap is the command line and the HTTP server. It imports and checks map
// packs, snaps trace files to roads, looks up provinces and wards, and serves the API.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
)

// The exit codes, for scripts.
const (
	exitOK          = 0
	exitFailed      = 1   // the work could not be done
	exitUsage       = 2   // the command line makes no sense
	exitPartly      = 3   // done, but not for all: some files, trips or rows were bad
	exitInterrupted = 130 // stopped by a signal, as shells have it: 128 + SIGINT
)

// cli is the command line.
type cli struct {
	Quiet       bool             `short:"q" help:"Print no progress, notes or summaries; errors only."`
	VersionFlag kong.VersionFlag `name:"version" help:"Print the version and exit."`

	Snap    snapCmd    `cmd:"" help:"Snap trace files to the roads."`
	Rows    rowsCmd    `cmd:"" help:"Match or locate rows of a data engine: Arrow, NDJSON or TSV."`
	Batch   batchCmd   `cmd:"" help:"Match or locate the rows of files, one shard of them per process; check the outputs."`
	Recipe  recipeCmd  `cmd:"" help:"Find out how a table of points is read, as a recipe for --recipe."`
	Why     whyCmd     `cmd:"" help:"Explain why a point of a trace was matched to its road."`
	Search  searchCmd  `cmd:"" help:"Find streets, places, addresses, units and coordinates."`
	Serve   serveCmd   `cmd:"" help:"Serve the HTTP API."`
	Keys    keysCmd    `cmd:"" help:"The API keys of the server: add, list, revoke, expire."`
	Install installCmd `cmd:"" help:"Download and install the map of a country, or install it from files."`
	Maps    mapsCmd    `cmd:"" help:"The installed maps: list, use, go back, remove, verify."`
	Import  importCmd  `cmd:"" help:"Make a map pack from an OpenStreetMap extract, ward borders, or both."`
	Extract extractCmd `cmd:"" help:"Make a smaller map pack of a part of another one."`
	Info    infoCmd    `cmd:"" help:"Describe a map pack."`
	Verify  verifyCmd  `cmd:"" help:"Check every byte and reference of a map pack."`
	Trips   tripsCmd   `cmd:"" help:"The trips that the app keeps: list, show, import, export, remove, backup."`
	Zones   zonesCmd   `cmd:"" help:"Zones (geofences): list, add, import, export, visits, times between them."`
	Fare    fareCmd    `cmd:"" help:"Price trips by a tariff, line by line."`
	Report  reportCmd  `cmd:"" help:"Reports of kept trips: forms, driving hours, fleet; rules and limits."`
	Tariffs tariffsCmd `cmd:"" help:"The tariffs: list, show, import, export, remove, use."`
	Units   unitsCmd   `cmd:"" help:"Provinces and wards: list, show, locate, search, export."`
	Join    joinCmd    `cmd:"" help:"Join a table to provinces or wards by code or by name, and draw it as a map."`
	Bench   benchCmd   `cmd:"" help:"Measure how fast and how well traces are matched."`

	Completion completionCmd `cmd:"" help:"Print a script that completes commands in a shell."`
	Man        manCmd        `cmd:"" help:"Print the manual page."`
	Help       helpCmd       `cmd:"" help:"Show the help of a command."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
}

// streams are the input and the outputs of a command. Tests replace them.
type streams struct {
	in       io.Reader
	out      io.Writer
	err      io.Writer // errors
	notes    io.Writer // notes and summaries; discarded under --quiet
	terminal bool      // err is a terminal, which can show progress
	shown    bool      // out is a terminal, on which progress would mix with results
}

// withResults returns the streams of a command that writes results to out while it
// works. It shows no progress if both go to the same terminal.
func (s streams) withResults() streams {
	s.terminal = s.terminal && !s.shown
	return s
}

// exitError is an error that chooses the exit code.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func main() {
	delayCollection()
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	// A second Ctrl+C ends a command that hangs in a read. Other signals may come twice by themselves.
	context.AfterFunc(ctx, func() { signal.Reset(os.Interrupt) })
	code := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, terminal: isTerminal(os.Stderr), shown: isTerminal(os.Stdout)})
	stop()
	os.Exit(code)
}

// run executes a command line and returns the exit code.
func run(ctx context.Context, args []string, s streams) int {
	var c cli
	exited := -1
	s.notes = s.err
	var parser *kong.Kong
	parser, err := kong.New(&c,
		kong.Name("roadsnap"),
		kong.Description("Snaps GPS traces to the roads of OpenStreetMap, offline.\n\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 done, except for some files, trips or rows, 130 interrupted."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { // the parser goes on, and may answer a second time
			exited = code
			parser.Stdout = io.Discard
		}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Vars{"version": "roadsnap " + engine.Version, "compat": compatNames()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(s.err, "roadsnap:", err)
		return exitFailed
	}
	if err := kong.Visit(parser.Model, describe); err != nil {
		fmt.Fprintln(s.err, "roadsnap:", err)
		return exitFailed
	}
	// A shell that completes a command line runs the program with COMP_LINE set.
	var offers bytes.Buffer
	parser.Stdout = &offers
	if kongcompletion.Register(parser, kongcompletion.WithExitFunc(func(code int) { exited = code })); exited >= 0 {
		for _, offer := range slices.Sorted(strings.FieldsSeq(offers.String())) { // the empty value is no offer
			fmt.Fprintln(s.out, offer)
		}
		return exited
	}
	parser.Stdout = s.out
	command, err := parser.Parse(plainArguments(args))
	if exited >= 0 { // --help or --version has answered
		return exited
	}
	if err != nil {
		complain(s.err, fmt.Errorf("%s\nTry \"%s --help\"", plainError(err), commandOf(err)))
		return exitUsage
	}
	if c.Quiet {
		s.notes, s.terminal = io.Discard, false
	}
	return exitCode(ctx, s, command.Run(s))
}

// describe completes the help of a flag or argument: a blank follows each comma of its choices, and
// its default, which the parser does not show next to a placeholder, stands at the end.
func describe(node kong.Visitable, next kong.Next) error {
	switch v := node.(type) {
	case *kong.Value:
		if choices := strings.FieldsFunc(v.Enum, func(r rune) bool { return r == ',' }); len(choices) > 0 {
			v.Help = strings.Replace(v.Help, v.Enum, strings.Join(choices, ", "), 1)
		}
	case *kong.Flag:
		if v.PlaceHolder != "" && v.Default != "" && v.Default != "0" {
			v.Help = strings.TrimSuffix(v.Help, ".") + " (default " + v.Default + ")."
		}
	}
	return next(nil)
}

// plainArguments returns args in a form that the parser understands. "help" before a
// command becomes --help after it. The minus of a coordinate becomes the mathematical
// sign, because the parser takes -10.5 for a flag.
func plainArguments(args []string) []string {
	if len(args) > 0 && args[0] == "help" {
		return append(slices.Clone(args[1:]), "--help")
	}
	words := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") })
	if len(words) < 2 || words[0] != "units" || words[1] != "locate" {
		return args
	}
	plain := slices.Clone(args)
	for i, a := range plain {
		if len(a) > 1 && a[0] == '-' && strings.IndexByte(".0123456789", a[1]) >= 0 {
			plain[i] = minusSign + a[1:]
		}
	}
	return plain
}

// minusSign is the mathematical minus, which no flag begins with.
const minusSign = "\u2212"

// commandOf returns the command to which err belongs, as a user types it.
func commandOf(err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		if node := parse.Context.Selected(); node != nil {
			return node.FullPath()
		}
	}
	return "roadsnap"
}

// parserWords are phrases of the parser, and plain ones for them.
var parserWords = []struct {
	phrase *regexp.Regexp
	plain  string
}{
	{regexp.MustCompile(`^\[(<\w+>)\]`), `$1`},
	{regexp.MustCompile(`,"" but got `), ` but got `}, // the empty value stands for none
	{regexp.MustCompile(`: (?:expected \w+ value but got "EOL"|missing value, expecting).*`), ` needs a value`},
	{regexp.MustCompile(`^(--\S+): expected \w+ value but got "(.*)" \(.* flag\).*`), `$1 needs a value; if that is $2, write $1=$2`},
	{regexp.MustCompile(`^unknown flag (-[.\d][^,]*).*`), `unexpected negative number $1`},
	{regexp.MustCompile(`one of "",`), `one of `},
	{regexp.MustCompile(`: parsing time "(.*?)".*`), ` must be a day such as 2026-11-30, but got "$1"`},
	{regexp.MustCompile(`: expected duration but got "(.*?)": time: .*`), ` must be a time with its unit, such as 30s or 2h, but got "$1"`},
	{regexp.MustCompile(`: expected a valid \d+ bit int but got `), ` must be a whole number but got `},
	{regexp.MustCompile(`: expected a float but got (.*) \(string\)`), ` must be a number but got $1`},
	{regexp.MustCompile(`"(.*)" exists but is a directory`), `$1 is a folder`},
}

// plainError returns the text of an error of the parser in plain words.
func plainError(err error) string {
	text := err.Error()
	var missing *fs.PathError
	if errors.As(err, &missing) && errors.Is(err, fs.ErrNotExist) {
		text = strings.Replace(text, missing.Error(), missing.Path+" does not exist", 1)
	}
	for _, w := range parserWords {
		text = w.phrase.ReplaceAllString(text, w.plain)
	}
	return text
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
	switch {
	case errors.Is(err, pack.ErrNotPack):
		err = fmt.Errorf("%w; make one with roadsnap import", err)
	case errors.Is(err, osmimport.ErrTruncated) && !strings.Contains(err.Error(), "--partial"):
		err = fmt.Errorf("%w; copy or download it again", err)
	case errors.Is(err, pack.ErrCorrupt) && !strings.HasSuffix(err.Error(), " again"):
		err = fmt.Errorf("%w; copy or import it again", err)
	}
	complain(s.err, err)
	var chosen *exitError
	if errors.As(err, &chosen) {
		return chosen.code
	}
	return exitFailed
}

// remedies are the ends of errors of the system, which do not say what to do.
var remedies = []struct {
	end    *regexp.Regexp
	remedy string
}{
	{regexp.MustCompile(`mkdir (\S.*): (no such file or directory|not a directory|read-only file system|permission denied)$`), `cannot make the folder $1: $2; choose another place`},
	{regexp.MustCompile(`(?:open|l?stat) (\S.*): no such file or directory$`), `$1 does not exist; check the name`},
	{regexp.MustCompile(`(: permission denied)$`), `$1; change its permissions, or choose another place`},
	{regexp.MustCompile(`(no space left on device)(?:: (?:database or disk is full|disk I/O error) .*)?$`), `$1; free some space there, or choose another disk`},
}

// complain prints an error. Its text may come from a file, so that control characters are
// escaped. Joined errors have a line each.
func complain(out io.Writer, err error) {
	for i, line := range strings.Split(err.Error(), "\n") {
		for _, r := range remedies {
			line = r.end.ReplaceAllString(line, r.remedy)
		}
		if i == 0 {
			line = "roadsnap: " + line
		}
		fmt.Fprintln(out, harmless(line))
	}
}

// openEngine returns an engine on the pack at path, or on the embedded sample
// map when path is empty.
func openEngine(path string) (*engine.Engine, error) {
	return openEngineFor(engine.Options{}, path)
}

// openEngineFor is openEngine with other options of the engine. Units may be nil for all tables.
func openEngineFor(o engine.Options, path string) (*engine.Engine, error) {
	if o.Overview = data.OverviewPack; o.Units == nil {
		o.Units = data.Units()
	}
	e, err := engine.New(o)
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
	_, err := fmt.Fprintln(s.out, "roadsnap", engine.Version)
	return err
}
