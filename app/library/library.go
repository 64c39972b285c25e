// SPDX-License-Identifier: MIT

// Package library keeps a user's maps: packs in one folder, under names with a version,
// and a record of the one in use and the one before it. A map that is added becomes the
// one in use only when it is whole. The one before stays, so that the user can go back.
package library

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"roadsnap/engine/errclass"
	"roadsnap/engine/pack"
	"roadsnap/internal/atomicfile"
)

// The errors of this package.
var (
	// ErrUnknown reports a name that no map in the library has.
	ErrUnknown = errors.New("there is no such map in the library")
	// ErrInUse reports that the map in use cannot be removed.
	ErrInUse = errors.New("the map is in use")
	// ErrNoEarlier reports that there is no map to go back to.
	ErrNoEarlier = errors.New("there is no earlier map to go back to")
	// ErrBusy reports that another process changes the library.
	ErrBusy = errclass.New(errclass.InstallRunning, "the library is being changed")
)

const (
	packSuffix = ".rsp"
	choiceFile = "library.json"
)

// Library is a folder of map packs. Its methods may be called by several processes; those
// that add maps need a Lock.
type Library struct{ folder string }

// DefaultFolder returns the folder of the user's library, which may not exist yet.
func DefaultFolder() string { return filepath.Join(xdg.DataHome, "roadsnap", "maps") }

// Open returns the library in a folder. It creates nothing, so that programs that only read
// leave no trace.
func Open(folder string) *Library { return &Library{folder} }

// Folder returns the folder of the library.
func (l *Library) Folder() string { return l.folder }

// ChoiceFile returns the path of the file that names the map in use. It is replaced when another map
// is used, and need not exist.
func (l *Library) ChoiceFile() string { return filepath.Join(l.folder, choiceFile) }

// Has reports whether a path is that of a map in the library, also of one that is gone.
func (l *Library) Has(path string) bool {
	return filepath.Dir(path) == filepath.Clean(l.folder) && strings.HasSuffix(path, packSuffix)
}

// Map is a map in the library.
type Map struct {
	Name string // of its file, without the extension, such as "vietnam-2026-11-24"
	Path string
	Size int64     // bytes
	Meta pack.Meta // zero if Err is set
	Err  error     // why the pack cannot be opened
	Used bool
	// Earlier marks the map that was in use before.
	Earlier bool
	// Checksum is that of the file that the map was made of, "" if unknown.
	Checksum string
}

// choice is the content of choiceFile: names of maps.
type choice struct {
	Used    string `json:"used,omitempty"`
	Earlier string `json:"earlier,omitempty"`
	// Checksums are those of the files that maps were made of, by the names of the maps.
	Checksums map[string]string `json:"checksums,omitempty"`
}

// Maps lists the maps by name. A folder that does not exist holds none.
func (l *Library) Maps() ([]Map, error) {
	entries, err := os.ReadDir(l.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	chosen, err := l.choice()
	if err != nil {
		return nil, err
	}
	var maps []Map
	for _, e := range entries {
		name, isPack := strings.CutSuffix(e.Name(), packSuffix)
		if !isPack || strings.HasPrefix(name, ".") || e.IsDir() {
			continue
		}
		m := l.describe(name)
		m.Used, m.Earlier, m.Checksum = name == chosen.Used, name == chosen.Earlier, chosen.Checksums[name]
		maps = append(maps, m)
	}
	slices.SortFunc(maps, func(a, b Map) int { return strings.Compare(a.Name, b.Name) })
	return maps, nil
}

func (l *Library) describe(name string) Map {
	m := Map{Name: name, Path: l.path(name)}
	p, err := pack.Open(m.Path)
	if err != nil {
		m.Err = err
		if info, err := os.Stat(m.Path); err == nil {
			m.Size = info.Size()
		}
		return m
	}
	m.Size, m.Meta = p.Size(), p.Meta()
	m.Err = p.Close()
	return m
}

func (l *Library) path(name string) string { return filepath.Join(l.folder, name+packSuffix) }

// Used returns the path of the map in use, "" if there is none.
func (l *Library) Used() (string, error) {
	chosen, err := l.choice()
	if err != nil || chosen.Used == "" {
		return "", err
	}
	return l.path(chosen.Used), nil
}

// Use makes a map the one in use, if it can be opened.
func (l *Library) Use(name string) error {
	m, err := l.find(name)
	if err != nil {
		return err
	}
	if m.Err != nil {
		return m.Err
	}
	chosen, err := l.choice()
	if err != nil {
		return err
	}
	return l.choose(chosen.then(m.Name))
}

// then returns the choice after another map is used.
func (c choice) then(name string) choice {
	if c.Used == name {
		return c
	}
	c.Used, c.Earlier = name, c.Used
	return c
}

// Back makes the map before the one in use, and the other way round. It returns that map.
func (l *Library) Back() (Map, error) {
	chosen, err := l.choice()
	if err != nil {
		return Map{}, err
	}
	if chosen.Earlier == "" {
		return Map{}, ErrNoEarlier
	}
	m, err := l.find(chosen.Earlier)
	if err != nil {
		return Map{}, err
	}
	return m, l.Use(m.Name)
}

// Remove deletes a map that is not in use.
func (l *Library) Remove(name string) error {
	m, err := l.find(name)
	if err != nil {
		return err
	}
	chosen, err := l.choice()
	if err != nil {
		return err
	}
	if chosen.Used == m.Name {
		return fmt.Errorf("%w: %s; use another one first", ErrInUse, m.Name)
	}
	if chosen.Earlier == m.Name {
		chosen.Earlier = ""
		if err := l.choose(chosen); err != nil {
			return err
		}
	}
	return os.Remove(m.Path)
}

// find returns the map with a name, or an ErrUnknown that lists the names there are.
func (l *Library) find(name string) (Map, error) {
	maps, err := l.Maps()
	if err != nil {
		return Map{}, err
	}
	name = strings.TrimSuffix(name, packSuffix)
	if i := slices.IndexFunc(maps, func(m Map) bool { return m.Name == name }); i >= 0 {
		return maps[i], nil
	}
	var names []string
	for _, m := range maps {
		names = append(names, m.Name)
	}
	if len(names) == 0 {
		return Map{}, fmt.Errorf("%w: %s; the library is empty", ErrUnknown, name)
	}
	return Map{}, fmt.Errorf("%w: %s; it has %s", ErrUnknown, name, strings.Join(names, ", "))
}

// choice reads which map is in use. A record that is damaged, or names a map that is gone,
// names none: the maps themselves are still there to choose from.
func (l *Library) choice() (c choice, err error) {
	text, err := os.ReadFile(l.ChoiceFile())
	if errors.Is(err, fs.ErrNotExist) {
		return choice{}, nil
	}
	if err != nil {
		return choice{}, err
	}
	_ = json.Unmarshal(text, &c) // what cannot be read names none
	for _, name := range []*string{&c.Used, &c.Earlier} {
		// A name with a folder in it is not of this library.
		if *name == "" || filepath.Base(*name) != *name || !isFile(l.path(*name)) {
			*name = ""
		}
	}
	for name := range c.Checksums {
		if filepath.Base(name) != name || !isFile(l.path(name)) {
			delete(c.Checksums, name)
		}
	}
	return c, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func (l *Library) choose(c choice) error {
	return atomicfile.Write(l.ChoiceFile(), 0o644, func(w io.Writer) error {
		return json.NewEncoder(w).Encode(c)
	})
}

// version returns the name of a map's version: what it shows and the day of its data.
func version(id string, day time.Time) string { return id + "-" + day.UTC().Format(time.DateOnly) }
