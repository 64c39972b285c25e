// SPDX-License-Identifier: MIT

package workspace

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// The header of an SQLite database begins with a text, and has the ID of its program.
const (
	headerText = "SQLite format 3\x00"
	programAt  = 68 // byte of the ID
	headerSize = 100
)

// IsOther reports whether the file at path seems to belong to another program, by its first bytes.
// A missing or an empty file does not. Open renames such a file, because a workspace may be damaged
// in this way: call IsOther first if a user has typed the path.
func IsOther(path string) (bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close() //nolint:errcheck // only read
	head, err := io.ReadAll(io.LimitReader(f, headerSize))
	if err != nil || len(head) == 0 {
		return false, err
	}
	if len(head) < headerSize || !strings.HasPrefix(string(head), headerText) {
		return true, nil
	}
	switch binary.BigEndian.Uint32(head[programAt:]) {
	case applicationID:
		return false, nil
	case 0: // the ID of a new workspace may still be in its log
		_, err := os.Stat(path + "-wal")
		return err != nil, nil
	}
	return true, nil
}
