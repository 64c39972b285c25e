// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"roadsnap/internal/atomicfile"
)

// Folder is where inputs or outputs are: in a folder of this machine, or in a bucket.
type Folder interface {
	// List returns all files, also those in folders below.
	List(ctx context.Context) ([]File, error)
	Open(ctx context.Context, name string) (Object, error)
	// Write writes a file, which appears as a whole when write has returned nil.
	Write(ctx context.Context, name string, write func(io.Writer) error) error
	// String returns the place of the folder, for messages.
	String() string
}

// File is a file of a folder.
type File struct {
	Name string // relative to the folder, with slashes
	Size int64
	Hash string // of the contents, if the folder knows it
}

// Object is an open file.
type Object interface {
	io.ReaderAt
	io.Closer
	Size() int64
}

// Local is a folder of this machine, or a single file in it.
type Local struct {
	path string
	only string // the name of the file, if it is a single one
}

// OpenLocal returns the folder at path, or the file there.
func OpenLocal(path string) (Local, error) {
	if strings.Contains(path, "://") {
		return Local{}, fmt.Errorf("%s is no folder; buckets are read by the program roadsnap-batch", path)
	}
	info, err := os.Stat(path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return Local{}, err
	}
	if info.IsDir() {
		return Local{path: path}, nil
	}
	return Local{filepath.Dir(path), filepath.Base(path)}, nil
}

// CreateLocal returns the folder at path, which is made if it does not exist.
func CreateLocal(path string) (Local, error) {
	if strings.Contains(path, "://") {
		return OpenLocal(path)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return Local{}, err
	}
	return OpenLocal(path)
}

// apart reports whether outputs in a folder are not among the inputs of another one.
func apart(in, out Folder) bool {
	from := in.String()
	if l, ok := in.(Local); ok && l.only != "" {
		return out.String() != l.path
	}
	return out.String() != from && !strings.HasPrefix(out.String(), strings.TrimRight(from, `/\`)+string(filepath.Separator)) &&
		!strings.HasPrefix(out.String(), strings.TrimRight(from, "/")+"/")
}

// String returns the path.
func (l Local) String() string { return filepath.Join(l.path, l.only) }

// List returns all files.
func (l Local) List(ctx context.Context) (list []File, err error) {
	add := func(path string, info fs.FileInfo) error {
		name, err := filepath.Rel(l.path, path)
		list = append(list, File{Name: filepath.ToSlash(name), Size: info.Size()})
		return err
	}
	if l.only != "" {
		info, err := os.Stat(l.String())
		if err != nil {
			return nil, err
		}
		return list, add(l.String(), info)
	}
	err = filepath.WalkDir(l.path, func(path string, d fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(path) // of the target of a link
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		return add(path, info)
	})
	return list, err
}

// Open opens a file.
func (l Local) Open(_ context.Context, name string) (Object, error) {
	f, err := os.Open(l.at(name))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return localObject{f, info.Size()}, nil
}

// Write writes a file.
func (l Local) Write(_ context.Context, name string, write func(io.Writer) error) error {
	path := l.at(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return atomicfile.Write(path, 0o666, write)
}

func (l Local) at(name string) string { return filepath.Join(l.path, filepath.FromSlash(name)) }

// localObject is an open file of this machine.
type localObject struct {
	*os.File
	size int64
}

// Size returns the size (bytes).
func (o localObject) Size() int64 { return o.size }

// counted counts the bytes that are read from an object.
type counted struct {
	Object
	read *atomic.Int64
}

// ReadAt reads, and counts what was read.
func (c counted) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.Object.ReadAt(p, off)
	c.read.Add(int64(n))
	return n, err
}

// section returns a reader of the whole object.
func section(o Object) *io.SectionReader { return io.NewSectionReader(o, 0, o.Size()) }

// wholeHash returns the hash of all bytes.
func wholeHash(o Object) (string, error) {
	h := sha256.New()
	if _, err := io.CopyBuffer(h, struct{ io.Reader }{section(o)}, make([]byte, 1<<20)); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}

// footerHash returns the hash of the footer of a Parquet file, which has the places, sizes
// and statistics of everything else.
func footerHash(o Object) (string, error) {
	var tail [8]byte
	if o.Size() < int64(len(tail)) {
		return wholeHash(o)
	}
	if _, err := o.ReadAt(tail[:], o.Size()-8); err != nil {
		return "", err
	}
	length := min(int64(binary.LittleEndian.Uint32(tail[:]))+8, o.Size())
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(o, o.Size()-length, length)); err != nil {
		return "", err
	}
	return "sha256-footer:" + hex.EncodeToString(h.Sum(nil)), nil
}
