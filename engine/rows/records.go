// SPDX-License-Identifier: MIT

package rows

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// RecordReader gives records one after the other, as the readers of Arrow and Parquet do.
type RecordReader interface {
	Schema() *arrow.Schema
	Next() bool
	RecordBatch() arrow.RecordBatch // until the next call of Next, unless it is retained
	Err() error
}

// RecordWriter takes records.
type RecordWriter interface {
	Write(arrow.RecordBatch) error
	Close() error
}

// newWriter returns the writer of records with the columns.
func (o *Options) newWriter(schema *arrow.Schema, trip string) (RecordWriter, error) {
	if o.Writer != nil {
		return o.Writer(schema, trip)
	}
	return ipc.NewWriter(o.Out, ipc.WithSchema(schema)), nil
}

// keeper is a source of the rows of chosen trips.
type keeper struct {
	source source
	keep   func(trip string) bool
	fixes  fixes
}

func (k *keeper) next() (batch, error) {
	k.fixes.keyed = true
	for {
		b, err := k.source.next()
		if err != nil {
			return nil, err
		}
		b.decode(&k.fixes)
		var numbers []int
		for i := range b.len() {
			trip := ""
			if k.fixes.hasTrip(i) {
				trip = b.key(i)
			}
			if k.keep(trip) {
				numbers = append(numbers, i)
			}
		}
		switch len(numbers) {
		case 0:
		case b.len():
			return b, nil
		default:
			return b.take(numbers), nil
		}
	}
}

// cell is a value of a line.
type cell struct {
	text  string
	known bool // false: null
}

// lineRecords is a sink that makes records of rows of text. Columns with a role have its
// type, and values that have not are null; other columns are texts.
type lineRecords struct {
	writer RecordWriter
	schema *arrow.Schema
	roles  []int // of the columns that are passed through, -1 for none
	// split sets the values of a line, of which some may be missing.
	split func(line []byte, values []cell) error
	// plain returns a text without the escapes of the format.
	plain func(text string) cell
	row   []cell
}

// newLineRecords returns a sink for tables like t, which are added to input rows if joins is
// set.
func newLineRecords(o *Options, s *lineSource, t *table, joins bool) (*lineRecords, error) {
	k := &lineRecords{plain: plainValue}
	numbers := make(map[string]int, len(s.names)) // of the columns
	k.split = func(line []byte, values []cell) error { return splitValues(line, s.found[tripID], values) }
	if _, ok := s.parser.(*objects); ok {
		k.plain = plainJSON
		k.split = func(line []byte, values []cell) error {
			return splitObject(line, numbers, s.found[tripID], values)
		}
	}
	var fields []arrow.Field
	if joins {
		if err := o.checkAdded(s.names, t); err != nil {
			return nil, err
		}
		for i, n := range s.names {
			if _, twice := numbers[n]; twice {
				return nil, fmt.Errorf("there are two columns %q: %w", n, ErrSchema)
			}
			numbers[n] = i
			role := slices.Index(s.found[:], i)
			k.roles = append(k.roles, role)
			fields = append(fields, arrow.Field{Name: n, Type: roleType(role), Nullable: true})
		}
		k.row = make([]cell, len(k.roles))
	}
	for i := range t.columns {
		fields = append(fields, arrow.Field{Name: t.columns[i].name, Type: t.columns[i].kind.arrow(), Nullable: true})
	}
	k.schema = arrow.NewSchema(fields, o.metadata(arrow.Metadata{}))
	var err error
	if k.writer, err = o.newWriter(k.schema, s.tripColumn(joins)); err != nil {
		return nil, err
	}
	return k, nil
}

// roleType returns the type of a column of text with a role, or -1 for none.
func roleType(role int) arrow.DataType {
	switch role {
	case -1, tripID, profileOf:
		return textKind.arrow()
	case timeOf:
		return timeKind.arrow()
	}
	return metresKind.arrow()
}

func (k *lineRecords) joined(spans []span, t *table) error {
	builders := make([]array.Builder, len(k.roles))
	for i := range builders {
		builders[i] = array.NewBuilder(memory.DefaultAllocator, k.schema.Field(i).Type)
		builders[i].Reserve(t.rows)
	}
	for _, s := range spans {
		for _, line := range s.batch.(*lineBatch).lines[s.from:s.to] {
			clear(k.row)
			if err := k.split(line, k.row); err != nil {
				return err
			}
			for i, c := range k.row {
				appendCell(builders[i], c)
			}
		}
	}
	columns := make([]arrow.Array, len(builders))
	for i, b := range builders {
		columns[i] = b.NewArray()
	}
	return writeRecord(k.writer, k.schema, columns, t)
}

// appendCell appends a value in the type of a role.
func appendCell(b array.Builder, c cell) {
	switch b := b.(type) {
	case *array.Float64Builder:
		if v, ok := number(strings.TrimSpace(c.text)); c.known && ok {
			b.Append(v)
			return
		}
	case *array.TimestampBuilder:
		if v, ok := timeOfText(strings.TrimSpace(c.text)); c.known && ok {
			b.Append(arrow.Timestamp(v.UnixMicro()))
			return
		}
	case *array.StringBuilder:
		if c.known {
			b.Append(strings.ToValidUTF8(c.text, "\uFFFD"))
			return
		}
	}
	b.AppendNull()
}

func (k *lineRecords) table(t *table) error {
	for i := range t.columns {
		c := &t.columns[i]
		if c.kind != keyKind {
			continue
		}
		for n, text := range c.texts {
			if c.known[n] {
				c.texts[n] = strings.ToValidUTF8(k.plain(text).text, "\uFFFD")
			}
		}
	}
	return writeRecord(k.writer, k.schema, nil, t)
}

func (k *lineRecords) close() error { return k.writer.Close() }

// splitValues splits tab-separated values. If there are too few or too many, the row has no
// trip.
func splitValues(line []byte, trip int, values []cell) error {
	if line == nil {
		return nil
	}
	texts := bytes.Split(line, []byte{'\t'})
	for i := range min(len(texts), len(values)) {
		values[i] = plainValue(string(texts[i]))
	}
	if len(texts) != len(values) && trip >= 0 {
		values[trip] = cell{}
	}
	return nil
}

// unescaper is the inverse of escaper.
var unescaper = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")

// plainValue returns what a tab-separated value stands for.
func plainValue(text string) cell {
	if text == tsvNull {
		return cell{}
	}
	if strings.Contains(text, `\`) {
		text = unescaper.Replace(text)
	}
	return cell{text, true}
}

// splitObject sets the members of an object by the numbers of their columns. What is no
// object has none, and what cannot be a trip is none.
func splitObject(line []byte, numbers map[string]int, trip int, values []cell) (err error) {
	ok := members(line, func(name, value []byte) {
		i, ok := numbers[string(name)]
		if !ok {
			err = fmt.Errorf("a row has the member %q, which the first row lacks, so that there is no column for it; add it to the first row, or write ndjson: %w", name, ErrSchema)
			return
		}
		if i != trip || !badKey(value) {
			values[i] = plainJSON(string(value))
		}
	})
	if !ok {
		clear(values)
		return nil
	}
	return err
}

// plainJSON returns the text of a JSON string, and other values as they are written.
func plainJSON(text string) cell {
	if text == "null" {
		return cell{}
	}
	if strings.HasPrefix(text, `"`) {
		var plain string
		if json.Unmarshal([]byte(text), &plain) == nil {
			return cell{plain, true}
		}
	}
	return cell{text, true}
}
