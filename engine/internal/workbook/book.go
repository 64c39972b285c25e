// SPDX-License-Identifier: MIT

package workbook

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"roadsnap/engine/errclass"
)

// ErrTooLarge means that a workbook exceeds one of its limits.
var ErrTooLarge = errclass.New(errclass.TraceTooLarge, "workbook too large")

// Limits bound what a workbook may hold. All must be positive.
type Limits struct {
	Entries int   // files in the archive
	Total   int64 // bytes read after decompression, and of the texts of all cells
	Texts   int64 // bytes of the texts that cells share
	Columns int   // cells of a row
}

const (
	// maxRatio is the largest ratio of the size after decompression to the one before. Sheets
	// with the same values in every row have 30 to 60; an archive made to exhaust its reader
	// has 1000.
	maxRatio = 200
	// freeSize is the size up to which the ratio does not matter (bytes).
	freeSize = 64 << 20
	// maxSheets is the largest number of sheets.
	maxSheets = 10_000
)

// Sheet is a sheet with cells.
type Sheet struct {
	Name   string
	Hidden bool
	part   string
}

// Book is an open workbook. It is not safe for concurrent use.
type Book struct {
	Sheets []Sheet // in the order of their tabs, without charts

	archive  *zip.Reader
	limits   Limits
	left     int64 // of limits.Total
	date1904 bool
	styles   []dateKind // by the number that cells have
	shared   *sharedTexts
}

// Is reports whether an archive is a workbook: it has the list of parts that Office files
// have, and a folder of a workbook.
func Is(archive *zip.Reader) bool {
	types, sheets := false, false
	for _, f := range archive.File {
		types = types || f.Name == "[Content_Types].xml"
		sheets = sheets || strings.HasSuffix(f.Name, "workbook.xml")
	}
	return types && sheets
}

// Open opens the workbook in an archive and reads all of it but sheets and shared texts. The
// error wraps ErrTooLarge, or says what is damaged.
func Open(ctx context.Context, archive *zip.Reader, limits Limits) (*Book, error) {
	b := &Book{archive: archive, limits: limits, left: limits.Total}
	if err := b.checkSize(); err != nil {
		return nil, err
	}
	root, err := b.relations(ctx, "")
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(root.List, func(r relation) bool { return r.is("officeDocument") })
	if i < 0 {
		return nil, errors.New("the archive names no workbook")
	}
	main := target("", root.List[i].Target)
	var list workbookXML
	if err := b.decode(ctx, main, &list); err != nil {
		return nil, err
	}
	b.date1904 = list.Properties.Date1904
	parts, err := b.relations(ctx, main)
	if err != nil {
		return nil, err
	}
	for _, r := range parts.List {
		switch part := target(main, r.Target); {
		case r.is("sharedStrings"):
			b.shared = &sharedTexts{part: part}
		case r.is("styles"):
			if err := b.readStyles(ctx, part); err != nil && !errors.Is(err, errNoPart) {
				return nil, err
			}
		}
	}
	if len(list.Sheets) > maxSheets {
		return nil, fmt.Errorf("%w: more than %d sheets", ErrTooLarge, maxSheets)
	}
	if len(parts.List) > limits.Entries { // the search for those of the sheets would take minutes
		return nil, fmt.Errorf("%w: more than %d relations", ErrTooLarge, limits.Entries)
	}
	for _, s := range list.Sheets {
		i := slices.IndexFunc(parts.List, func(r relation) bool { return r.ID == s.ID && r.is("worksheet") })
		if i >= 0 {
			b.Sheets = append(b.Sheets, Sheet{
				Name: s.Name, Hidden: s.State != "" && s.State != "visible", part: target(main, parts.List[i].Target),
			})
		}
	}
	return b, nil
}

// From1904 reports whether day numbers count from 1904, as in old files from Macintosh. It
// matters for cells whose number format does not show a date.
func (b *Book) From1904() bool { return b.date1904 }

// checkSize checks the directory of the archive.
func (b *Book) checkSize() error {
	if len(b.archive.File) > b.limits.Entries {
		return fmt.Errorf("%w: more than %d files in the archive", ErrTooLarge, b.limits.Entries)
	}
	var packed, whole uint64
	for _, f := range b.archive.File {
		packed += f.CompressedSize64
		if whole += f.UncompressedSize64; whole > 1<<50 { // a sum of forged sizes might overflow
			break
		}
	}
	if whole > freeSize && whole/maxRatio > packed {
		return fmt.Errorf("%w: compressed more than %d times", ErrTooLarge, maxRatio)
	}
	return nil
}

// workbookXML is the list of the sheets.
type workbookXML struct {
	Properties struct {
		Date1904 bool `xml:"date1904,attr"`
	} `xml:"workbookPr"`
	Sheets []struct {
		Name  string `xml:"name,attr"`
		ID    string `xml:"id,attr"` // of a relation
		State string `xml:"state,attr"`
	} `xml:"sheets>sheet"`
}

// relation says which part an ID stands for.
type relation struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
}

func (r relation) is(kind string) bool { return strings.HasSuffix(r.Type, "/"+kind) }

type relationsXML struct {
	List []relation `xml:"Relationship"`
}

// relations returns what a part refers to.
func (b *Book) relations(ctx context.Context, of string) (r relationsXML, err error) {
	return r, b.decode(ctx, path.Join(path.Dir(of), "_rels", path.Base("/"+of)+".rels"), &r)
}

// target returns the name of a part that another one refers to.
func target(from, to string) string {
	if strings.HasPrefix(to, "/") {
		return to[1:]
	}
	return path.Join(path.Dir(from), to)
}

// maxDecoded is the most that is read of a part that is held in memory whole (bytes).
const maxDecoded = 16 << 20

// decode decodes a part.
func (b *Book) decode(ctx context.Context, name string, into any) error {
	r, err := b.open(ctx, name)
	if err != nil {
		return err
	}
	limited := &io.LimitedReader{R: r, N: maxDecoded}
	err = xml.NewDecoder(limited).Decode(into)
	if limited.N == 0 {
		err = fmt.Errorf("%w: %s", ErrTooLarge, name)
	}
	if err := errors.Join(err, r.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// errNoPart means that the archive lacks a part.
var errNoPart = errors.New("is not in the archive")

// open opens a part for reading within the limits.
func (b *Book) open(ctx context.Context, name string) (io.ReadCloser, error) {
	for _, f := range b.archive.File {
		if strings.EqualFold(f.Name, name) {
			r, err := f.Open()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			return &partReader{ReadCloser: r, ctx: ctx, book: b}, nil
		}
	}
	return nil, fmt.Errorf("%q %w", name, errNoPart)
}

// partReader reads a part until the context is done or the workbook is too large.
type partReader struct {
	io.ReadCloser
	ctx  context.Context
	book *Book
}

func (r *partReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.ReadCloser.Read(p)
	if taken := r.book.take(n); taken != nil {
		return 0, taken
	}
	return n, err
}

// take counts n bytes.
func (b *Book) take(n int) error {
	if b.left -= int64(n); b.left < 0 {
		return fmt.Errorf("%w: more than %d MiB", ErrTooLarge, b.limits.Total>>20)
	}
	return nil
}
