// SPDX-License-Identifier: MIT

package rows

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"roadsnap/engine/match"
)

// mostRows is the number of rows that are worked on together. It bounds the memory that a
// large batch of the input takes besides its own.
const mostRows = 8192

// arrowSource reads an Arrow IPC stream.
type arrowSource struct {
	reader  RecordReader
	schema  *arrow.Schema // of the plain columns
	found   columns
	profile match.Profile
	rest    *arrowBatch // of the last record
}

// newArrowSource reads the schema.
func newArrowSource(o *Options) (*arrowSource, error) {
	reader := o.Records
	if reader == nil {
		stream, err := newArrowReader(o.In)
		if err != nil {
			return nil, fmt.Errorf("the input is no Arrow IPC stream: %w: %w", err, ErrInput)
		}
		reader = stream
	}
	schema, err := schemaOf(reader)
	if err != nil {
		return nil, err
	}
	names := make([]string, schema.NumFields())
	fields := make([]arrow.Field, len(names))
	for i, f := range schema.Fields() {
		names[i], fields[i] = f.Name, f
		if fields[i].Type, err = plainType(f.Type); err != nil {
			return nil, fmt.Errorf("column %q has the type %v, which is not supported; cast it or leave it out: %w", f.Name, f.Type, ErrSchema)
		}
	}
	s := &arrowSource{reader: reader, profile: o.Profile}
	if s.found, err = o.find(names); err != nil {
		return nil, err
	}
	for role, i := range s.found {
		if i >= 0 && !readable(role, fields[i].Type) {
			return nil, fmt.Errorf("column %q has the type %v, which is none for %s; cast it: %w", names[i], fields[i].Type, roles[role], ErrSchema)
		}
	}
	meta := schema.Metadata()
	s.schema = arrow.NewSchema(fields, &meta)
	return s, nil
}

// schemaOf reads the schema of a stream.
func schemaOf(reader RecordReader) (schema *arrow.Schema, err error) {
	defer func() {
		if fault := recover(); fault != nil { // of a damaged message
			err = fmt.Errorf("the input is no Arrow IPC stream: %v: %w", fault, ErrInput)
		}
	}()
	if schema = reader.Schema(); schema == nil {
		return nil, fmt.Errorf("the input is no Arrow IPC stream: %w: %w", reader.Err(), ErrInput)
	}
	return schema, nil
}

// plainType returns the type in which a column is kept: that of the values of a
// dictionary, and the one with offsets of a view.
func plainType(t arrow.DataType) (arrow.DataType, error) {
	switch t := t.(type) {
	case *arrow.DictionaryType:
		return plainType(t.ValueType)
	case *arrow.StringViewType:
		return arrow.BinaryTypes.String, nil
	case *arrow.BinaryViewType:
		return arrow.BinaryTypes.Binary, nil
	case arrow.DecimalType:
		if most := map[int]int32{32: 9, 64: 18, 128: 38, 256: 76}[t.BitWidth()]; t.GetScale() < -most || t.GetScale() > most { // the library panics
			return nil, ErrSchema
		}
	}
	if !takeable(t) {
		return nil, ErrSchema
	}
	return t, nil
}

// readable reports whether the values of a role can have a type.
func readable(role int, t arrow.DataType) bool {
	text := t.ID() == arrow.STRING || t.ID() == arrow.LARGE_STRING
	whole := arrow.IsInteger(t.ID())
	decimal := arrow.IsDecimal(t.ID())
	float := t.ID() == arrow.FLOAT32 || t.ID() == arrow.FLOAT64 || decimal
	switch role {
	case tripID:
		return text || whole || decimal || isBytes(t) || t.ID() == arrow.NULL
	case timeOf:
		return text || whole || float || t.ID() == arrow.TIMESTAMP || t.ID() == arrow.DATE32 || t.ID() == arrow.DATE64 || t.ID() == arrow.NULL
	case profileOf:
		return text || t.ID() == arrow.NULL
	}
	return float || whole || t.ID() == arrow.NULL
}

// isBytes reports whether a type is that of bytes, also of UUIDs.
func isBytes(t arrow.DataType) bool {
	if e, ok := t.(arrow.ExtensionType); ok {
		return e.ExtensionName() == "arrow.uuid"
	}
	return t.ID() == arrow.BINARY || t.ID() == arrow.LARGE_BINARY || t.ID() == arrow.FIXED_SIZE_BINARY
}

// tripColumn returns the name of the output column with the trips, "" if there is none.
func (s *arrowSource) tripColumn(joins bool) string {
	i := s.found[tripID]
	switch {
	case i < 0:
		return ""
	case joins:
		return s.schema.Field(i).Name
	}
	return string(TripID)
}

