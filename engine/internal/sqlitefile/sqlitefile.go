// SPDX-License-Identifier: MIT

// Package sqlitefile opens SQLite databases by path and explains their errors.
package sqlitefile

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Open opens the database at path, which may contain any characters. query holds
// parameters of SQLite's URI and of the driver; nil for none.
func Open(path string, query url.Values) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/…
	}
	return sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}).String())
}

// Limit sets the longest value (bytes) that a connection makes or reads. Functions in a
// hostile database could make values of any length otherwise.
func Limit(c *sql.Conn, bytes int64) error {
	_, err := sqlite.Limit(c, sqlite3.SQLITE_LIMIT_LENGTH, int(min(bytes, math.MaxInt32)))
	return err
}

// Refused reports whether err says that a statement does not fit the tables of the
// database, or that a value is longer than Limit.
func Refused(err error) bool {
	code := codeOf(err)
	return code == sqlite3.SQLITE_ERROR || code == sqlite3.SQLITE_TOOBIG
}

// Explain returns err with the cause that SQLite reports by a number: a full disk
// (syscall.ENOSPC) or no permission (syscall.EACCES).
func Explain(err error) error {
	if of := new(sqlite.Error); errors.As(err, &of) && of.Code() == sqlite3.SQLITE_IOERR_SHMSIZE {
		return fmt.Errorf("%w: %w", syscall.ENOSPC, err) // the file next to the database cannot grow
	}
	switch codeOf(err) {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", syscall.ENOSPC, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%w: %w", syscall.EACCES, err)
	default:
		return err
	}
}

// Damaged reports whether err says that the file is not a database, or contradicts itself.
func Damaged(err error) bool {
	code := codeOf(err)
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}

// codeOf returns the primary result code of an error of SQLite, 0 for another error.
func codeOf(err error) int {
	const primary = 0xff // the rest is detail
	var of *sqlite.Error
	if errors.As(err, &of) {
		return of.Code() & primary
	}
	return 0
}
