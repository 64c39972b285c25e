// SPDX-License-Identifier: MIT

package vector

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/crs"
)

// MaxFile is the largest file that ReadFile reads, and the largest content of an archive
// (bytes).
const MaxFile = 512 << 20

// maxEntries is the largest number of files in an archive.
const maxEntries = 200

// FileOptions say how a file is read.
type FileOptions struct {
	// Encoding is that of the table of a Shapefile, as EncodingByName takes it; "" for the one of
	// its .cpg, or UTF-8.
	Encoding string
	// Other reads a file that has none of the formats of this package, such as a table or GPX.
	// head are its first bytes, 512 at most. If it is nil, such a file is an error.
	Other func(path string, head []byte, in io.Reader) error
	// Endings are those of the files in an archive that Other reads: ".csv".
	Endings []string
}

// ReadFile reads the features of a file: GeoJSON, KML, Shapefile, GeoPackage or FlatGeobuf, or
// a zip archive of them, as KMZ is. The content decides the format. The error wraps ErrFormat
// or ErrCorrupt, or is that of the operating system, of ctx or of the sink.
func ReadFile(ctx context.Context, path string, o FileOptions, to Sink) error {
	feature := to.Feature
	to.Feature = func(f Feature) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return feature(f)
	}
	r := fileReader{ctx, o, to}
	return r.file(path, true)
}

type fileReader struct {
	ctx     context.Context
	options FileOptions
	sink    Sink
}

// file reads a file. An archive within an archive is not read.
func (r *fileReader) file(path string, archives bool) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return formatf("it is no file; choose a file")
	case info.Size() > MaxFile:
		return formatf("it is larger than %d MiB; divide it", MaxFile>>20)
	}
	const longest = 512
	in := bufio.NewReader(f)
	head, err := in.Peek(longest)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	head = bytes.Clone(head)
	text := strings.TrimLeft(string(head), byteOrderMark+" \t\r\n\x1e")
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")) && archives && !isWorkbook(path):
		return r.archive(path)
	case bytes.HasPrefix(head, []byte("\x00\x00\x27\x0a")):
		return r.shapefile(path, in)
	case bytes.HasPrefix(head, []byte(SQLiteMagic)):
		return GeoPackage(r.ctx, path, r.sink)
	case bytes.HasPrefix(head, []byte(FlatGeobufMagic)):
		return FlatGeobuf(in, r.sink)
	case strings.HasPrefix(text, "<") && (!strings.Contains(text, "<gpx") || r.options.Other == nil):
		return KML(in, r.sink)
	case strings.HasPrefix(text, "{"):
		if bytes.HasPrefix(head, []byte(byteOrderMark)) {
			_, _ = in.Discard(len(byteOrderMark)) // Peek has read it
		}
		return GeoJSON(skipSeparators{in}, r.sink)
	case r.options.Other != nil:
		return r.options.Other(path, head, in)
	}
	return formatf("it is no GeoJSON, KML, Shapefile, GeoPackage or FlatGeobuf; choose another file")
}

// byteOrderMark begins texts that some programs write.
const byteOrderMark = "\ufeff"

// skipSeparators replaces the record separators of GeoJSON text sequences (RFC 8142) by blanks.
type skipSeparators struct{ in io.Reader }

// Read implements io.Reader.
func (s skipSeparators) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	for i := range p[:n] {
		if p[i] == 0x1e {
			p[i] = ' '
		}
	}
	return n, err
}

// isWorkbook reports whether an archive is one of Office by its name. Such files have parts that
// are XML, but no features.
func isWorkbook(path string) bool {
	return slices.Contains([]string{".xlsx", ".xlsm", ".docx", ".ods"}, strings.ToLower(filepath.Ext(path)))
}

