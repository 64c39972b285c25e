// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"roadsnap/app/api"
	"roadsnap/internal/atomicfile"
	"roadsnap/internal/filelock"
)

// keysCmd is `roadsnap keys`.
type keysCmd struct {
	Add    keysAddCmd    `cmd:"" help:"Make a key and print it. It is shown once; only its hash is kept."`
	List   keysListCmd   `cmd:"" help:"List the keys with their last use and limits."`
	Revoke keysRevokeCmd `cmd:"" help:"Remove a key."`
	Expire keysExpireCmd `cmd:"" help:"Set the time from which on a key is refused."`
}

// keyStoreFlag is the file of keys. A running server reads it again after SIGHUP.
type keyStoreFlag struct {
	File string `help:"The file of keys; by default keys.json in Roadsnap's folder of data." type:"path" placeholder:"FILE"`
}

func (f keyStoreFlag) path() string {
	if f.File != "" {
		return f.File
	}
	return defaultKeyStore()
}

// change calls change with the stored keys and stores them again.
func (f keyStoreFlag) change(change func(*api.Keys) error) (err error) {
	path := f.path()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close() //nolint:errcheck // nothing was written
	if err := filelock.Lock(lock); err != nil {
		return err
	}
	keys, err := readKeyStore(path)
	if errors.Is(err, fs.ErrNotExist) {
		keys, err = api.NewKeys(), nil
	}
	if err != nil {
		return err
	}
	if err := change(keys); err != nil {
		return err
	}
	return atomicfile.Write(path, 0o600, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(keys)
	})
}

// storedKey returns the record of the key with a name or an ID.
func storedKey(keys *api.Keys, name string) (found api.KeyRecord, err error) {
	n := 0
	for _, r := range keys.Records() {
		if r.ID == name {
			return r, nil
		}
		if r.Name == name {
			found = r
			n++
		}
	}
	switch n {
	case 0:
		return found, fmt.Errorf("there is no key %q; run roadsnap keys list", name)
	case 1:
		return found, nil
	}
	return found, fmt.Errorf("%d keys are named %q; give the id of one, see roadsnap keys list", n, name)
}

type keysAddCmd struct {
	keyStoreFlag
	Name  string        `arg:"" help:"A name for the key, such as that of its user."`
	Rate  float64       `help:"The number of requests per second; 0 means that of the server." default:"0"`
	Quota int           `help:"The number of requests per day (UTC); 0 means any." default:"0"`
	For   time.Duration `help:"The time after which the key is refused, such as 720h; 0 means never." default:"0s"`
}

// Run makes a key and prints it.
func (c *keysAddCmd) Run(s streams) error {
	if !(c.Rate >= 0 && c.Rate <= math.MaxFloat64) || c.Quota < 0 || c.For < 0 {
		return &exitError{exitUsage, errors.New("--rate, --quota and --for must be 0 or more, and finite")}
	}
	if strings.TrimSpace(c.Name) == "" {
		return &exitError{exitUsage, errors.New("the name is empty; give one, by which keys revoke finds the key")}
	}
	var key string
	if err := c.change(func(keys *api.Keys) error {
		var record api.KeyRecord
		key, record = keys.Generate(c.Name)
		keys.Change(record.ID, func(r *api.KeyRecord) {
			if r.Rate, r.Quota = c.Rate, c.Quota; c.For > 0 {
				r.Expires = r.Created.Add(c.For)
			}
		})
		return nil
	}); err != nil {
		return err
	}
	fmt.Fprintln(s.notes, "roadsnap: keep the key now, it cannot be shown again; a running server knows it after SIGHUP")
	_, err := fmt.Fprintln(s.out, key)
	return err
}

type keysListCmd struct {
	keyStoreFlag
	State string `help:"The file of the last use and the quotas; by default next to the file of keys." type:"path" placeholder:"FILE"`
	JSON  bool   `name:"json" help:"Print JSON."`
}

// Run prints the keys.
func (c *keysListCmd) Run(s streams) error {
	keys, err := readKeyStore(c.path())
	if errors.Is(err, fs.ErrNotExist) {
		keys, err = api.NewKeys(), nil
	}
	if err != nil {
		return err
	}
	state := c.State
	if state == "" {
		state = keyStateOf(c.path())
	}
	uses, err := readKeyState(state)
	if err != nil {
		return err
	}
	keys.RestoreUses(uses)
	if c.JSON {
		return printJSON(s.out, struct {
			Keys []api.KeyRecord `json:"keys"`
			Uses []api.KeyUse    `json:"uses"`
		}{keys.Records(), keys.Uses()})
	}
	byID := make(map[string]api.KeyUse)
	for _, u := range keys.Uses() {
		byID[u.ID] = u
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "name\tkey\tid\tcreated\texpires\tlast use\trate\ttoday\tquota")
	for _, r := range keys.Records() {
		u := byID[r.ID]
		if u.Day != time.Now().UTC().Format(time.DateOnly) {
			u.Count = 0
		}
		fmt.Fprintf(w, "%s\t%s…\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n",
			harmless(r.Name), harmless(r.Prefix), r.ID, minuteText(r.Created), minuteText(r.Expires), minuteText(u.Last),
			limitText(r.Rate), u.Count, limitText(float64(r.Quota)))
	}
	return w.Flush()
}

// minuteText formats a time to the minute, and "-" for none.
func minuteText(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04Z")
}

// limitText formats a limit, and "-" for none.
func limitText(limit float64) string {
	if limit == 0 {
		return "-"
	}
	return strconv.FormatFloat(limit, 'f', -1, 64)
}

type keysRevokeCmd struct {
	keyStoreFlag
	Name string `arg:"" help:"The name or the id of the key."`
}

// Run removes a key.
func (c *keysRevokeCmd) Run(s streams) error {
	if err := c.change(func(keys *api.Keys) error {
		record, err := storedKey(keys, c.Name)
		if err == nil {
			keys.Revoke(record.ID)
		}
		return err
	}); err != nil {
		return err
	}
	fmt.Fprintln(s.notes, "roadsnap: a running server refuses the key after SIGHUP")
	return nil
}

type keysExpireCmd struct {
	keyStoreFlag
	Name string        `arg:"" help:"The name or the id of the key."`
	In   time.Duration `help:"The time from now, such as 24h; 0 means now." default:"0s"`
}

// Run sets the end of a key.
func (c *keysExpireCmd) Run(s streams) error {
	if err := c.change(func(keys *api.Keys) error {
		record, err := storedKey(keys, c.Name)
		if err == nil {
			keys.Change(record.ID, func(r *api.KeyRecord) { r.Expires = time.Now().UTC().Add(c.In).Truncate(time.Second) })
		}
		return err
	}); err != nil {
		return err
	}
	fmt.Fprintln(s.notes, "roadsnap: a running server refuses the key from then on, once it got SIGHUP")
	return nil
}
