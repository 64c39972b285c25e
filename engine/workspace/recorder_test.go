// SPDX-License-Identifier: MIT

package workspace

import (
	"bytes"
	"path/filepath"
	"sync"
	"testing"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// change is a change of a file that SQLite asked the system for, or a mark of the test.
type change struct {
	kind   changeKind
	file   string // base name
	offset int64  // of a write; the size after a truncation; the number of a mark
	data   []byte // of a write
}

type changeKind uint8

const (
	written changeKind = iota
	truncated
	synced
	deleted
	marked
)

// changeLog records the changes of the files in a folder.
type changeLog struct {
	mu      sync.Mutex
	folder  string
	base    *sqlite3.Tsqlite3_vfs
	files   map[uintptr]string // names by sqlite3_file
	methods map[uintptr]uintptr
	changes []change
	writes  int // how many more succeed before the disk is full; negative: all
}

// full reports whether the disk is full for a write.
func (l *changeLog) full() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.writes > 0 {
		l.writes--
		return false
	}
	return l.writes == 0
}

// allow sets how many more writes succeed; negative: all.
func (l *changeLog) allow(writes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writes = writes
}

// recorder is the log that the recording VFS writes to. Its functions are called by number,
// and so cannot be closures.
var recorder *changeLog

func (l *changeLog) add(c change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changes = append(l.changes, c)
}

// name returns the name of an open file in the folder, "" for another.
func (l *changeLog) name(file uintptr) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.files[file]
}

// at returns the object at an address that SQLite allocated.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// number returns the number by which SQLite calls a function that is not a closure.
func number[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f F }{f})) }

// function is the reverse of number.
func function[F any](n uintptr) F { return *(*F)(unsafe.Pointer(&struct{ n uintptr }{n})) }

type (
	openFunction     = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32
	deleteFunction   = func(tls *libc.TLS, vfs, name uintptr, syncFolder int32) int32
	writeFunction    = func(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32
	truncateFunction = func(tls *libc.TLS, file uintptr, size int64) int32
	syncFunction     = func(tls *libc.TLS, file uintptr, flags int32) int32
)

// recordOpen opens a file and gives it the methods that record.
func recordOpen(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32 {
	l := recorder
	code := function[openFunction](l.base.FxOpen)(tls, vfs, name, file, flags, out)
	if code != sqlite3.SQLITE_OK || name == 0 {
		return code
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	path := libc.GoString(name)
	if delete(l.files, file); filepath.Dir(path) != l.folder {
		return code
	}
	l.files[file] = filepath.Base(path)
	header := at[sqlite3.Tsqlite3_file](file)
	methods, ok := l.methods[header.FpMethods]
	if !ok {
		copied := *at[sqlite3.Tsqlite3_io_methods](header.FpMethods)
		copied.FxWrite, copied.FxTruncate, copied.FxSync = number[writeFunction](recordWrite), number[truncateFunction](recordTruncate), number[syncFunction](recordSync)
		methods = libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(copied)))
		*at[sqlite3.Tsqlite3_io_methods](methods) = copied
		l.methods[header.FpMethods], l.methods[methods] = methods, header.FpMethods
	}
	header.FpMethods = methods
	return code
}

// original returns the methods of a file that do not record.
func (l *changeLog) original(file uintptr) *sqlite3.Tsqlite3_io_methods {
	l.mu.Lock()
	defer l.mu.Unlock()
	return at[sqlite3.Tsqlite3_io_methods](l.methods[at[sqlite3.Tsqlite3_file](file).FpMethods])
}

func recordWrite(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
	if recorder.full() {
		return sqlite3.SQLITE_FULL // as the system's VFS answers ENOSPC
	}
	recorder.add(change{kind: written, file: recorder.name(file), offset: offset, data: bytes.Clone(unsafe.Slice(at[byte](data), n))})
	return function[writeFunction](recorder.original(file).FxWrite)(tls, file, data, n, offset)
}

func recordTruncate(tls *libc.TLS, file uintptr, size int64) int32 {
	recorder.add(change{kind: truncated, file: recorder.name(file), offset: size})
	return function[truncateFunction](recorder.original(file).FxTruncate)(tls, file, size)
}

func recordSync(tls *libc.TLS, file uintptr, flags int32) int32 {
	code := function[syncFunction](recorder.original(file).FxSync)(tls, file, flags)
	recorder.add(change{kind: synced, file: recorder.name(file)})
	return code
}

func recordDelete(tls *libc.TLS, vfs, name uintptr, syncFolder int32) int32 {
	l := recorder
	if path := libc.GoString(name); filepath.Dir(path) == l.folder {
		l.add(change{kind: deleted, file: filepath.Base(path)})
	}
	return function[deleteFunction](l.base.FxDelete)(tls, vfs, name, syncFolder)
}

// record makes a recording VFS the default one until the returned function is called. It
// passes everything on to the system's.
func record(t *testing.T, folder string) (stop func()) {
	t.Helper()
	if resolved, err := filepath.EvalSymlinks(folder); err == nil {
		folder = resolved // as SQLite does
	}
	tls := libc.NewTLS()
	base := sqlite3.Xsqlite3_vfs_find(tls, 0)
	recorder = &changeLog{folder: folder, base: at[sqlite3.Tsqlite3_vfs](base), files: map[uintptr]string{}, methods: map[uintptr]uintptr{}, writes: -1}
	name, err := libc.CString("recording")
	if err != nil {
		t.Fatal(err)
	}
	vfs := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_vfs{})))
	*at[sqlite3.Tsqlite3_vfs](vfs) = *recorder.base
	own := at[sqlite3.Tsqlite3_vfs](vfs)
	own.FzName, own.FpNext = name, 0
	own.FxOpen, own.FxDelete = number[openFunction](recordOpen), number[deleteFunction](recordDelete)
	if code := sqlite3.Xsqlite3_vfs_register(tls, vfs, 1); code != sqlite3.SQLITE_OK {
		t.Fatalf("register a VFS: code %d", code)
	}
	return func() {
		sqlite3.Xsqlite3_vfs_register(tls, base, 1)
		sqlite3.Xsqlite3_vfs_unregister(tls, vfs)
		tls.Close()
	}
}
