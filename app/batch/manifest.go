// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"strings"
	"time"

	"roadsnap/engine/rows"
)

// ErrJob means that the shard contradicts the others of its folder, or itself.
var ErrJob = errors.New("unusable batch")

// refusal is an ErrJob with its reason.
type refusal string

func (r refusal) Error() string { return string(r) }

// Is reports whether target is ErrJob.
func (r refusal) Is(target error) bool { return target == ErrJob }

// refuse returns an ErrJob.
func refuse(format string, values ...any) error { return refusal(fmt.Sprintf(format, values...)) }

// Mode is how the rows are divided among the shards.
type Mode string

// The modes.
const (
	ByFile Mode = "file" // every file belongs to one shard, which writes a part for each
	ByKey  Mode = "key"  // every trip belongs to one shard, which reads all files
)

// Job is what all shards of a folder of outputs have in common.
type Job struct {
	Version   string            `json:"version"` // of the program
	Pack      string            `json:"pack"`    // the identity of its contents
	Operation string            `json:"operation"`
	Profile   string            `json:"profile"`
	Columns   map[string]string `json:"columns"` // by role
	Prefix    string            `json:"prefix"`
	Grouped   bool              `json:"grouped"`
	Format    string            `json:"format"`
	By        Mode              `json:"by"`
	Of        int               `json:"of"`     // number of shards
	Files     int               `json:"files"`  // number of inputs
	Inputs    string            `json:"inputs"` // hash of their names and sizes, and of the hashes that their folders know
}

// differs returns what two jobs do not have in common, "" if they are the same.
func (j Job) differs(other Job) string {
	for _, c := range []struct {
		what string
		a, b any
	}{
		{"number of shards", j.Of, other.Of}, {"map", j.Pack, other.Pack}, {"version of Roadsnap", j.Version, other.Version},
		{"operation", j.Operation, other.Operation}, {"division", j.By, other.By}, {"format", j.Format, other.Format},
		{"mode of travel", j.Profile, other.Profile}, {"prefix", j.Prefix, other.Prefix}, {"order", j.Grouped, other.Grouped},
		{"number of inputs", j.Files, other.Files}, {"list of inputs", j.Inputs, other.Inputs},
	} {
		if c.a != c.b {
			return fmt.Sprintf("another %s: %v, not %v", c.what, c.a, c.b)
		}
	}
	if !maps.Equal(j.Columns, other.Columns) {
		return fmt.Sprintf("other columns: %v, not %v", j.Columns, other.Columns)
	}
	return ""
}

// Manifest lists what a shard has made.
type Manifest struct {
	Format   int       `json:"format"` // of this file
	Job      Job       `json:"job"`
	Shard    int       `json:"shard"`
	PackName string    `json:"pack_name"`
	Arch     string    `json:"arch"` // architecture of the processor
	Complete bool      `json:"complete"`
	Finished time.Time `json:"finished"`
	Parts    []Part    `json:"parts"`
}

// manifestFormat is the current format of manifests.
const manifestFormat = 1

// Part is an output file, and what it was made of.
type Part struct {
	Name       string                `json:"name"`
	Size       int64                 `json:"size"`
	Hash       string                `json:"hash"`
	TripColumn string                `json:"trip_column"` // "" if the output has none
	Inputs     []Input               `json:"inputs"`
	Rows       int64                 `json:"rows"`              // of the shard that were read
	Bad        int64                 `json:"bad"`               // of those, rows with a reason
	Reasons    map[rows.Reason]int64 `json:"reasons,omitempty"` // counts of the bad rows
	Trips      int64                 `json:"trips"`
	Written    int64                 `json:"written"`    // rows
	ReadBytes  int64                 `json:"read_bytes"` // of the inputs, without what was read for their hashes
	Seconds    float64               `json:"seconds"`
}

// Input is a file that was read.
type Input struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Hash string `json:"hash"` // of all bytes ("sha256:"), or the entity tag of an object ("etag:")
}

// The names of manifests. Spark and others skip files that begin with an underscore.
const (
	manifestPrefix = "_shard-"
	manifestSuffix = ".json"
)

// base returns the name of a shard in those of its files.
func (s Shard) base() string { return fmt.Sprintf("shard-%05d-of-%05d", s.Index, s.Of) }

// name returns the name of the file of the manifest.
func (m *Manifest) name() string { return "_" + Shard{m.Shard, m.Job.Of}.base() + manifestSuffix }

// isManifest reports whether a file of a folder of outputs is a manifest.
func isManifest(name string) bool {
	return strings.HasPrefix(path.Base(name), manifestPrefix) && strings.HasSuffix(name, manifestSuffix)
}

// mostManifest is the greatest size of a manifest (bytes).
const mostManifest = 256 << 20

// readManifest reads a manifest.
func readManifest(ctx context.Context, f Folder, name string) (m Manifest, err error) {
	o, err := f.Open(ctx, File{Name: name})
	if err != nil {
		return m, err
	}
	text, err := io.ReadAll(io.LimitReader(section(o), mostManifest))
	if err = errors.Join(err, o.Close()); err != nil {
		return m, err
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, refuse("%s is no manifest: %v", name, err)
	}
	if m.Format != manifestFormat {
		return m, refuse("%s has the format %d, which another version of Roadsnap wrote", name, m.Format)
	}
	if m.Job.Of < 1 || m.Job.Of > maxShards || m.Shard < 0 || m.Shard >= m.Job.Of {
		return m, refuse("%s is no manifest: there is no shard %d/%d", name, m.Shard, m.Job.Of)
	}
	return m, nil
}

// write writes the manifest.
func (m *Manifest) write(ctx context.Context, f Folder) error {
	return f.Write(ctx, m.name(), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(m)
	})
}

// made returns the names of the inputs of which there are parts. It refuses inputs that have
// changed since.
func (m *Manifest) made(ctx context.Context, all []input) (map[string]bool, error) {
	hashes := map[string]string{}
	for _, p := range m.Parts {
		for _, in := range p.Inputs {
			hashes[in.Name] = in.Hash
		}
	}
	made := make(map[string]bool, len(hashes))
	for _, in := range all {
		want, listed := hashes[in.file.Name]
		if !listed {
			continue
		}
		hash, err := in.hash(ctx)
		if err != nil {
			return nil, in.named(true, err)
		}
		if hash != want {
			return nil, refuse("%s has changed since its output was made; choose another folder, or remove %s", in.file.Name, m.name())
		}
		made[in.file.Name] = true
	}
	return made, nil
}

// listHash returns the hash of the names, sizes and known hashes of inputs.
func listHash(all []input) string {
	h := sha256.New()
	for _, in := range all {
		fmt.Fprintf(h, "%q %d %s\n", in.file.Name, in.file.Size, in.file.Hash)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
