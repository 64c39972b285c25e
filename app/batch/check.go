// SPDX-License-Identifier: MIT

package batch

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"roadsnap/engine/rows"
	"roadsnap/internal/atomicfile"
)

// Report is what Check found.
type Report struct {
	Job      Job
	Shards   int // complete ones
	Parts    int
	Rows     int64 // read
	Bad      int64
	Reasons  map[rows.Reason]int64 // counts of the bad rows
	Trips    int64
	Written  int64
	Left     int      // files that were begun by processes which were killed, and can be removed
	Problems []string // none if all is well
}

// Check looks for shards that are missing, doubled or of another job, parts that are missing
// or of another size, files of no shard, inputs that changed between shards, and trips in
// several parts. With contents it compares the hashes of the parts, too, and with in those of the
// inputs.
func Check(ctx context.Context, out Folder, contents bool, in ...Folder) (r Report, err error) {
	r.Reasons = map[rows.Reason]int64{}
	c := checker{Report: &r, out: out, sizes: map[string]int64{}, parts: map[string]Part{}, made: map[string]made{}}
	list, err := out.List(ctx)
	if err != nil {
		return r, err
	}
	var shards []Manifest
	var files []string
	for _, f := range list {
		if atomicfile.IsPartial(path.Base(f.Name)) {
			r.Left++
			continue
		}
		if !isManifest(f.Name) {
			c.sizes[f.Name] = f.Size
			files = append(files, f.Name)
			continue
		}
		m, err := readManifest(ctx, out, f.Name)
		if errors.Is(err, ErrJob) {
			c.problem("%v", err)
			continue
		}
		if err != nil {
			return r, err
		}
		if m.name() != f.Name {
			c.problem("%s is the manifest of shard %d/%d, so that this shard is doubled", f.Name, m.Shard, m.Job.Of)
			continue
		}
		shards = append(shards, m)
	}
	if len(shards) == 0 {
		c.problem("%s has no manifests of shards; is it the folder that was --out?", out)
		return r, nil
	}
	c.shards(shards)
	slices.Sort(files)
	for _, name := range files {
		if _, listed := c.parts[name]; !listed {
			c.problem("%s is in no manifest; it is left of a shard that was ended, or does not belong here", name)
		}
	}
	if contents {
		if err := c.contents(ctx); err != nil {
			return r, err
		}
	}
	if len(in) > 0 {
		if err := c.inputs(ctx, in); err != nil {
			return r, err
		}
	}
	return r, c.trips(ctx)
}

// checker collects what Check finds.
type checker struct {
	*Report
	out   Folder
	sizes map[string]int64 // of all files but manifests
	parts map[string]Part
	made  map[string]made // by the name of the input
}

// made is what outputs were made of an input.
type made struct {
	Input
	shard int
}

func (c *checker) problem(format string, values ...any) {
	c.Problems = append(c.Problems, fmt.Sprintf(format, values...))
}

// usual returns the job that most shards have.
func usual(shards []Manifest) (job Job) {
	most, count := 0, map[string]int{}
	for _, m := range shards {
		key := fmt.Sprint(m.Job)
		if count[key]++; count[key] > most {
			most, job = count[key], m.Job
		}
	}
	return job
}

// shards compares the manifests with each other and with the files.
func (c *checker) shards(shards []Manifest) {
	slices.SortFunc(shards, func(a, b Manifest) int { return cmp.Or(cmp.Compare(a.Job.Of, b.Job.Of), cmp.Compare(a.Shard, b.Shard)) })
	c.Job = usual(shards)
	found := map[int]bool{}
	arch := shards[0].Arch
	for _, m := range shards {
		if d := m.Job.differs(c.Job); d != "" {
			c.problem("shard %d/%d was made with %s", m.Shard, m.Job.Of, d)
		} else {
			found[m.Shard] = true
		}
		if !m.Complete {
			c.problem("shard %d/%d is not complete: it has %d parts", m.Shard, m.Job.Of, len(m.Parts))
		} else {
			c.Shards++
		}
		if m.Arch != arch {
			c.problem("shard %d/%d was made on %s and shard %d/%d on %s; their results may differ in the last digits", m.Shard, m.Job.Of, m.Arch, shards[0].Shard, shards[0].Job.Of, arch)
		}
		for _, p := range m.Parts {
			c.part(&m, p)
			for _, in := range p.Inputs {
				other, done := c.made[in.Name]
				if done && m.Job.By == ByFile {
					c.problem("%s is doubled: shards %d and %d have it", in.Name, other.shard, m.Shard)
				}
				if done && in != other.Input {
					c.problem("%s changed between shards %d and %d; run one of them again", in.Name, other.shard, m.Shard)
				}
				c.made[in.Name] = made{in, m.Shard}
			}
		}
	}
	missing := 0
	for i := range c.Job.Of {
		if found[i] {
			continue
		}
		if missing++; missing <= 20 {
			c.problem("shard %d/%d is missing", i, c.Job.Of)
		}
	}
	if missing > 20 {
		c.problem("%d more shards are missing", missing-20)
	}
}

// part compares a part with its file.
func (c *checker) part(m *Manifest, p Part) {
	size, there := c.sizes[p.Name]
	switch _, listed := c.parts[p.Name]; {
	case listed:
		c.problem("%s is doubled: several shards list it", p.Name)
		return
	case !there:
		c.problem("%s of shard %d/%d is missing", p.Name, m.Shard, m.Job.Of)
	case size != p.Size:
		c.problem("%s of shard %d/%d has %d bytes, not %d", p.Name, m.Shard, m.Job.Of, size, p.Size)
	}
	c.parts[p.Name] = p
	c.Parts++
	c.Rows += p.Rows
	c.Bad += p.Bad
	for why, n := range p.Reasons {
		c.Reasons[why] += n
	}
	c.Trips += p.Trips
	c.Written += p.Written
}

