// SPDX-License-Identifier: MIT

package unitimport

import (
	"archive/zip"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// maxFiles is the largest number of files and entries of archives that one import
// reads.
const maxFiles = 20000

// source is a file on disk.
type source struct {
	path string
	name string // for display: without folder, if that is unambiguous
	size int64
}

// text is a file to read, or an entry of an archive.
type text struct {
	source *source
	entry  *zip.File // nil for the file itself
	name   string    // for display
	size   int64     // bytes as stored
	// others are all entries of the archive, by name in lower case.
	others map[string]*zip.File
}

// endings are the names of files that are read from a folder or an archive. A file
// given by its path is read whatever its name.
var endings = []string{".geojson", ".json", ".geojsonl", ".ndjson", ".geojson.gz", ".json.gz", ".geojsonl.gz", ".ndjson.gz", ".shp", ".gpkg", ".fgb", ".kml"}

// readable reports whether a file of a folder or archive is to be read. Names that
// begin with a dot belong to the system.
func readable(name string, more ...string) bool {
	name = strings.ToLower(name)
	return !strings.HasPrefix(name, ".") && slices.ContainsFunc(append(more, endings...), func(end string) bool { return strings.HasSuffix(name, end) })
}

// Files returns the files that Import reads at the paths, including those in folders.
// It opens none.
func Files(paths []string) ([]string, error) {
	list, err := sources(paths)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.path
	}
	return out, nil
}

// sources returns the files at the paths, including those in folders, each file once,
// in the order of their names.
func sources(paths []string) ([]source, error) {
	var out []source
	var infos []fs.FileInfo
	add := func(name string, info fs.FileInfo) error {
		switch {
		case !info.Mode().IsRegular():
			return fmt.Errorf("%q: %w", name, formatf("it is not a regular file"))
		case len(out) >= maxFiles:
			return fmt.Errorf("%q: %w", name, formatf("there are more than %d files", maxFiles))
		case slices.ContainsFunc(infos, func(other fs.FileInfo) bool { return other.Size() == info.Size() && os.SameFile(other, info) }):
			return nil
		}
		infos = append(infos, info)
		out = append(out, source{path: name, size: info.Size()})
		return nil
	}
	for _, given := range paths {
		info, err := os.Stat(given)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			if err := add(given, info); err != nil {
				return nil, err
			}
			continue
		}
		before := len(out)
		// A link to a folder is walked like the folder only if it ends in a
		// separator.
		err = filepath.WalkDir(given+string(filepath.Separator), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !readable(d.Name(), ".zip", ".kmz") {
				return err
			}
			if info, err = os.Stat(name); err != nil {
				return err
			}
			return add(name, info)
		})
		if err != nil {
			return nil, err
		}
		if len(out) == before {
			return nil, fmt.Errorf("%q: %w", given, formatf("the folder holds no GeoJSON, .shp, .gpkg, .fgb, .kml or .zip, or was given twice"))
		}
	}
	slices.SortFunc(out, func(a, b source) int {
		return cmp.Or(cmp.Compare(filepath.Base(a.path), filepath.Base(b.path)), cmp.Compare(a.path, b.path))
	})
	label(out)
	return out, nil
}

// label sets the names of sorted sources.
func label(list []source) {
	for i := range list {
		list[i].name = filepath.Base(list[i].path)
	}
	for i := 1; i < len(list); i++ {
		if filepath.Base(list[i].path) == filepath.Base(list[i-1].path) {
			list[i-1].name, list[i].name = list[i-1].path, list[i].path
		}
	}
}

// The first bytes of compressed files.
const (
	zipMagic  = "PK"
	gzipMagic = "\x1f\x8b"
)

// texts returns the texts in a file, and the archive if the file is one. The archive
// must stay open while they are read.
func (s *source) texts() (list []text, archive io.Closer, err error) {
	f, err := os.Open(s.path)
	if err != nil {
		return nil, nil, err
	}
	start := make([]byte, len(zipMagic))
	if _, err := io.ReadFull(f, start); err != nil || string(start) != zipMagic {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = nil
		}
		return []text{{source: s, name: s.name, size: s.size}}, nil, errors.Join(err, f.Close())
	}
	// The section turns offsets outside the file, which a damaged archive may have,
	// into its end.
	z, err := zip.NewReader(io.NewSectionReader(f, 0, s.size), s.size)
	if err != nil {
		return nil, nil, errors.Join(corruptf("the zip archive: %v; copy or download it again", err), f.Close())
	}
	if len(z.File) > maxFiles {
		return nil, nil, errors.Join(formatf("the archive has %d entries; at most %d are read", len(z.File), maxFiles), f.Close())
	}
	others := make(map[string]*zip.File)
	for _, e := range z.File {
		others[strings.ToLower(e.Name)] = e
		base := path.Base(e.Name)
		if e.FileInfo().IsDir() || strings.Contains(e.Name, "__MACOSX/") || !readable(base) {
			continue
		}
		if e.Flags&1 != 0 {
			return nil, nil, errors.Join(formatf("the entry %q is encrypted; unpack it first", e.Name), f.Close())
		}
		list = append(list, text{source: s, entry: e, name: s.name + "/" + e.Name, size: int64(e.CompressedSize64), others: others})
	}
	if len(list) == 0 {
		return nil, nil, errors.Join(formatf("the archive has no entry that ends in .geojson, .json, .shp, .gpkg, .fgb or .kml; archives within archives are not read"), f.Close())
	}
	slices.SortStableFunc(list, func(a, b text) int { return cmp.Compare(a.name, b.name) })
	return list, f, nil
}

// open returns the unpacked text. It calls tick with the number of bytes read from
// the disk.
func (t *text) open(ctx context.Context, room *room, tick func(bytes int64)) (io.Reader, io.Closer, error) {
	var raw io.ReadCloser
	var err error
	if t.entry != nil {
		raw, err = t.entry.Open()
	} else {
		raw, err = os.Open(t.source.path)
	}
	if err != nil {
		return nil, nil, unpackError(err)
	}
	var in io.Reader = &watched{ctx: ctx, in: raw, tick: tick}
	if t.entry != nil {
		in = &limited{in: in, room: room}
	}
	head := make([]byte, len(gzipMagic))
	n, err := io.ReadFull(in, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, nil, errors.Join(unpackError(err), raw.Close())
	}
	in = io.MultiReader(strings.NewReader(string(head[:n])), in)
	if string(head) != gzipMagic {
		return &unpacked{in}, raw, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, nil, errors.Join(unpackError(err), raw.Close())
	}
	return &unpacked{&limited{in: z, room: room}}, raw, nil
}

// withEnding returns a name with another extension.
func withEnding(name, ending string) string {
	return strings.TrimSuffix(name, path.Ext(name)) + ending
}

// sibling opens the file with another extension next to the text, in the same archive or
// folder, whatever the case of its letters. It returns nil if there is none.
func (t *text) sibling(ending string) (io.ReadCloser, error) {
	if t.entry != nil {
		e := t.others[strings.ToLower(withEnding(t.entry.Name, ending))]
		if e == nil {
			return nil, nil //nolint:nilnil // as documented
		}
		f, err := e.Open()
		return f, unpackError(err)
	}
	want := strings.ToLower(withEnding(filepath.Base(t.source.path), ending))
	folder := filepath.Dir(t.source.path)
	list, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		if strings.ToLower(d.Name()) == want {
			return os.Open(filepath.Join(folder, d.Name()))
		}
	}
	return nil, nil //nolint:nilnil // as documented
}