func (s *arrowSource) next() (b batch, err error) {
	for s.rest == nil || s.rest.len() == 0 {
		if s.rest, err = s.record(); err != nil {
			return nil, err
		}
	}
	whole := s.rest
	n := min(mostRows, whole.len())
	s.rest = nil
	if n < whole.len() {
		s.rest = whole.slice(n, whole.len()).(*arrowBatch)
	}
	return whole.slice(0, n), nil
}

// record reads the next record. Memory is left to the garbage collector.
func (s *arrowSource) record() (b *arrowBatch, err error) {
	defer func() {
		if fault := recover(); fault != nil { // of a damaged message
			err = fmt.Errorf("damaged Arrow records: %v: %w", fault, ErrInput)
		}
	}()
	if !s.reader.Next() {
		if err := s.reader.Err(); err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("read Arrow records: %w: %w", err, ErrInput)
		}
		return nil, io.EOF
	}
	record := s.reader.RecordBatch()
	record.Retain()
	b = &arrowBatch{source: s, rows: int(record.NumRows()), columns: make([]arrow.Array, record.NumCols())}
	for i, c := range record.Columns() {
		data := withNulls(c.Data())
		if tooLong(data) {
			return nil, fmt.Errorf("damaged Arrow records: column %q has more than %d values in a record: %w", record.ColumnName(i), mostItems, ErrInput)
		}
		c = array.MakeFromData(data)
		if err := array.ValidateFull(c); err != nil {
			return nil, fmt.Errorf("damaged Arrow records: column %q: %w: %w", record.ColumnName(i), err, ErrInput)
		}
		b.columns[i] = plain(c, s.schema.Field(i).Type)
	}
	return b, nil
}

// withNulls returns a column in which values of the null type have the buffer that
// [array.ValidateFull] expects, but that the reader of streams leaves out.
func withNulls(d arrow.ArrayData) arrow.ArrayData {
	if d.DataType().ID() == arrow.NULL {
		return array.NewData(d.DataType(), d.Len(), []*memory.Buffer{nil}, nil, d.Len(), 0)
	}
	if len(d.Children()) == 0 {
		return d
	}
	children := make([]arrow.ArrayData, len(d.Children()))
	for i, c := range d.Children() {
		children[i] = withNulls(c)
	}
	return array.NewData(d.DataType(), d.Len(), d.Buffers(), children, d.NullN(), d.Offset())
}

// arrowBatch is a part of a record.
type arrowBatch struct {
	source  *arrowSource
	columns []arrow.Array
	rows    int
	ids     func(i int) string // the trips
	orders  func(i int) string // texts that sort them
}

func (b *arrowBatch) len() int { return b.rows }

func (b *arrowBatch) size() (n int64) {
	for _, c := range b.columns {
		n += int64(c.Data().SizeInBytes())
	}
	return n
}

func (b *arrowBatch) slice(from, to int) batch {
	part := &arrowBatch{source: b.source, rows: to - from, columns: make([]arrow.Array, len(b.columns))}
	for i, c := range b.columns {
		part.columns[i] = array.NewSlice(c, int64(from), int64(to))
	}
	return part
}

func (b *arrowBatch) take(numbers []int) batch {
	taken := &arrowBatch{source: b.source, rows: len(numbers), columns: make([]arrow.Array, len(b.columns))}
	for i, c := range b.columns {
		taken.columns[i] = take(c, numbers)
	}
	return taken
}

func (b *arrowBatch) join(others []batch) (batch, error) {
	whole := &arrowBatch{source: b.source, rows: b.rows, columns: slices.Clone(b.columns)}
	for _, o := range others {
		whole.rows += o.len()
	}
	for i := range whole.columns {
		parts := []arrow.Array{b.columns[i]}
		for _, o := range others {
			parts = append(parts, o.(*arrowBatch).columns[i])
		}
		var err error
		if whole.columns[i], err = concatenate(parts); err != nil {
			return nil, fmt.Errorf("column %q: %w", b.source.schema.Field(i).Name, err)
		}
	}
	return whole, nil
}

// concatenate joins columns.
func concatenate(parts []arrow.Array) (arrow.Array, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	return array.Concatenate(parts, memory.DefaultAllocator)
}

func (b *arrowBatch) key(i int) string { return b.ids(i) }

func (b *arrowBatch) order(i int) string { return b.orders(i) }

func (b *arrowBatch) decode(f *fixes) {
	f.reset(b.rows, b.source.profile)
	for role, i := range b.source.found {
		if i >= 0 {
			b.read(f, role, b.columns[i])
		}
	}
}

