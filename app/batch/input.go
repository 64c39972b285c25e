// SPDX-License-Identifier: MIT

package batch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"roadsnap/engine/rows"
	"roadsnap/engine/trace"
)

// format is a format of files.
type format string

const (
	formatParquet format = "parquet"
	formatNDJSON  format = "ndjson"
	formatCSV     format = "csv"
	formatGPX     format = "gpx"
)

// formatOf returns the format of a file by its name, "" if it is none that is read.
func formatOf(name string) format {
	name = strings.ToLower(name)
	ext := path.Ext(name)
	packed := ext == ".gz" || ext == ".zst"
	if packed {
		ext = path.Ext(strings.TrimSuffix(name, ext))
	}
	switch {
	case ext == ".parquet" && !packed:
		return formatParquet
	case ext == ".ndjson", ext == ".jsonl":
		return formatNDJSON
	case ext == ".csv", ext == ".tsv":
		return formatCSV
	case ext == ".gpx":
		return formatGPX
	}
	return ""
}

// input is a file with rows.
type input struct {
	folder Folder
	file   File
	format format
}

// inputs returns the files with rows in all folders, sorted by name. Like Spark, it skips
// those whose name, or a folder of it, begins with a dot or an underscore.
func inputs(ctx context.Context, folders []Folder) (all []input, err error) {
	found := map[string]bool{}
	for _, f := range folders {
		list, err := f.List(ctx)
		if err != nil {
			return nil, err
		}
		place, _ := f.Place()
		for _, file := range list {
			hidden := slices.ContainsFunc(strings.Split(file.Name, "/"), func(part string) bool { return part != "" && (part[0] == '.' || part[0] == '_') })
			format := formatOf(file.Name)
			if format == "" || hidden {
				continue
			}
			where := path.Join(place, file.Name)
			if found[where] {
				return nil, refuse("%s is among the inputs twice", where)
			}
			found[where] = true
			all = append(all, input{f, file, format})
		}
	}
	if len(all) == 0 {
		return nil, refuse("there are no Parquet, CSV, NDJSON or GPX files in %v", folders)
	}
	slices.SortFunc(all, func(a, b input) int { return strings.Compare(a.file.Name, b.file.Name) })
	for i := range all[1:] {
		if all[i].file.Name == all[i+1].file.Name {
			return nil, refuse("%s is in %s and in %s", all[i].file.Name, all[i].folder, all[i+1].folder)
		}
	}
	return all, nil
}

// open opens a file, and counts what is read of it.
func (in input) open(ctx context.Context, read *atomic.Int64) (Object, error) {
	o, err := in.folder.Open(ctx, in.file)
	if err != nil {
		return nil, err
	}
	return counted{o, read}, nil
}

// hash returns the hash of all bytes of the file.
func (in input) hash(ctx context.Context) (string, error) {
	if in.file.Hash != "" {
		return in.file.Hash, nil
	}
	o, err := in.folder.Open(ctx, in.file)
	if err != nil {
		return "", err
	}
	hash, err := wholeHash(o)
	return hash, errors.Join(err, o.Close())
}

// named puts the name of the file before an error, if wanted is set.
func (in input) named(wanted bool, err error) error {
	if err == nil || !wanted || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s: %w", in.file.Name, err)
}

// texts reads files of text as rows of the formats of package rows: NDJSON as it is, CSV and
// GPX as TSV.
type texts struct {
	ctx   context.Context
	files []input // that follow
	many  bool    // there are several, so that errors name them
	read  *atomic.Int64

	names   []string // of the columns of TSV, those of the first file
	current input
	object  Object
	closer  func()
	lines   func(b []byte) ([]byte, error) // appends the next lines
	buffer  []byte
	from    int
}

// newTexts opens the first file.
func newTexts(ctx context.Context, files []input, read *atomic.Int64) (*texts, error) {
	t := &texts{ctx: ctx, files: files, many: len(files) > 1, read: read}
	return t, t.next()
}

// textBuffer is the size of the reads of an unpacked file (bytes).
const textBuffer = 1 << 20

