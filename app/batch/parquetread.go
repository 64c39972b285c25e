// SPDX-License-Identifier: MIT

package batch

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"roadsnap/engine/rows"
)

const (
	// readRows is the number of rows that are read together.
	readRows = 8192
	// readBuffer is the size of the reads of a column (bytes).
	readBuffer = 1 << 20
	// leastGap is the number of rows of other shards from which on they are skipped. Fewer
	// lie in a page that is read anyway.
	leastGap = 4 * readRows
)

// parquetFiles reads the columns that an operation needs of Parquet files, one file after the
// other. With keep it leaves out row groups and long ranges of rows without a trip of the
// shard; the rest has rows of other shards.
type parquetFiles struct {
	ctx     context.Context
	options rows.Options
	files   []input // that follow
	many    bool    // there are several, so that errors name them
	read    *atomic.Int64

	current input
	object  Object
	reader  *pqarrow.FileReader
	leaves  []int // the columns that are read
	order   []int // of the columns of schema among those
	trip    int   // the leaf of the trips
	plain   bool  // these are texts or whole numbers, also in statistics

	schema *arrow.Schema
	group  int       // the next row group
	rows   rowRanges // of the current one that are left
	at     int64     // the next row of it
	groups pqarrow.RecordReader
	record arrow.RecordBatch
	err    error
}

// rowRange is the rows from, to − 1 of a row group.
type rowRange struct{ from, to int64 }

type rowRanges []rowRange

// add adds a row, which must not be before those that were added.
func (r *rowRanges) add(row int64) {
	if n := len(*r); n > 0 && row-(*r)[n-1].to < leastGap {
		(*r)[n-1].to = row + 1
		return
	}
	*r = append(*r, rowRange{row, row + 1})
}

// newParquetFiles opens the first file.
func newParquetFiles(ctx context.Context, o rows.Options, files []input, read *atomic.Int64) (*parquetFiles, error) {
	p := &parquetFiles{ctx: ctx, options: o, files: files, many: len(files) > 1, read: read}
	return p, p.open()
}

// open opens the next file.
func (p *parquetFiles) open() error {
	if err := p.close(); err != nil {
		return err
	}
	p.current, p.files = p.files[0], p.files[1:]
	return p.current.named(p.many, p.openCurrent())
}

func (p *parquetFiles) openCurrent() (err error) {
	if p.object, err = p.current.open(p.ctx, p.read); err != nil {
		return err
	}
	if p.reader, err = openParquet(p.object); err != nil {
		return err
	}
	p.group, p.rows, p.at = 0, nil, 0
	fields := p.reader.Manifest.Fields
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Field.Name
	}
	used, trip, err := p.options.Reads(names)
	if err != nil {
		return err
	}
	p.leaves, p.trip = nil, -1
	read := make([]arrow.Field, len(used))
	for n, i := range used {
		p.leaves = appendLeaves(p.leaves, &fields[i])
		read[n] = arrow.Field{Name: names[i], Type: fields[i].Field.Type, Nullable: true}
		if i == trip && fields[i].IsLeaf() {
			p.trip = fields[i].ColIndex
			t := fields[i].Field.Type.ID()
			p.plain = t == arrow.STRING || t == arrow.LARGE_STRING || arrow.IsInteger(t)
		}
	}
	return p.arrange(read)
}

// openParquet opens a Parquet file, of whose columns a buffer is in memory at a time.
func openParquet(o Object) (r *pqarrow.FileReader, err error) {
	defer func() {
		if fault := recover(); fault != nil { // of a damaged footer
			err = fmt.Errorf("damaged Parquet file: %v: %w", fault, rows.ErrInput)
		}
	}()
	properties := parquet.NewReaderProperties(memory.DefaultAllocator)
	properties.BufferedStreamEnabled, properties.BufferSize = true, readBuffer
	f, err := file.NewParquetReader(section(o), file.WithReadProps(properties))
	if err != nil {
		return nil, fmt.Errorf("damaged Parquet file: %w: %w", err, rows.ErrInput)
	}
	r, err = pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{BatchSize: readRows}, memory.DefaultAllocator)
	if err != nil {
		return nil, fmt.Errorf("damaged Parquet file: %w: %w", err, rows.ErrInput)
	}
	return r, nil
}

// arrange puts the columns in the order of the first file, whose they must be.
func (p *parquetFiles) arrange(read []arrow.Field) error {
	if p.schema == nil {
		p.schema = arrow.NewSchema(read, nil)
	}
	p.order = p.order[:0]
	for _, f := range p.schema.Fields() {
		i := slices.IndexFunc(read, func(r arrow.Field) bool { return r.Name == f.Name })
		if i < 0 || !arrow.TypeEqual(read[i].Type, f.Type) {
			return fmt.Errorf("column %q is not there, or has another type than %v as in the first file: %w", f.Name, f.Type, rows.ErrSchema)
		}
		p.order = append(p.order, i)
	}
	if len(read) != len(p.order) {
		return fmt.Errorf("the file has %d columns, and the first one %d: %w", len(read), len(p.order), rows.ErrSchema)
	}
	return nil
}