// read reads the values of a role.
func (b *arrowBatch) read(f *fixes, role int, values arrow.Array) {
	if values.NullN() > 0 {
		for i := range b.rows {
			if values.IsNull(i) {
				f.null(role, i)
			}
		}
	}
	if role == tripID {
		b.ids, b.orders = keysOf(values), ordersOf(values)
		return
	}
	each := func(set func(i int)) {
		if values.NullN() == 0 {
			for i := range b.rows {
				set(i)
			}
			return
		}
		for i := range b.rows {
			if values.IsValid(i) {
				set(i)
			}
		}
	}
	switch a := values.(type) {
	case *array.Float64:
		list := a.Float64Values()
		each(func(i int) { f.set(role, i, list[i]) })
	case *array.Float32:
		each(func(i int) { f.set(role, i, float64(a.Value(i))) })
	case *array.Timestamp:
		// The zone of the type is one to show times in, which this machine need not know.
		unit := a.DataType().(*arrow.TimestampType).Unit
		each(func(i int) { f.obs[i].Time = a.Value(i).ToTime(unit) })
	case *array.Date32:
		each(func(i int) { f.obs[i].Time = a.Value(i).ToTime() })
	case *array.Date64:
		each(func(i int) { f.obs[i].Time = a.Value(i).ToTime() })
	case *array.Decimal32:
		readDecimals(a, each, role, f)
	case *array.Decimal64:
		readDecimals(a, each, role, f)
	case *array.Decimal128:
		readDecimals(a, each, role, f)
	case *array.Decimal256:
		readDecimals(a, each, role, f)
	case *array.Int64:
		if role == timeOf {
			each(func(i int) { f.obs[i].Time = timeOfWhole(a.Value(i)) })
			return
		}
		each(func(i int) { f.set(role, i, float64(a.Value(i))) })
	case *array.String:
		each(func(i int) { f.setText(role, i, a.Value(i)) })
	case *array.LargeString:
		each(func(i int) { f.setText(role, i, a.Value(i)) })
	case *array.Null:
	default:
		whole := wholesOf(values)
		each(func(i int) { f.set(role, i, float64(whole(i))) })
	}
}

// readDecimals sets the values of a role.
func readDecimals[D interface{ ToFloat64(scale int32) float64 }](a interface {
	arrow.Array
	Value(i int) D
}, each func(func(i int)), role int, f *fixes) {
	scale := a.DataType().(arrow.DecimalType).GetScale()
	each(func(i int) { f.set(role, i, a.Value(i).ToFloat64(scale)) })
}

// TripsOf returns the function that gives the trip of a row, as [Options.Keep] has it, or nil if
// a column of this type has none.
func TripsOf(values arrow.Array) func(i int) string {
	if !readable(tripID, values.DataType()) {
		return nil
	}
	keys := keysOf(values)
	return func(i int) string {
		if values.IsNull(i) {
			return ""
		}
		return keys(i)
	}
}

// ordersOf returns the function that gives a text by which trips are sorted: whole numbers by
// their value, others byte by byte.
func ordersOf(values arrow.Array) func(i int) string {
	switch a := values.(type) {
	case *array.String, *array.LargeString:
		return keysOf(values)
	case *array.Uint64:
		return func(i int) string { return bigEndian(a.Value(i)) }
	}
	if !arrow.IsInteger(values.DataType().ID()) {
		return keysOf(values)
	}
	whole := wholesOf(values)
	return func(i int) string { return bigEndian(uint64(whole(i)) ^ 1<<63) }
}

func bigEndian(v uint64) string { return string(binary.BigEndian.AppendUint64(nil, v)) }

// keysOf returns the function that gives the trip of a row.
func keysOf(values arrow.Array) func(i int) string {
	switch a := values.(type) {
	case *array.String:
		return a.Value
	case *array.LargeString:
		return a.Value
	case *array.Uint64:
		return func(i int) string { return strconv.FormatUint(a.Value(i), 10) }
	}
	if !arrow.IsInteger(values.DataType().ID()) {
		return values.ValueStr // which build reads again
	}
	whole := wholesOf(values)
	last, text := int64(0), "0"
	return func(i int) string {
		if v := whole(i); v != last {
			last, text = v, strconv.FormatInt(v, 10)
		}
		return text
	}
}

// wholesOf returns the function that gives a value of whole numbers.
func wholesOf(values arrow.Array) func(i int) int64 {
	switch a := values.(type) {
	case *array.Int64:
		return a.Value
	case *array.Int32:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Int16:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Int8:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Uint64:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Uint32:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Uint16:
		return func(i int) int64 { return int64(a.Value(i)) }
	case *array.Uint8:
		return func(i int) int64 { return int64(a.Value(i)) }
	}
	return func(int) int64 { return 0 }
}

// arrowSink writes an Arrow IPC stream.
type arrowSink struct {
	source *arrowSource
	writer RecordWriter
	schema *arrow.Schema
	joins  bool
	all    []int // numbers from 0
}