// next opens the next file.
func (t *texts) next() (err error) {
	if err := t.close(); err != nil {
		return err
	}
	t.current, t.files = t.files[0], t.files[1:]
	if t.object, err = t.current.open(t.ctx, t.read); err != nil {
		return err
	}
	plain, err := t.plain()
	if err == nil {
		t.lines, err = t.open(plain)
	}
	return t.current.named(t.many, err)
}

// plain returns the contents of the file, uncompressed.
func (t *texts) plain() (*bufio.Reader, error) {
	packed := bufio.NewReaderSize(section(t.object), bufferSize(t.object))
	switch path.Ext(strings.ToLower(t.current.file.Name)) {
	case ".gz":
		r, err := gzip.NewReader(packed)
		if err != nil {
			return nil, err
		}
		return bufio.NewReaderSize(r, textBuffer), nil
	case ".zst":
		r, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
		if err != nil {
			return nil, err
		}
		t.closer = r.Close
		return bufio.NewReaderSize(r, textBuffer), nil
	}
	return packed, nil
}

// open returns the function that appends lines of the file.
func (t *texts) open(r *bufio.Reader) (func(b []byte) ([]byte, error), error) {
	switch t.current.format {
	case formatNDJSON:
		ended := true // the last line has its end
		return func(b []byte) ([]byte, error) {
			b = slices.Grow(b, 1<<16)
			n, err := r.Read(b[:1<<16])
			if n > 0 {
				ended = b[:n][n-1] == '\n'
			}
			if errors.Is(err, io.EOF) && !ended {
				return append(b[:n], '\n'), err
			}
			return b[:n], err
		}, nil
	case formatCSV:
		return t.openCSV(r)
	}
	return t.openGPX(r)
}

// openCSV reads the names of the columns, which must be those of the first file.
func (t *texts) openCSV(r *bufio.Reader) (func(b []byte) ([]byte, error), error) {
	limit := &recordLimit{in: r}
	c := csv.NewReader(bufio.NewReaderSize(limit, 1<<16))
	c.FieldsPerRecord, c.ReuseRecord, c.LazyQuotes = -1, true, true
	if head, _ := r.Peek(3); bytes.Equal(head, []byte("\xEF\xBB\xBF")) {
		_, _ = r.Discard(3) // the mark of UTF-8
	}
	head, _ := r.Peek(r.Size() / 2)
	first, _, _ := bytes.Cut(head, []byte{'\n'})
	for _, comma := range []byte(";\t") {
		if bytes.Count(first, []byte{comma}) > bytes.Count(first, []byte{byte(c.Comma)}) {
			c.Comma = rune(comma)
		}
	}
	line := 0 // the last one of the previous row
	read := func() ([]string, error) {
		limit.left = rows.MaxRow
		row, err := c.Read()
		switch last := len(row) - 1; {
		case errors.Is(err, errLongRecord):
			return nil, fmt.Errorf("the row after line %d is longer than %d bytes; close its quotation mark: %w", line, rows.MaxRow, rows.ErrInput)
		case err == nil && limit.ended && limit.last != '"' && strings.Contains(strings.TrimRight(row[last], "\r\n"), "\n"):
			return nil, fmt.Errorf("the row after line %d takes the rest of the file; close its quotation mark: %w", line, rows.ErrInput)
		case err == nil:
			line, _ = c.FieldPos(last)
			line += strings.Count(row[last], "\n")
		}
		return row, err
	}
	header, err := read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the file has no header: %w", rows.ErrInput)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", err, rows.ErrInput)
	}
	names := slices.Clone(header)
	for i, n := range names {
		names[i] = strings.TrimSpace(n)
	}
	if t.names == nil {
		t.names = names
	}
	order := make([]int, len(t.names)) // of the columns in the file
	for i, n := range t.names {
		order[i] = slices.Index(names, n)
	}
	if len(names) != len(order) || slices.Contains(order, -1) {
		return nil, fmt.Errorf("the columns are %q, and those of the first file %q: %w", names, t.names, rows.ErrSchema)
	}
	return func(b []byte) ([]byte, error) {
		row, err := read()
		var fault *csv.ParseError
		switch {
		case errors.As(err, &fault):
			return append(b, '\n'), nil // no row
		case err != nil:
			return b, err
		case len(row) != len(order): // as many values as there are, so that the row is a bad one
			for _, v := range row {
				b = append(appendValue(b, v), '\t')
			}
			return append(b[:len(b)-1], '\n'), nil
		}
		for _, i := range order {
			b = append(appendValue(b, row[i]), '\t')
		}
		b[len(b)-1] = '\n'
		return b, nil
	}, nil
}

