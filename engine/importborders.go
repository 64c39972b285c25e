// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"runtime"
	"sync"

	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
	"roadsnap/engine/unitimport"
)

// borderJob divides the land among the wards, on another processor than the import of the
// roads if there is one, and memory for both.
type borderJob struct {
	prepare func() *unitimport.Prepared
	done    chan struct{} // nil before start
	result  *unitimport.Prepared
	panic   any
}

// start begins to work. failed is called if that fails.
func (j *borderJob) start(failed func()) {
	j.done = make(chan struct{})
	go func() {
		defer close(j.done)
		defer func() { j.panic = recover() }()
		j.result = j.prepare()
		if j.result.Err() != nil {
			failed()
		}
	}()
}

// wait returns the result. It does the work if start was not called. A panic of the work
// reaches the caller.
func (j *borderJob) wait() *unitimport.Prepared {
	if j.done == nil {
		if j.result == nil {
			j.result = j.prepare()
		}
		return j.result
	}
	<-j.done
	if j.panic != nil {
		panic(j.panic)
	}
	return j.result
}

// abandon waits until nothing is going on any more.
func (j *borderJob) abandon(cancel func()) {
	if j != nil && j.done != nil {
		cancel()
		<-j.done
	}
}

// atOnce reports whether the borders are made while the roads are imported.
func (o *ImportOptions) atOnce() bool {
	unlimited := *o
	unlimited.Memory = 0
	return o.Roads != "" && runtime.GOMAXPROCS(0) > 1 && (o.Memory == 0 || o.Memory >= unlimited.Need().Memory)
}

// fileBorders returns the job for the borders of Units.
func (o *ImportOptions) fileBorders(ctx context.Context, p *importProgress) *borderJob {
	u := unitimport.Options{Name: o.Name, Importer: importer, Licence: o.UnitsLicence, Progress: p.units}
	u.System, u.Encoding, u.Columns = o.UnitsCRS, o.UnitsEncoding, o.UnitsColumns
	return &borderJob{prepare: func() *unitimport.Prepared { return unitimport.Prepare(ctx, o.Units, o.Table, u) }}
}

// relationBorders returns the job for the borders among the relations of Roads.
func (o *ImportOptions) relationBorders(ctx context.Context, borders []osmimport.Border, p *importProgress) *borderJob {
	list := make([]unitimport.Relation, len(borders))
	for i, b := range borders {
		list[i] = unitimport.Relation{
			ID: b.Relation, Level: b.Level, Tags: b.Tags, Inside: b.Inside, Bounds: b.Bounds,
			Missing: b.MissingWays, Open: b.OpenLines, Closed: b.ClosedGaps,
		}
		for _, part := range b.Parts {
			list[i].Parts = append(list[i].Parts, part)
		}
	}
	u := unitimport.Options{Licence: osmimport.Licence, Progress: p.units}
	return &borderJob{prepare: func() *unitimport.Prepared { return unitimport.PrepareRelations(ctx, list, o.Table, u) }}
}

// former adds the borders of June 2025 to w, and what they share with those in force, which j has
// unless it is nil.
func (o *ImportOptions) former(ctx context.Context, j *borderJob, w *pack.Writer) (*unitimport.Report, error) {
	u := unitimport.Options{Licence: o.FormerLicence, Progress: o.UnitsProgress}
	u.System, u.Encoding, u.Columns = o.UnitsCRS, o.UnitsEncoding, o.UnitsColumns
	before := unitimport.PrepareFormer(ctx, o.Former, o.Table, u)
	r, err := before.Write(ctx, w)
	if err == nil && j != nil && j.wait().Err() == nil {
		err = j.wait().WriteShares(ctx, before, w)
	}
	return &r, err
}

// write adds the borders to w, after the roads.
func (j *borderJob) write(ctx context.Context, w *pack.Writer, p *importProgress) (*unitimport.Report, error) {
	p.roadsDone()
	r, err := j.wait().Write(ctx, w)
	return &r, err
}

// importProgress passes the progress of both parts on, from one goroutine at a time. It
// reports that of the borders once the roads are done, so that stages follow each other.
type importProgress struct {
	o    *ImportOptions
	mu   sync.Mutex
	late bool // the roads are done
}

func (p *importProgress) roads(q osmimport.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.o.Progress != nil {
		p.o.Progress(q)
	}
}

func (p *importProgress) units(q unitimport.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.o.UnitsProgress != nil && p.late {
		p.o.UnitsProgress(q)
	}
}

func (p *importProgress) roadsDone() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.late = true
}