// newArrowSink returns a sink for tables like t, which are added to input rows if joins is
// set.
func newArrowSink(o *Options, s *arrowSource, t *table, joins bool) (*arrowSink, error) {
	var fields []arrow.Field
	var meta arrow.Metadata
	if joins {
		fields = s.schema.Fields()
		meta = s.schema.Metadata()
		names := make([]string, len(fields))
		for i, f := range fields {
			names[i] = f.Name
		}
		if err := o.checkAdded(names, t); err != nil {
			return nil, err
		}
	}
	for i := range t.columns {
		c := &t.columns[i]
		fields = append(fields, arrow.Field{Name: c.name, Type: s.typeOf(c.kind), Nullable: true})
	}
	k := &arrowSink{source: s, schema: arrow.NewSchema(fields, o.metadata(meta)), joins: joins}
	var err error
	if k.writer, err = o.newWriter(k.schema, s.tripColumn(joins)); err != nil {
		return nil, err
	}
	return k, nil
}

// metadata returns the metadata of the output, given that of the input.
func (o *Options) metadata(in arrow.Metadata) *arrow.Metadata {
	all := in.ToMap()
	maps.Copy(all, o.Metadata)
	meta := arrow.MetadataFrom(all)
	return &meta
}

// typeOf returns the type of an output column.
func (s *arrowSource) typeOf(k kind) arrow.DataType {
	if k == keyKind {
		return s.schema.Field(s.found[tripID]).Type
	}
	return k.arrow()
}

// arrow returns the type of a column that holds no trips of the input.
func (k kind) arrow() arrow.DataType {
	switch k {
	case keyKind, textKind:
		return arrow.BinaryTypes.String
	case wholeKind:
		return arrow.PrimitiveTypes.Int64
	case flagKind:
		return arrow.FixedWidthTypes.Boolean
	case timeKind:
		return &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}
	}
	return arrow.PrimitiveTypes.Float64
}

func (k *arrowSink) joined(spans []span, t *table) error {
	first := spans[0].batch.(*arrowBatch)
	columns := make([]arrow.Array, 0, k.schema.NumFields())
	for i := range first.columns {
		parts := make([]arrow.Array, len(spans))
		for n, s := range spans {
			parts[n] = array.NewSlice(s.batch.(*arrowBatch).columns[i], int64(s.from), int64(s.to))
		}
		whole, err := concatenate(parts)
		if err != nil {
			return fmt.Errorf("column %q: %w", k.schema.Field(i).Name, err)
		}
		// A copy has the same bytes, however the rows came.
		whole = take(whole, k.numbers(whole.Len()))
		columns = append(columns, whole)
	}
	return k.write(columns, t)
}

// numbers returns the numbers from 0 to n−1.
func (k *arrowSink) numbers(n int) []int {
	for len(k.all) < n {
		k.all = append(k.all, len(k.all))
	}
	return k.all[:n]
}

func (k *arrowSink) table(t *table) error { return k.write(nil, t) }

func (k *arrowSink) write(columns []arrow.Array, t *table) error {
	return writeRecord(k.writer, k.schema, columns, t)
}

// writeRecord writes the columns, and after them those of a table.
func writeRecord(w RecordWriter, schema *arrow.Schema, columns []arrow.Array, t *table) error {
	for i := range t.columns {
		a, err := build(&t.columns[i], schema.Field(len(columns)).Type)
		if err != nil {
			return err
		}
		columns = append(columns, a)
	}
	return w.Write(array.NewRecordBatch(schema, columns, int64(t.rows)))
}

func (k *arrowSink) close() error { return k.writer.Close() }

// build returns the array of a column.
func build(c *column, t arrow.DataType) (arrow.Array, error) {
	b := array.NewBuilder(memory.DefaultAllocator, t)
	b.Reserve(len(c.known))
	switch b := b.(type) {
	case *array.Int64Builder:
		if c.kind == wholeKind {
			b.AppendValues(c.wholes, c.known)
			return b.NewArray(), nil
		}
	case *array.Float64Builder:
		b.AppendValues(c.floats, c.known)
		return b.NewArray(), nil
	case *array.StringBuilder:
		b.AppendValues(c.texts, c.known)
		return b.NewArray(), nil
	case *array.BooleanBuilder:
		for i, known := range c.known {
			if known {
				b.Append(c.wholes[i] != 0)
			} else {
				b.AppendNull()
			}
		}
		return b.NewArray(), nil
	case *array.TimestampBuilder:
		for i, known := range c.known {
			if known {
				b.Append(arrow.Timestamp(c.wholes[i]))
			} else {
				b.AppendNull()
			}
		}
		return b.NewArray(), nil
	}
	for i, known := range c.known { // of a trip
		if !known {
			b.AppendNull()
		} else if err := b.AppendValueFromString(c.texts[i]); err != nil {
			return nil, err
		}
	}
	return b.NewArray(), nil
}
