// SPDX-License-Identifier: MIT

package install

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"roadsnap/app/download"
	"roadsnap/app/library"
)

// Catalog lists the maps that can be installed.
type Catalog struct {
	Maps []Entry `json:"maps"`
}

// Entry is a map that can be installed.
type Entry struct {
	ID    string            `json:"id"`   // names its versions in the library, such as "vietnam"
	Name  map[string]string `json:"name"` // by language
	Roads Source            `json:"roads"`
}

// Source is a file to download.
type Source struct {
	URLs      []string `json:"urls"` // https only; the preferred one first, then its mirrors
	MD5Suffix string   `json:"md5_suffix,omitempty"`
	SHA256    string   `json:"sha256,omitempty"`
	Bytes     int64    `json:"bytes"` // about
	Licence   string   `json:"licence"`
}

// ErrCatalog reports a catalogue that cannot be used.
var ErrCatalog = errors.New("the catalogue of maps is damaged")

// ErrNoEntry reports a map that the catalogue does not have.
var ErrNoEntry = errors.New("the catalogue has no such map")

// idPattern are the identifiers that can be part of a file's name on every system.
var idPattern = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

// ReadCatalog reads a catalogue in JSON.
func ReadCatalog(text []byte) (Catalog, error) {
	var c Catalog
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return Catalog{}, fmt.Errorf("%w: %w", ErrCatalog, err)
	}
	if len(c.Maps) == 0 {
		return Catalog{}, fmt.Errorf("%w: it has no maps", ErrCatalog)
	}
	for i, e := range c.Maps {
		if err := e.check(); err != nil {
			return Catalog{}, fmt.Errorf("%w: map %d: %w", ErrCatalog, i+1, err)
		}
		if slices.ContainsFunc(c.Maps[:i], func(other Entry) bool { return other.ID == e.ID }) {
			return Catalog{}, fmt.Errorf("%w: map %q is there twice", ErrCatalog, e.ID)
		}
	}
	return c, nil
}

// CatalogFile is the name of a catalogue in the folder of a library, which replaces the
// embedded one. It serves those who keep the sources of their maps on a server of their own.
const CatalogFile = "catalog.json"

// maxCatalog limits the size of a catalogue (bytes).
const maxCatalog = 1 << 20

// CatalogAt reads a catalogue from a file, or from an address that begins with https.
func CatalogAt(ctx context.Context, c *download.Client, place string) (Catalog, error) {
	var text []byte
	var err error
	if strings.Contains(place, "://") {
		text, err = c.Small(ctx, place, maxCatalog)
	} else {
		text, err = os.ReadFile(place)
	}
	if err != nil {
		return Catalog{}, err
	}
	return ReadCatalog(text)
}

// CatalogOf returns the catalogue in the folder of a library, and without one that in text.
func CatalogOf(l *library.Library, text []byte) (Catalog, error) {
	own, err := os.ReadFile(filepath.Join(l.Folder(), CatalogFile))
	switch {
	case err == nil:
		text = own
	case !errors.Is(err, fs.ErrNotExist):
		return Catalog{}, err
	}
	return ReadCatalog(text)
}

func (e Entry) check() error {
	switch {
	case !idPattern.MatchString(e.ID):
		return fmt.Errorf("the id is %q; use small letters, digits and hyphens", e.ID)
	case len(e.Roads.URLs) == 0:
		return errors.New("roads.urls is empty")
	case e.Roads.Bytes <= 0:
		return errors.New("roads.bytes is missing")
	case e.Roads.MD5Suffix == "" && e.Roads.SHA256 == "":
		return errors.New("roads has neither md5_suffix nor sha256")
	}
	for _, u := range e.Roads.URLs {
		if !strings.HasPrefix(u, "https://") {
			return fmt.Errorf("%s is not https", u)
		}
	}
	return nil
}

// Find returns the map with an ID.
func (c Catalog) Find(id string) (Entry, error) {
	var ids []string
	for _, e := range c.Maps {
		if e.ID == id {
			return e, nil
		}
		ids = append(ids, e.ID)
	}
	return Entry{}, fmt.Errorf("%w: %q; it has %s", ErrNoEntry, id, strings.Join(ids, ", "))
}

// Title returns the name in a language, English for one that is missing.
func (e Entry) Title(language string) string {
	for _, l := range []string{language, "en"} {
		if name := e.Name[l]; name != "" {
			return name
		}
	}
	return e.ID
}

// packPerByte is what making a pack takes for each byte of its extract, temporary files
// included, as measured in engine/need.go.
const packPerByte = 3.6

// PackBytes returns about how much space the pack of an extract takes (bytes), while it is
// made.
func PackBytes(extract int64) int64 { return int64(packPerByte * float64(extract)) }

// Needs returns about how much free space an installation takes (bytes): the download and
// the pack.
func (e Entry) Needs() int64 { return e.Roads.Bytes + PackBytes(e.Roads.Bytes) }
