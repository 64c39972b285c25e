// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	sizes "github.com/dustin/go-humanize" //nolint:misspell // its name

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/rows"
	"roadsnap/engine/trace"
)

// RowFlags are the flags that say what is done with rows. Filters of streams have them, too.
type RowFlags struct {
	Pack    string            `help:"The map pack; by default the installed map in use, and without one the embedded sample map (Andorra)." type:"existingfile" placeholder:"FILE"`
	Per     string            `help:"With match: one output row per ${enum}." enum:"point,trip,way" default:"point"`
	Profile string            `help:"The mode of travel of trips without a column profile: ${enum}." enum:"motor_vehicle,car,motorcycle,truck,bus,bicycle,foot" default:"motor_vehicle"`
	Column  map[string]string `help:"The name of a column that is not recognised: trip_id, time, lat, lon, accuracy, speed, heading or profile; without a NAME, there is none. May be repeated." placeholder:"ROLE=NAME"`
	Prefix  string            `help:"Put TEXT before the names of columns that are added to rows." placeholder:"TEXT"`
	Memory  string            `help:"The memory for rows that are sorted by trip. More of them are sorted in files." default:"256MB" placeholder:"SIZE"`
	Temp    string            `help:"The folder of these files; by default the system's." type:"existingdir" placeholder:"DIR"`
}

// leastMemory is the least value of --memory (bytes).
const leastMemory = 16_000_000

// Options returns the options of the rows without formats, streams and engine.
func (f *RowFlags) Options(operation string) (o rows.Options, err error) {
	o = rows.Options{Operation: rows.Operation(operation), Columns: map[rows.Role]string{}, Prefix: f.Prefix, Folder: f.Temp}
	switch {
	case f.Per == "point":
	case o.Operation != rows.Match:
		return o, errors.New("--per goes with match")
	case f.Per == "trip":
		o.Operation = rows.Trips
	default:
		o.Operation = rows.Ways
	}
	for role, name := range f.Column {
		if rows.Aliases(rows.Role(role)) == nil {
			return o, fmt.Errorf("--column %s=%s: there is no role %q; the roles are %s", role, name, role, roleNames())
		}
		o.Columns[rows.Role(role)] = name
	}
	if o.Profile, err = match.ParseProfile(f.Profile); err != nil {
		return o, err
	}
	memory, err := sizes.ParseBytes(f.Memory)
	if err != nil || memory < leastMemory || memory > 1<<50 {
		return o, fmt.Errorf("--memory %s: want a size such as 512MB, 16MB at least", f.Memory)
	}
	o.Memory = int64(memory)
	return o, nil
}

// Metadata describes the map in the metadata of outputs.
func Metadata(info engine.Info) map[string]string {
	m := map[string]string{"roadsnap.version": engine.Version, "roadsnap.map": info.Meta.Name, "roadsnap.map_hash": info.Identity()}
	if t := info.Meta.SourceTime; !t.IsZero() {
		m["roadsnap.map_time"] = trace.FormatTime(t)
	}
	return m
}

// roleNames lists the roles of columns.
func roleNames() string {
	var names []string
	for _, r := range rows.Roles() {
		names = append(names, string(r))
	}
	return strings.Join(names, ", ")
}

// RunFlags are the flags and arguments of the command that runs a shard.
type RunFlags struct {
	RowFlags
	Out       string   `help:"The folder of the outputs and manifests." required:"" placeholder:"DIR"`
	Shard     string   `help:"Which shard this is, and of how many: 0/16 is the first one. env/16 takes the number from JOB_COMPLETION_INDEX (Kubernetes) or SLURM_ARRAY_TASK_ID (Slurm)." default:"0/1" placeholder:"I/N"`
	By        string   `help:"Divide the rows by ${enum}." enum:"file,key" default:"file"`
	Format    string   `help:"The format of the outputs: ${enum}." enum:"parquet,ndjson" default:"parquet"`
	Grouped   bool     `help:"The rows of a trip follow each other in the inputs: keep their order, and do not sort them."`
	Resume    bool     `help:"Go on with a shard that was ended, and do nothing if it is complete."`
	Operation string   `arg:"" enum:"match,locate,stops" help:"What to do: ${enum}."`
	In        []string `arg:"" help:"Files or folders: Parquet, CSV, NDJSON, GPX."`
}

// Help returns the rest of the help.
func (RunFlags) Help() string {
	return `Does the operations of "rows" with files: Parquet, CSV and NDJSON (also .gz, .zst), GPX. Many processes share the work, one per shard, on this machine, in Kubernetes or in Slurm. See "rows" for columns and operations.

By file, every file belongs to a shard, and gives an output of the same name; a trip must not be in two files. By key, every trip belongs to a shard, which reads all files and leaves the other trips out, and gives one output. Rows are sorted by trip, and keep their order within a trip.

Outputs appear when they are complete. The manifest of the shard, _shard-….json, lists them, and only what it lists counts. A shard that is run again with --resume goes on behind the last output that the manifest has. Shards with another map, version, number of shards, operation or list of inputs are refused.

  roadsnap batch match --pack vietnam.rsp --out matched --shard 0/4 points
  roadsnap batch match --per way --by key --out ways --shard env/16 --resume points
  roadsnap batch check matched`
}

