// SPDX-License-Identifier: MIT

package rows

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// defaultMemory is the memory for rows that are sorted (bytes).
const defaultMemory = 256 << 20

// sorter is a source of the rows of another one, sorted by trip. Rows of a trip keep their
// order, and rows without one come first.
//
// When the rows take more than half of the limit, they are sorted into a run, a file. Runs
// are merged at the end: of each, a block is in memory.
type sorter struct {
	source source
	limit  int64
	folder string

	sorted bool
	dir    string // of the runs
	runs   []*run // in the order of the input
	fixes  fixes
	made   int // runs
}

// mostRuns is the number of runs that are merged together. More are merged into one first.
const mostRuns = 64

// sortedRows are rows in order, with their trips.
type sortedRows struct {
	batch batch
	keys  []string
}

func (s *sorter) next() (batch, error) {
	if !s.sorted {
		if err := s.sort(); err != nil {
			return nil, err
		}
		s.sorted = true
	}
	rows, err := s.least(s.runs)
	if err != nil {
		return nil, err
	}
	return rows.batch, nil
}

// sort reads all rows into runs.
func (s *sorter) sort() error {
	// The rows are in memory twice while they are put in order. The offsets of a column of
	// texts end at 2 GiB.
	limit := min(cmp.Or(s.limit, defaultMemory)/2, 1<<30)
	held := newUnsortedRows()
	s.fixes.keyed = true
	for {
		b, err := s.source.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		b.decode(&s.fixes)
		if held.add(b, s.fixes.why); held.size >= limit {
			r, err := held.order()
			if err != nil {
				return err
			}
			held = newUnsortedRows()
			if err := s.spill(r); err != nil {
				return err
			}
		}
	}
	if len(held.batches) == 0 {
		return nil
	}
	r, err := held.order()
	s.runs = append(s.runs, r)
	return err
}

// unsortedRows are rows that wait to be sorted.
type unsortedRows struct {
	batches []batch
	keys    []string // the order of all rows; equal ones share memory
	names   map[string]string
	size    int64 // bytes
}

func newUnsortedRows() *unsortedRows { return &unsortedRows{names: map[string]string{}} }

// add adds a decoded batch.
func (u *unsortedRows) add(b batch, why []Reason) {
	for i, w := range why {
		key := ""
		if w != NullKey && w != BadKey {
			key = b.order(i)
			known, ok := u.names[key]
			if !ok {
				known = strings.Clone(key)
				u.names[known] = known
				u.size += int64(len(key)) + 48
			}
			key = known
		}
		u.keys = append(u.keys, key)
	}
	u.batches = append(u.batches, b)
	u.size += b.size() + 24*int64(len(why))
}

// order returns the rows as a run in memory.
func (u *unsortedRows) order() (*run, error) {
	whole, err := u.batches[0].join(u.batches[1:])
	if err != nil {
		return nil, fmt.Errorf("sort rows: %w", err)
	}
	r := &run{whole: whole, keys: u.keys, order: make([]int, len(u.keys))}
	for i := range r.order {
		r.order[i] = i
	}
	slices.SortStableFunc(r.order, func(a, b int) int { return cmp.Compare(u.keys[a], u.keys[b]) })
	return r, nil
}

// blockRows is the number of rows of a block of a run.
const blockRows = 1024

// run is sorted rows: in memory, or in a file.
type run struct {
	rows []sortedRows // the next block, if it is loaded

	whole batch // in memory: all rows, in the order of the input
	keys  []string
	order []int // of the rows that were not loaded yet

	file *os.File
	in   *bufio.Reader
	like batch // of the same columns
}

// spill writes a run in memory to a file.
func (s *sorter) spill(rows *run) error {
	r, err := s.create()
	if err != nil {
		return err
	}
	s.runs = append(s.runs, r)
	out := bufio.NewWriterSize(r.file, 1<<16)
	r.like = rows.whole.take(nil) // a slice would keep all rows in memory
	for {
		if err := rows.load(); err != nil {
			return err
		}
		if len(rows.rows) == 0 {
			break
		}
		if err := writeBlock(out, rows.rows[0]); err != nil {
			return fmt.Errorf("sort rows: %w", err)
		}
		rows.rows = nil
	}
	if err := r.rewind(out); err != nil || len(s.runs) < mostRuns {
		return err
	}
	return s.merge()
}

// create makes the file of a run.
func (s *sorter) create() (*run, error) {
	if s.dir == "" {
		dir, err := os.MkdirTemp(s.folder, "roadsnap-rows-")
		if err != nil {
			return nil, fmt.Errorf("sort rows: %w", err)
		}
		s.dir = dir
	}
	s.made++
	f, err := os.OpenFile(filepath.Join(s.dir, fmt.Sprint(s.made)), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("sort rows: %w", err)
	}
	// Where the system can, the space is free again even if the process is killed.
	_ = os.Remove(f.Name())
	return &run{file: f}, nil
}

// rewind ends the writing of a run, which can be read then.
func (r *run) rewind(out *bufio.Writer) error {
	if err := out.Flush(); err != nil {
		return fmt.Errorf("sort rows: %w", err)
	}
	_, err := r.file.Seek(0, io.SeekStart)
	r.in = bufio.NewReaderSize(r.file, 1<<16)
	return err
}

