// SPDX-License-Identifier: MIT

package units

import (
	"errors"
	"fmt"
	"io/fs"
)

// earlierName is an older name of a province, or the name of a province merged into
// it before there were 63 provinces.
type earlierName struct {
	name     string // with its kind
	province uint16 // index in Table.provinces
	until    Date   // its last day
}

func (l *loader) earlier() error {
	if _, err := fs.Stat(l.fsys, earlierFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	codes := make(map[string]uint16)
	for i, p := range l.table.provinces {
		codes[p.Code] = uint16(i)
	}
	return readRows(l.fsys, earlierFile, []string{"name", "code", "until"}, ascending(func(row []string) error {
		name, code := row[0], row[1]
		if err := checkFormerName(name, formerProvinceKinds); err != nil {
			return err
		}
		province, ok := codes[code]
		if !ok {
			return fmt.Errorf("code %q is not in %s", code, provincesFile)
		}
		until, err := parseDate(row[2])
		if err != nil {
			return err
		}
		l.table.former.earlier = append(l.table.former.earlier, earlierName{name, province, until})
		return nil
	}))
}