// Environment is what a program gives to the commands.
type Environment struct {
	Notes  io.Writer // a line per output
	Open   func(ctx context.Context, location string) (Folder, error)
	Create func(ctx context.Context, location string) (Folder, error)
}

// UsageError is an error in the command line or in the columns, which will be there again
// when the command is run again.
type UsageError struct{ error }

func (e UsageError) Unwrap() error { return e.error }

// heapLimit is what the heap of the program may take besides the rows that are sorted (bytes).
const heapLimit = 192 << 20

// Run runs a shard.
func (f *RunFlags) Run(ctx context.Context, env Environment) (err error) {
	o := Options{By: Mode(f.By), NDJSON: f.Format == string(formatNDJSON), Grouped: f.Grouped, Resume: f.Resume}
	if o.Rows, err = f.Options(f.Operation); err != nil {
		return UsageError{err}
	}
	if o.Shard, err = ParseShard(f.Shard, os.LookupEnv); err != nil {
		return UsageError{err}
	}
	for _, location := range f.In {
		in, err := env.Open(ctx, location)
		if err != nil {
			return err
		}
		o.In = append(o.In, in)
	}
	if o.Out, err = env.Create(ctx, f.Out); err != nil {
		return err
	}
	e, err := engine.New(engine.Options{Units: Units(), Overview: data.OverviewPack})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if f.Pack == "" {
		err = e.OpenBytes(data.SampleName, data.SamplePack)
	} else {
		err = e.OpenPack(f.Pack)
	}
	if err != nil {
		return err
	}
	info, err := e.Info()
	if err != nil {
		return err
	}
	o.Pack, o.PackName, o.Rows.Metadata = info.Identity(), filepath.Base(info.Name), Metadata(info)
	o.Rows.Begin = func(p match.Profile) (rows.Stream, error) { return e.Stream(p) }
	o.Rows.Atlas = e.Atlas
	o.Done = func(p Part, skipped bool) {
		if skipped {
			fmt.Fprintf(env.Notes, "%s is there already\n", p.Name)
			return
		}
		fmt.Fprintf(env.Notes, "%s: %d rows, %d of them bad%s, %d trips, %d rows written in %.1f s\n", p.Name, p.Rows, p.Bad, reasons(p.Reasons), p.Trips, p.Written, p.Seconds)
	}
	o.Swept = func(name string) {
		fmt.Fprintf(env.Notes, "removed %s, which a run of shard %s left when it was killed\n", name, o.Shard)
	}
	debug.SetMemoryLimit(o.Rows.Memory + heapLimit)
	err = Run(ctx, o)
	if errors.Is(err, rows.ErrSchema) || errors.Is(err, ErrJob) {
		return UsageError{err}
	}
	return err
}

// CheckFlags are the flags and arguments of the command that checks outputs.
type CheckFlags struct {
	Contents bool     `help:"Read all outputs, and compare their hashes."`
	In       []string `help:"Read the inputs in this folder or file, and compare their hashes with those of the manifests. May be repeated." placeholder:"DIR" sep:"none"`
	Out      string   `arg:"" help:"The folder of the outputs."`
}

// Help returns the rest of the help.
func (CheckFlags) Help() string {
	return `Says which shards are missing, not complete, doubled or made with another map, version or number of shards, which outputs are missing or in no manifest, which inputs changed between shards, and which trips are in several outputs. The exit code is 1 if there is anything of that.`
}

// ErrProblems means that a check has found something.
var ErrProblems = errors.New("the outputs are not complete, or contradict each other")

// Run checks a folder, and writes what it finds to out.
func (f *CheckFlags) Run(ctx context.Context, out io.Writer, env Environment) error {
	folder, err := env.Open(ctx, f.Out)
	if err != nil {
		return err
	}
	if _, only := folder.Place(); only != "" {
		return UsageError{fmt.Errorf("%s is no folder; name the one that was --out of the shards", folder)}
	}
	var in []Folder
	for _, location := range f.In {
		one, err := env.Open(ctx, location)
		if err != nil {
			return err
		}
		in = append(in, one)
	}
	r, err := Check(ctx, folder, f.Contents, in...)
	if err != nil {
		return err
	}
	if r.Left > 0 {
		fmt.Fprintf(env.Notes, "%d unfinished files, .roadsnap-….partial, are left of processes that were killed; remove them when no shard runs\n", r.Left)
	}
	for _, p := range r.Problems {
		if _, err := fmt.Fprintln(out, p); err != nil {
			return err
		}
	}
	if len(r.Problems) > 0 {
		return ErrProblems
	}
	_, err = fmt.Fprintf(out, "%d shards, %d outputs: %d rows, %d of them bad%s, %d trips, %d rows written\n", r.Shards, r.Parts, r.Rows, r.Bad, reasons(r.Reasons), r.Trips, r.Written)
	return err
}

// reasons returns counts in parentheses, nothing for none.
func reasons(counts map[rows.Reason]int64) string {
	if len(counts) == 0 {
		return ""
	}
	return " (" + rows.CountsText(counts) + ")"
}