// merge merges all runs into one.
func (s *sorter) merge() error {
	whole, err := s.create()
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(whole.file, 1<<16)
	for {
		rows, err := s.least(s.runs)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		whole.like = rows.batch.take(nil)
		if err := writeBlock(out, rows); err != nil {
			return fmt.Errorf("sort rows: %w", err)
		}
	}
	for _, r := range s.runs {
		_ = os.Remove(r.file.Name())
		_ = r.file.Close() // it was read to its end
	}
	s.runs = []*run{whole}
	return whole.rewind(out)
}

// remove removes all files.
func (s *sorter) remove() {
	for _, r := range s.runs {
		if r.file != nil {
			_ = r.file.Close() // nothing of it is kept
		}
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
}

// least returns the rows of the least trip that the first run with it has in its block.
func (s *sorter) least(runs []*run) (rows sortedRows, err error) {
	var first *run
	for _, r := range runs {
		if err := r.load(); err != nil {
			return rows, err
		}
		if len(r.rows) > 0 && (first == nil || r.rows[0].keys[0] < first.rows[0].keys[0]) {
			first = r
		}
	}
	if first == nil {
		return rows, io.EOF
	}
	block := first.rows[0]
	n := 1
	for n < len(block.keys) && block.keys[n] == block.keys[0] {
		n++
	}
	rows = sortedRows{block.batch.slice(0, n), block.keys[:n]}
	if n == len(block.keys) {
		first.rows = first.rows[1:]
	} else {
		first.rows[0] = sortedRows{block.batch.slice(n, len(block.keys)), block.keys[n:]}
	}
	return rows, nil
}

// load loads the next block, unless one is.
func (r *run) load() error {
	switch {
	case len(r.rows) > 0:
	case r.file != nil:
		block, err := readBlock(r.in, r.like)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("sort rows: %w", err)
		}
		r.rows = []sortedRows{block}
	case len(r.order) > 0:
		n := min(blockRows, len(r.order))
		block := sortedRows{r.whole.take(r.order[:n]), make([]string, n)}
		for i, k := range r.order[:n] {
			block.keys[i] = r.keys[k]
		}
		r.rows, r.order = []sortedRows{block}, r.order[n:]
	}
	return nil
}

// A block of a run is the number of rows, their trips, and the rows: lines, or an Arrow
// stream of one record. Each text is preceded by its length + 1, which is 0 for nil.

func writeBlock(out *bufio.Writer, block sortedRows) error {
	b := binary.AppendUvarint(nil, uint64(len(block.keys)))
	for _, k := range block.keys {
		b = appendBytes(b, []byte(k))
	}
	switch rows := block.batch.(type) {
	case *lineBatch:
		for _, l := range rows.lines {
			b = appendBytes(b, l)
		}
	case *arrowBatch:
		if _, err := out.Write(b); err != nil {
			return err
		}
		w := ipc.NewWriter(out, ipc.WithSchema(rows.source.schema))
		return errors.Join(w.Write(array.NewRecordBatch(rows.source.schema, rows.columns, int64(rows.rows))), w.Close())
	}
	_, err := out.Write(b)
	return err
}

func readBlock(in *bufio.Reader, like batch) (block sortedRows, err error) {
	n, err := binary.ReadUvarint(in)
	if err != nil {
		return block, err
	}
	block.keys = make([]string, n)
	for i := range block.keys {
		k, err := readBytes(in)
		if err != nil {
			return block, err
		}
		block.keys[i] = string(k)
	}
	switch like := like.(type) {
	case *lineBatch:
		b := &lineBatch{source: like.source, lines: make([][]byte, n)}
		for i := range b.lines {
			if b.lines[i], err = readBytes(in); err != nil {
				return block, err
			}
		}
		block.batch = b
	case *arrowBatch:
		b, err := readRecord(in, like.source, int(n))
		if err != nil {
			return block, err
		}
		block.batch = b
	}
	return block, nil
}

func appendBytes(b, text []byte) []byte {
	if text == nil {
		return append(b, 0)
	}
	return append(binary.AppendUvarint(b, uint64(len(text))+1), text...)
}

func readBytes(in *bufio.Reader) ([]byte, error) {
	n, err := binary.ReadUvarint(in)
	if err != nil || n == 0 {
		return nil, unexpected(err)
	}
	text := make([]byte, n-1)
	_, err = io.ReadFull(in, text)
	return text, unexpected(err)
}

// readRecord reads an Arrow stream of one record to its end.
func readRecord(in *bufio.Reader, s *arrowSource, n int) (*arrowBatch, error) {
	reader, err := ipc.NewReader(in)
	if err != nil {
		return nil, unexpected(err)
	}
	if !reader.Next() {
		return nil, unexpected(errors.Join(reader.Err(), io.EOF))
	}
	record := reader.RecordBatch()
	record.Retain()
	columns := make([]arrow.Array, record.NumCols())
	for i := range columns {
		columns[i] = record.Column(i)
	}
	for reader.Next() { // to the end of the stream
	}
	return &arrowBatch{source: s, columns: columns, rows: n}, reader.Err()
}

// unexpected returns err, as one that is not at the end of a block.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
