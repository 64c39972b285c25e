// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"roadsnap/internal/atomicfile"
)

// Folder is where inputs or outputs are: in a folder of this machine, or in a bucket.
type Folder interface {
	// List returns all files, also those in folders below.
	List(ctx context.Context) ([]File, error)
	// Open opens a file, of which only the name must be set. If its version is set, there is an
	// error when it is opened, read or closed if the file has changed.
	Open(ctx context.Context, f File) (Object, error)
	// Write writes a file, which appears as a whole when write has returned nil.
	Write(ctx context.Context, name string, write func(io.Writer) error) error
	// Place returns where the folder is, one text for all ways to call it; and the name of the
	// file, if it is a single one.
	Place() (folder, only string)
	// String returns the place of the folder, for messages.
	String() string
}

// File is a file of a folder.
type File struct {
	Name    string // relative to the folder, with slashes
	Size    int64
	Version string // which is another one after a change
	Hash    string // of the contents, if the folder knows it
}

// EtagPrefix precedes the entity tag of an object where it stands for the hash of its bytes.
const EtagPrefix = "etag:"

// changedError returns the error for a file that is not the one that was listed.
func changedError(name string) error {
	return fmt.Errorf("%s has changed since this shard listed its inputs; run it again", name)
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
	mark string // in the names of unfinished files, says which shard writes them
}

// OpenLocal returns the folder at path, or the file there.
func OpenLocal(path string) (Local, error) {
	if strings.Contains(path, "://") {
		return Local{}, fmt.Errorf("%s is no folder; buckets are read by the program roadsnap-batch", path)
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Local{}, fmt.Errorf("%s does not exist; name a file or folder that is there", path)
	}
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return Local{}, err
	}
	if info.IsDir() {
		return Local{path: path}, nil
	}
	return Local{path: filepath.Dir(path), only: filepath.Base(path)}, nil
}

// CreateLocal returns the folder at path, which is made if it does not exist.
func CreateLocal(path string) (Local, error) {
	if strings.Contains(path, "://") {
		return OpenLocal(path)
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return Local{}, fmt.Errorf("%s is a file; name a folder for the outputs", path)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return Local{}, fmt.Errorf("cannot make the folder %s: %w; name another one for the outputs", path, atomicfile.Bare(err))
	}
	return OpenLocal(path)
}

// apart reports whether outputs in a folder are not among the inputs of another one.
func apart(in, out Folder) bool {
	from, only := in.Place()
	to, _ := out.Place()
	if only != "" {
		return to != from
	}
	return !strings.HasPrefix(strings.TrimRight(to, "/")+"/", strings.TrimRight(from, "/")+"/")
}

// String returns the path.
func (l Local) String() string { return filepath.Join(l.path, l.only) }

// Place returns the path of the folder with slashes, and the name of a single file.
func (l Local) Place() (folder, only string) { return filepath.ToSlash(l.path), l.only }

// fileOf describes a file. Its version is the time of its last change.
func fileOf(name string, info fs.FileInfo) File {
	return File{Name: name, Size: info.Size(), Version: info.ModTime().UTC().Format(time.RFC3339Nano)}
}

// List returns all files.
func (l Local) List(ctx context.Context) (list []File, err error) {
	add := func(path string, info fs.FileInfo) error {
		name, err := filepath.Rel(l.path, path)
		list = append(list, fileOf(filepath.ToSlash(name), info))
		return err
	}
	if l.only != "" {
		info, err := os.Stat(l.String())
		if err == nil && !info.Mode().IsRegular() {
			err = fmt.Errorf("%s is no regular file", l)
		}
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
		if errors.Is(err, fs.ErrNotExist) && d.Type().IsRegular() {
			return nil // another process has renamed or removed it meanwhile
		}
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		return add(path, info)
	})
	return list, err
}

// Open opens a file.
func (l Local) Open(_ context.Context, want File) (Object, error) {
	f, err := os.Open(l.at(want.Name))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	o := localObject{f, want}
	if err == nil && want.Version == "" {
		o.file.Size = info.Size()
	} else if err == nil {
		err = o.changed(info)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return o, nil
}

// Write writes a file.
func (l Local) Write(_ context.Context, name string, write func(io.Writer) error) error {
	if !filepath.IsLocal(filepath.FromSlash(name)) { // the name of an object may be anything
		return fmt.Errorf("%s is no name of a file", name)
	}
	// A link to a folder elsewhere is an error, because inputs may be there.
	root, err := os.OpenRoot(l.path)
	if err == nil {
		folder := filepath.Dir(filepath.FromSlash(name))
		err = root.MkdirAll(folder, 0o777)
		if err == nil {
			_, err = root.Stat(folder)
		}
		err = errors.Join(err, root.Close())
	}
	if err != nil {
		return err
	}
	return atomicfile.WriteMarked(l.at(name), l.mark, 0o644, write)
}

// sweep removes the unfinished files that a killed process with the same mark has left, and returns
// their names.
func (l Local) sweep(list []File) (removed []string) {
	for _, f := range list {
		if atomicfile.RemovePartial(l.at(f.Name), l.mark) {
			removed = append(removed, f.Name)
		}
	}
	return removed
}

func (l Local) at(name string) string { return filepath.Join(l.path, filepath.FromSlash(name)) }

// localObject is an open file of this machine.
type localObject struct {
	*os.File
	file File
}

// Size returns the size (bytes).
func (o localObject) Size() int64 { return o.file.Size }

// changed returns an error if the file has not the wanted version.
func (o localObject) changed(info fs.FileInfo) error {
	if o.file.Version != "" && fileOf(o.file.Name, info) != o.file {
		return changedError(o.file.Name)
	}
	return nil
}

// Close closes the file, which must not have changed since it was opened.
func (o localObject) Close() error {
	info, err := o.Stat()
	if err == nil {
		err = o.changed(info)
	}
	return errors.Join(err, o.File.Close())
}

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

// bufferSize returns the size of the reads of an object (bytes): a small one needs no large buffer.
func bufferSize(o Object) int { return int(min(1<<20, max(o.Size(), 1<<16))) }

// wholeHash returns the hash of all bytes.
func wholeHash(o Object) (string, error) {
	h := sha256.New()
	if _, err := io.CopyBuffer(h, struct{ io.Reader }{section(o)}, make([]byte, bufferSize(o))); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}