// readable returns the parts that can be read, sorted by name.
func (c *checker) readable() (list []Part) {
	for name, p := range c.parts {
		if c.sizes[name] == p.Size {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b Part) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// inputs compares the inputs with those of which the parts were made.
func (c *checker) inputs(ctx context.Context, in []Folder) error {
	all, err := inputs(ctx, in)
	if err != nil {
		return err
	}
	for _, i := range all {
		want, used := c.made[i.file.Name]
		if delete(c.made, i.file.Name); !used {
			c.problem("no output was made of %s", i.file.Name)
			continue
		}
		if !strings.HasPrefix(want.Hash, EtagPrefix) {
			i.file.Hash = "" // the folder may know another kind of hash
		}
		hash, err := i.hash(ctx)
		if err != nil {
			return err
		}
		if hash != want.Hash {
			c.problem("%s is not the file that shard %d read: it has the hash %s, not %s", i.file.Name, want.shard, hash, want.Hash)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.made)) {
		c.problem("%s, of which outputs were made, is not among the inputs", name)
	}
	return nil
}

// contents compares the hashes of the parts.
func (c *checker) contents(ctx context.Context) error {
	for _, p := range c.readable() {
		o, err := c.out.Open(ctx, File{Name: p.Name})
		if err != nil {
			return err
		}
		hash, err := wholeHash(o)
		if err = errors.Join(err, o.Close()); err != nil {
			return err
		}
		if hash != p.Hash {
			c.problem("%s is damaged: it has the hash %s, not %s", p.Name, hash, p.Hash)
			delete(c.parts, p.Name)
		}
	}
	return nil
}

// place is where a trip was found: 16 bytes, because there may be many millions.
type place struct {
	trip uint64 // hash
	part int
}

// mostTold is the number of trips that are named.
const mostTold = 20

// trips looks for trips in several parts. Rows of a trip follow each other in each of them.
func (c *checker) trips(ctx context.Context) error {
	parts := c.readable()
	var places []place
	for i, p := range parts {
		if p.TripColumn == "" {
			continue
		}
		err := c.read(ctx, p, func(trip string) { places = append(places, place{xxhash.Sum64String(trip), i}) })
		if err != nil {
			c.problem("%s cannot be read: %v", p.Name, err)
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.trip, b.trip), cmp.Compare(a.part, b.part)) })
	doubled := map[int]map[uint64]int{} // by the part that has the name: the other part
	count := 0
	for i := 1; i < len(places); i++ {
		a, b := places[i-1], places[i]
		if a.trip != b.trip || a.part == b.part {
			continue
		}
		if count++; count > mostTold {
			continue
		}
		if doubled[a.part] == nil {
			doubled[a.part] = map[uint64]int{}
		}
		doubled[a.part][a.trip] = b.part
	}
	for i, p := range parts {
		others := doubled[i]
		if len(others) == 0 {
			continue
		}
		err := c.read(ctx, p, func(trip string) {
			h := xxhash.Sum64String(trip)
			if other, found := others[h]; found {
				c.problem("trip %s is in %s and in %s; divide by key, or keep a trip in one file", trip, p.Name, parts[other].Name)
				delete(others, h)
			}
		})
		if err != nil {
			return err
		}
	}
	if count > mostTold {
		c.problem("%d more trips are in several parts", count-mostTold)
	}
	return nil
}

// read calls visit with the trip of each row, of rows that follow each other once.
func (c *checker) read(ctx context.Context, p Part, visit func(trip string)) (err error) {
	o, err := c.out.Open(ctx, File{Name: p.Name})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	last, first := "", true
	each := func(trip string) {
		if trip != "" && (first || trip != last) {
			first, last = false, strings.Clone(trip)
			visit(last)
		}
	}
	if formatOf(p.Name) == formatNDJSON {
		return readObjects(o, p.TripColumn, each)
	}
	return readColumn(ctx, o, p.TripColumn, each)
}

// readColumn reads the trips of a Parquet file.
func readColumn(ctx context.Context, o Object, column string, each func(trip string)) error {
	r, err := openParquet(o)
	if err != nil {
		return err
	}
	f := r.ParquetReader()
	leaf := f.MetaData().Schema.ColumnIndexByName(column)
	if leaf < 0 {
		return fmt.Errorf("there is no column %q", column)
	}
	if f.NumRows() == 0 {
		return nil
	}
	trips, err := r.GetRecordReader(ctx, []int{leaf}, nil)
	if err != nil {
		return err
	}
	defer trips.Release()
	for trips.Next() {
		values := trips.RecordBatch().Column(0)
		key := rows.TripsOf(values)
		if key == nil {
			return fmt.Errorf("column %q has the type %v", column, values.DataType())
		}
		for i := range values.Len() {
			each(key(i))
		}
	}
	return trips.Err()
}

// readObjects reads the trips of an NDJSON file.
func readObjects(o Object, column string, each func(trip string)) error {
	lines := bufio.NewScanner(section(o))
	lines.Buffer(make([]byte, 1<<16), 4*rows.MaxRow)
	for lines.Scan() {
		var row map[string]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return err
		}
		if trip := row[column]; len(trip) > 0 && string(trip) != "null" {
			each(string(trip))
		}
	}
	return lines.Err()
}
