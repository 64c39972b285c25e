// SPDX-License-Identifier: MIT

package batch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/apache/arrow-go/v18/arrow"

	"roadsnap/engine"
	"roadsnap/engine/rows"
)

// Options say what Run does.
type Options struct {
	// Rows has the operation and its settings. Run sets its formats, streams and order.
	Rows rows.Options
	In   []Folder
	Out  Folder

	Shard   Shard
	By      Mode
	NDJSON  bool // write NDJSON instead of Parquet
	Grouped bool // the rows of each file are grouped by trip, and their order is kept
	Resume  bool // skip what the manifest of the shard has

	Pack, PackName string                     // identity and name of the map
	Done           func(p Part, skipped bool) // called for each part, if it is set
	Swept          func(name string)          // called for each unfinished file that was removed, if it is set
}

// Run does the work of a shard. The error wraps [ErrJob] or is one of package rows, or of the
// folders.
func Run(ctx context.Context, o Options) error {
	for _, in := range o.In {
		if !apart(in, o.Out) {
			return refuse("the outputs would be among the inputs in %s; choose another folder", in)
		}
	}
	all, err := inputs(ctx, o.In)
	if err != nil {
		return err
	}
	if err := o.distinct(all); err != nil {
		return err
	}
	if l, ok := o.Out.(Local); ok {
		l.mark = o.Shard.base() + "-"
		o.Out = l
	}
	job := o.job(all)
	m, err := o.begin(ctx, job)
	if err != nil {
		return err
	}
	done, err := m.made(ctx, all)
	if err != nil {
		return err
	}
	for _, p := range m.Parts {
		o.report(p, true)
	}
	if m.Complete {
		return nil
	}
	return o.parts(ctx, m, all, done)
}

const (
	// manifestPause is the time between two writings of the manifest, as a multiple of the time
	// that the last one took. The manifest grows: writing it after each of many small parts would
	// take a time that grows with the square of their number.
	manifestPause = 10
	// lastWrite is the time in which the manifest is written after an error or an interruption.
	lastWrite = 10 * time.Second
)

// parts makes the parts that are not done, and writes the manifest.
func (o *Options) parts(ctx context.Context, m *Manifest, all []input, done map[string]bool) error {
	listed := len(m.Parts) // by the manifest that is written
	var written time.Time
	var took time.Duration
	for _, files := range o.plan(all) {
		if done[files[0].file.Name] {
			continue
		}
		p, err := o.part(ctx, files)
		if err != nil {
			if listed < len(m.Parts) {
				late, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWrite)
				defer cancel()
				err = errors.Join(err, o.finish(late, m, false))
			}
			return err
		}
		m.Parts = append(m.Parts, p)
		if began := time.Now(); began.Sub(written) >= manifestPause*took {
			if err := o.finish(ctx, m, false); err != nil {
				return err
			}
			listed, written = len(m.Parts), time.Now()
			took = written.Sub(began)
		}
		o.report(p, false)
	}
	return o.finish(ctx, m, true)
}

// distinct refuses inputs whose outputs would have the same name.
func (o *Options) distinct(all []input) error {
	if o.By == ByKey {
		return nil
	}
	names := map[string]string{}
	for _, in := range all {
		name := o.name([]input{in})
		if other, taken := names[name]; taken {
			return refuse("%s and %s would have the same output, %s; rename one of them", other, in.file.Name, name)
		}
		names[name] = in.file.Name
	}
	return nil
}

func (o *Options) report(p Part, skipped bool) {
	if o.Done != nil {
		o.Done(p, skipped)
	}
}

// finish writes the manifest.
func (o *Options) finish(ctx context.Context, m *Manifest, complete bool) error {
	m.Complete, m.Finished = complete, time.Now().UTC().Truncate(time.Second)
	return m.write(ctx, o.Out)
}

// job returns what the shard must have in common with others.
func (o *Options) job(all []input) Job {
	j := Job{
		Version: engine.Version, Pack: o.Pack, Operation: string(o.Rows.Operation), Profile: o.Rows.Profile.String(),
		Columns: map[string]string{}, Prefix: o.Rows.Prefix, Grouped: o.Grouped, Format: string(o.format()),
		By: o.By, Of: o.Shard.Of, Files: len(all), Inputs: listHash(all),
	}
	for role, name := range o.Rows.Columns {
		j.Columns[string(role)] = name
	}
	return j
}

func (o *Options) format() format {
	if o.NDJSON {
		return formatNDJSON
	}
	return formatParquet
}