// errLongRecord means that a record of CSV has no end within rows.MaxRow.
var errLongRecord = errors.New("long record")

// recordLimit is the input of a [csv.Reader], which would take all of a file for a cell whose
// quotation mark is never closed.
type recordLimit struct {
	in    io.Reader
	left  int  // bytes that the current record may still read
	last  byte // of those that were read
	ended bool // the current record needed more than there is
}

func (l *recordLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errLongRecord
	}
	n, err := l.in.Read(p[:min(len(p), l.left)])
	if l.left -= n; n > 0 {
		l.last = p[n-1]
	}
	l.ended = l.ended || errors.Is(err, io.EOF)
	return n, err
}

// escapes are those of values of TSV.
var escapes = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// appendValue appends a value of TSV. An empty one is null, as CSV has it.
func appendValue(b []byte, v string) []byte {
	switch {
	case v == "":
		return append(b, `\N`...)
	case strings.ContainsAny(v, "\\\t\n\r"):
		v = escapes.Replace(v)
	}
	return append(b, v...)
}

// gpxNames are the columns of GPX.
var gpxNames = []string{string(rows.TripID), string(rows.Time), string(rows.Lat), string(rows.Lon), string(rows.Accuracy), string(rows.Speed), string(rows.Heading)}

// openGPX reads the trips of a file. A trip is called by the folder of the file and the name
// that package trace gives it.
func (t *texts) openGPX(r *bufio.Reader) (func(b []byte) ([]byte, error), error) {
	t.names = gpxNames
	trips, err := trace.Read(t.ctx, r, path.Base(t.current.file.Name), trace.Options{Format: trace.GPX})
	if err != nil {
		return nil, err
	}
	folder := path.Dir(t.current.file.Name)
	number := func(b []byte, v float64, known bool) []byte {
		if !known {
			return append(b, `\N`...)
		}
		return strconv.AppendFloat(b, v, 'g', -1, 64)
	}
	return func(b []byte) ([]byte, error) {
		if len(trips) == 0 {
			return b, io.EOF
		}
		name := path.Join(folder, trips[0].ID)
		for _, o := range trips[0].Observations {
			b = append(appendValue(b, name), '\t')
			if o.Time.IsZero() {
				b = append(b, `\N`...)
			} else {
				b = o.Time.UTC().AppendFormat(b, time.RFC3339Nano)
			}
			b = number(append(b, '\t'), o.Lat, true)
			b = number(append(b, '\t'), o.Lon, true)
			b = number(append(b, '\t'), o.Accuracy, o.Accuracy > 0)
			b = number(append(b, '\t'), o.Speed, o.HasSpeed)
			b = append(number(append(b, '\t'), o.Heading, o.HasHeading), '\n')
		}
		trips = trips[1:]
		return b, nil
	}, nil
}

// Read reads all files, one after the other.
func (t *texts) Read(p []byte) (int, error) {
	for t.from == len(t.buffer) {
		if err := t.ctx.Err(); err != nil {
			return 0, err
		}
		var err error
		t.buffer, err = t.lines(t.buffer[:0])
		t.from = 0
		if errors.Is(err, io.EOF) {
			if len(t.files) > 0 {
				rest := t.buffer
				if err := t.next(); err != nil {
					return 0, err
				}
				t.buffer = rest
				continue
			}
			t.lines = func(b []byte) ([]byte, error) { return b, io.EOF }
			if len(t.buffer) == 0 {
				return 0, io.EOF
			}
			continue
		}
		if err != nil {
			return 0, t.current.named(t.many, err)
		}
	}
	n := copy(p, t.buffer[t.from:])
	t.from += n
	return n, nil
}

// close closes the current file.
func (t *texts) close() (err error) {
	if t.closer != nil {
		t.closer()
		t.closer = nil
	}
	if t.object != nil {
		err = t.object.Close()
		t.object = nil
	}
	return err
}

// Readable reports whether a file is read, by its name.
func Readable(name string) bool { return formatOf(name) != "" }