// archive unpacks an archive to a temporary folder and reads its files.
func (r *fileReader) archive(path string) (err error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return corruptf("the archive: %v", err)
	}
	defer func() { err = errors.Join(err, z.Close()) }()
	if len(z.File) > maxEntries {
		return formatf("it has %d entries, more than %d; unpack it and choose a file", len(z.File), maxEntries)
	}
	folder, err := os.MkdirTemp("", "roadsnap-layers-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	left := int64(MaxFile)
	read := 0
	var paths []string
	numbers := map[string]int{} // of the folders of the archive, whose names may be too long here
	for i, entry := range z.File {
		if entry.FileInfo().IsDir() {
			continue
		}
		// Files of one name that differ by their endings stay together.
		dir := filepath.Dir(entry.Name)
		if _, known := numbers[dir]; !known {
			numbers[dir] = len(numbers)
		}
		to := filepath.Join(folder, strconv.Itoa(numbers[dir]), filepath.Base(filepath.Clean("/"+entry.Name)))
		n, err := unpack(entry, to, left)
		if errors.Is(err, os.ErrExist) {
			return formatf("it has two files called %q; unpack it and choose one", entry.Name)
		}
		if err != nil {
			return fmt.Errorf("entry %d: %w", i+1, err)
		}
		left -= n
		paths = append(paths, to)
	}
	endings := slices.Concat([]string{".shp", ".gpkg", ".fgb", ".kml", ".geojson", ".json"}, r.options.Endings)
	for _, path := range paths {
		if !slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
			continue
		}
		if read++; read > 1 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if err := r.file(path, false); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}
	if read == 0 {
		return formatf("the archive has no file that ends in one of %s; archives within archives are not read", strings.Join(endings, " "))
	}
	return nil
}

// unpack writes an entry of an archive to a file and returns its size, at most most bytes.
func unpack(entry *zip.File, to string, most int64) (n int64, err error) {
	if entry.Flags&1 != 0 {
		return 0, formatf("it has a password; unpack it and choose a file")
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return 0, err
	}
	in, err := entry.Open()
	if err != nil {
		return 0, corruptf("%v", err)
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(out, io.LimitReader(in, most+1))
	err = errors.Join(err, out.Close())
	switch {
	case err != nil && (errors.Is(err, zip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF)):
		err = corruptf("%v", err)
	case err == nil && n > most:
		err = formatf("it unpacks into more than %d MiB; unpack it and choose a file", MaxFile>>20)
	}
	return n, err
}

// shapefile reads a Shapefile. Its other files lie next to it, their names in any case.
func (r *fileReader) shapefile(path string, in io.Reader) (err error) {
	p := ShapefileParts{Shapes: in}
	var encoding io.Reader
	for _, part := range []struct {
		ending string
		into   *io.Reader
	}{{".dbf", &p.Table}, {".prj", &p.Projection}, {".cpg", &encoding}} {
		f, err := sibling(path, part.ending)
		if err != nil {
			return err
		}
		if f != nil {
			defer f.Close() //nolint:errcheck // only read
			*part.into = bufio.NewReader(f)
		}
	}
	name := r.options.Encoding
	if name == "" && encoding != nil {
		const enough = 100
		text, err := io.ReadAll(io.LimitReader(encoding, enough))
		if err != nil {
			return err
		}
		name = strings.TrimSpace(string(text))
	}
	if name != "" {
		if p.Encoding, err = EncodingByName(name); err != nil {
			return formatf("%v", err)
		}
	}
	return Shapefile(p, r.sink)
}

// sibling opens the file with another extension next to path, nil if there is none.
func sibling(path, ending string) (*os.File, error) {
	want := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ending
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		if strings.EqualFold(d.Name(), want) {
			return os.Open(filepath.Join(filepath.Dir(path), d.Name()))
		}
	}
	return nil, nil //nolint:nilnil // as documented
}

// CRS returns the coordinate system, WGS 84 if the file declares none.
func (s System) CRS() (crs.System, error) {
	switch {
	case s.EPSG != 0:
		c, err := crs.ByEPSG(s.EPSG)
		if err != nil && s.WKT != "" {
			return crs.FromWKT(s.WKT)
		}
		return c, err
	case s.WKT != "":
		return crs.FromWKT(s.WKT)
	case s.Name != "":
		return crs.ByName(s.Name)
	}
	return crs.System{}, nil
}

// Declared reports whether the file declares a system.
func (s System) Declared() bool { return s != System{} }