// appendLeaves appends the columns of a field, which has several if it is nested.
func appendLeaves(leaves []int, f *pqarrow.SchemaField) []int {
	if f.IsLeaf() {
		return append(leaves, f.ColIndex)
	}
	for i := range f.Children {
		leaves = appendLeaves(leaves, &f.Children[i])
	}
	return leaves
}

// Schema returns the columns.
func (p *parquetFiles) Schema() *arrow.Schema { return p.schema }

// RecordBatch returns the current record.
func (p *parquetFiles) RecordBatch() arrow.RecordBatch { return p.record }

// Err returns the error that ended Next.
func (p *parquetFiles) Err() error { return p.err }

// Next reads the next record.
func (p *parquetFiles) Next() bool {
	for {
		more, err := p.next()
		if err != nil {
			p.err = p.current.named(p.many, err)
			return false
		}
		if more {
			return true
		}
		if len(p.files) == 0 {
			return false
		}
		if p.err = p.open(); p.err != nil {
			return false
		}
	}
}

// next reads the next record of the file.
func (p *parquetFiles) next() (more bool, err error) {
	defer func() {
		if fault := recover(); fault != nil { // of a damaged page
			err = fmt.Errorf("damaged Parquet file: %v: %w", fault, rows.ErrInput)
		}
	}()
	for {
		if err := p.ctx.Err(); err != nil {
			return false, err
		}
		if len(p.rows) == 0 {
			if p.groups != nil {
				p.groups.Release()
				p.groups = nil
			}
			if p.group == p.reader.ParquetReader().NumRowGroups() {
				return false, nil
			}
			if err := p.choose(); err != nil {
				return false, err
			}
			p.group++
			continue
		}
		if p.at < p.rows[0].from {
			if err := p.groups.SeekToRow(p.rows[0].from); err != nil {
				return false, err
			}
			p.at = p.rows[0].from
		}
		if !p.groups.Next() {
			if err := p.groups.Err(); err != nil {
				return false, err
			}
			return false, fmt.Errorf("row group %d ends after %d rows: %w", p.group-1, p.at, rows.ErrInput)
		}
		p.take(p.groups.RecordBatch())
		return true, nil
	}
}

// take makes a record of the columns that were read, in order.
func (p *parquetFiles) take(read arrow.RecordBatch) {
	columns := make([]arrow.Array, len(p.order))
	for i, n := range p.order {
		columns[i] = read.Column(n)
	}
	p.record = array.NewRecordBatch(p.schema, columns, read.NumRows())
	if p.at += read.NumRows(); p.at >= p.rows[0].to {
		p.rows = p.rows[1:]
	}
}

// choose finds the rows of the next row group that are read, and opens it if there are any.
func (p *parquetFiles) choose() error {
	group := p.reader.ParquetReader().MetaData().RowGroup(p.group)
	p.at, p.rows = 0, nil
	switch keep, known := p.single(group); {
	case group.NumRows() == 0 || known && !keep:
		return nil
	case p.options.Keep == nil || known || p.trip < 0:
		p.rows = rowRanges{{0, group.NumRows()}}
	default:
		if err := p.scan(); err != nil || len(p.rows) == 0 {
			return err
		}
	}
	var err error
	p.groups, err = p.reader.GetRecordReader(p.ctx, p.leaves, []int{p.group})
	return err
}

// single decides about a row group that has a single trip by its statistics.
func (p *parquetFiles) single(group *metadata.RowGroupMetaData) (keep, known bool) {
	if p.options.Keep == nil || p.trip < 0 || !p.plain {
		return false, false
	}
	chunk, err := group.ColumnChunk(p.trip)
	if err != nil {
		return false, false
	}
	s, err := chunk.Statistics()
	if err != nil || s == nil || !s.HasMinMax() || !s.HasNullCount() || s.NullCount() > 0 || !bytes.Equal(s.EncodeMin(), s.EncodeMax()) {
		return false, false
	}
	switch s := s.(type) {
	case *metadata.ByteArrayStatistics:
		return p.options.Keep(string(s.Min())), true
	case *metadata.Int64Statistics:
		return p.options.Keep(strconv.FormatInt(s.Min(), 10)), s.Min() >= 0
	}
	return false, false
}

// scan reads the trips of the row group, and finds the rows of the shard.
func (p *parquetFiles) scan() error {
	trips, err := p.reader.GetRecordReader(p.ctx, []int{p.trip}, []int{p.group})
	if err != nil {
		return err
	}
	defer trips.Release()
	row, last, kept := int64(0), "", p.options.Keep("")
	for trips.Next() {
		values := trips.RecordBatch().Column(0)
		key := rows.TripsOf(values)
		if key == nil { // package rows converts the type, or refuses it
			p.rows = rowRanges{{0, p.reader.ParquetReader().MetaData().RowGroup(p.group).NumRows()}}
			return nil
		}
		for i := range values.Len() {
			if k := key(i); k != last {
				last, kept = string([]byte(k)), p.options.Keep(k)
			}
			if kept {
				p.rows.add(row)
			}
			row++
		}
	}
	return trips.Err()
}

// close closes the current file.
func (p *parquetFiles) close() (err error) {
	if p.groups != nil {
		p.groups.Release()
		p.groups = nil
	}
	if p.object != nil {
		err = p.object.Close()
		p.object = nil
	}
	return err
}