// begin returns the manifest of the shard: the one that is there, or a new one. It refuses a
// folder with shards of another job.
func (o *Options) begin(ctx context.Context, job Job) (*Manifest, error) {
	list, err := o.Out.List(ctx)
	if err != nil {
		return nil, err
	}
	m := &Manifest{Format: manifestFormat, Job: job, Shard: o.Shard.Index, PackName: o.PackName, Arch: runtime.GOARCH}
	for _, f := range list {
		if !isManifest(f.Name) {
			continue
		}
		other, err := readManifest(ctx, o.Out, f.Name)
		if err != nil {
			return nil, err
		}
		if d := other.Job.differs(job); d != "" {
			return nil, refuse("%s has shards with %s; choose another folder", o.Out, d)
		}
		if other.Shard != o.Shard.Index {
			continue
		}
		if !o.Resume {
			return nil, refuse("%s has shard %s already; give --resume, or remove %s", o.Out, o.Shard, f.Name)
		}
		if other.Arch != runtime.GOARCH && !other.Complete {
			return nil, refuse("%s has shard %s, which was begun on %s; go on there, or remove %s", o.Out, o.Shard, other.Arch, f.Name)
		}
		m = &other
	}
	if l, ok := o.Out.(Local); ok {
		for _, name := range l.sweep(list) {
			if o.Swept != nil {
				o.Swept(name)
			}
		}
	}
	return m, nil
}

// plan returns the files of each part of the shard.
func (o *Options) plan(all []input) (parts [][]input) {
	if o.By == ByKey {
		return [][]input{all}
	}
	for _, in := range o.Shard.choose(all) {
		parts = append(parts, []input{in})
	}
	return parts
}

// name returns the name of a part.
func (o *Options) name(files []input) string {
	ext := "." + string(o.format())
	if o.By == ByKey {
		return o.Shard.base() + ext
	}
	name := files[0].file.Name
	if strings.EqualFold(path.Ext(name), ext) {
		return name
	}
	return name + ext
}

// part makes a part.
func (o *Options) part(ctx context.Context, files []input) (p Part, err error) {
	start := time.Now()
	p.Name = o.name(files)
	if i := slices.IndexFunc(files, func(in input) bool { return in.format != files[0].format }); i > 0 {
		return p, refuse("%s is %s and %s is %s, but a division by key needs one format", files[0].file.Name, files[0].format, files[i].file.Name, files[i].format)
	}
	for _, in := range files {
		hash, err := in.hash(ctx)
		if err != nil {
			return p, in.named(true, err)
		}
		p.Inputs = append(p.Inputs, Input{in.file.Name, in.file.Size, hash})
	}
	var read atomic.Int64
	h := sha256.New()
	err = o.Out.Write(ctx, p.Name, func(w io.Writer) error {
		size := new(sizer)
		r := o.Rows
		r.Out = io.MultiWriter(w, h, size)
		err := o.filter(ctx, r, files, &read, &p)
		p.Size = int64(*size)
		return err
	})
	p.Hash = "sha256:" + hex.EncodeToString(h.Sum(nil))
	p.ReadBytes, p.Seconds = read.Load(), math.Round(time.Since(start).Seconds()*1e3)/1e3
	return p, err
}

// sizer counts bytes.
type sizer int64

func (s *sizer) Write(b []byte) (int, error) {
	*s += sizer(len(b))
	return len(b), nil
}

// filter reads the files and writes the part to r.Out.
func (o *Options) filter(ctx context.Context, r rows.Options, files []input, read *atomic.Int64, p *Part) (err error) {
	defer func() { err = files[0].named(len(files) == 1, err) }()
	if o.By == ByKey {
		r.Keep = o.Shard.keeps
	}
	r.Unsorted = !o.Grouped
	if files[0].format == formatParquet {
		in, fault := newParquetFiles(ctx, r, files, read)
		defer func() { err = errors.Join(err, in.close()) }()
		if fault != nil {
			return fault
		}
		r.Format, r.Records = rows.Arrow, in
	} else {
		in, fault := newTexts(ctx, files, read)
		defer func() { err = errors.Join(err, in.close()) }()
		if fault != nil {
			return fault
		}
		r.Format, r.In, r.Names = rows.TSV, in, in.names
		if files[0].format == formatNDJSON {
			r.Format, r.Names = rows.NDJSON, nil
		}
	}
	out := r.Out
	counted := new(lines)
	if r.Format != rows.NDJSON || !o.NDJSON {
		r.Writer = func(schema *arrow.Schema, trip string) (rows.RecordWriter, error) {
			w, err := o.writer(out, schema, trip)
			return countedRecords{w, counted}, err
		}
	} else {
		r.Out = io.MultiWriter(out, counted)
	}
	report, err := rows.Run(ctx, r)
	p.Rows, p.Bad, p.Reasons, p.Trips, p.Written, p.TripColumn = report.Rows, report.Bad, report.Reasons, report.Trips, int64(*counted), report.TripColumn
	return err
}

// writer returns the writer of a part with the columns.
func (o *Options) writer(out io.Writer, schema *arrow.Schema, trip string) (rows.RecordWriter, error) {
	if o.NDJSON {
		return newObjectWriter(out), nil
	}
	if o.Grouped || o.Rows.Operation == rows.Locate {
		trip = ""
	}
	return newParquetWriter(out, schema, trip)
}

// lines counts the lines that are written.
type lines int64

func (l *lines) Write(b []byte) (int, error) {
	*l += lines(bytes.Count(b, []byte{'\n'}))
	return len(b), nil
}

// countedRecords counts the rows that are written.
type countedRecords struct {
	rows.RecordWriter
	written *lines
}

func (c countedRecords) Write(record arrow.RecordBatch) error {
	*c.written += lines(record.NumRows())
	return c.RecordWriter.Write(record)
}
