// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine"
)

// infoCmd is `roadsnap info`.
type infoCmd struct {
	JSON bool   `name:"json" help:"Print JSON."`
	Pack string `arg:"" optional:"" help:"The map pack; by default the installed map in use, and without one the embedded sample map." type:"existingfile"`
}

// Run describes the pack.
func (c *infoCmd) Run(s streams) error {
	path, err := packInUse(c.Pack)
	if err != nil {
		return err
	}
	words, err := readSentences()
	if err != nil {
		return err
	}
	return withMap(path, func(_ *engine.Engine, info engine.Info) error {
		if c.JSON {
			doc := infoDocument(info)
			if info.HasDiagnostics {
				doc.Findings = findingsOf(words, info.Diagnostics)
			}
			return printJSON(s.out, doc)
		}
		if err := printInfo(s.out, info); err != nil || !info.HasDiagnostics {
			return err
		}
		return printFindings(s.out, words, info.Diagnostics)
	})
}

// verifyCmd is `roadsnap verify`.
type verifyCmd struct {
	Pack string `arg:"" help:"The map pack." type:"existingfile"`
}

// Run checks the pack.
func (c *verifyCmd) Run(ctx context.Context, s streams) error {
	bar := progress{s: s}
	info, err := engine.Verify(ctx, c.Pack, func(done, total int64) { bar.update("verifying", done, total) })
	bar.finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s is whole: %s in %d sections\n", c.Pack, byteSize(info.Size), len(info.Sections))
	return err
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// infoJSON is the output of `roadsnap info --json`.
type infoJSON struct {
	Name         string           `json:"name"`
	File         string           `json:"file"`
	SizeBytes    int64            `json:"size_bytes"`
	Source       string           `json:"source"`
	SourceSHA256 string           `json:"source_sha256"`
	SourceTime   *time.Time       `json:"source_time"` // null when the extract does not say
	Importer     string           `json:"importer"`
	Licences     []string         `json:"licences"`
	Bounds       []float64        `json:"bounds"` // south, west, north, east in degrees; null for a map of nothing
	Nodes        int              `json:"nodes"`
	Links        int              `json:"links"`
	Counts       map[string]int64 `json:"counts"`
	Sections     []sectionJSON    `json:"sections"`
	Findings     []findingJSON    `json:"findings"` // of the import; null if the pack does not say
}

type sectionJSON struct {
	Tag         string `json:"tag"`
	ElementSize int    `json:"element_size"`
	Bytes       int64  `json:"bytes"`
}

func infoDocument(info engine.Info) infoJSON {
	m := info.Meta
	doc := infoJSON{
		Name: m.Name, File: filepath.Base(info.Name), SizeBytes: info.Size,
		Source: m.Source, SourceSHA256: m.SourceSHA256, Importer: m.Importer, Licences: m.Licences,
		Nodes: info.Nodes, Links: info.Links, Counts: m.Counts,
	}
	if !m.SourceTime.IsZero() {
		doc.SourceTime = &m.SourceTime
	}
	if !m.Bounds.Empty() {
		doc.Bounds = []float64{m.Bounds.South, m.Bounds.West, m.Bounds.North, m.Bounds.East}
	}
	for _, s := range info.Sections {
		doc.Sections = append(doc.Sections, sectionJSON{string(s.Tag), s.ElementSize, s.Length})
	}
	return doc
}

func printInfo(w io.Writer, info engine.Info) error {
	m := info.Meta
	rows := [][2]string{
		{"map", m.Name},
		{"size", byteSize(info.Size)},
		{"source", m.Source},
		{"sha256", m.SourceSHA256},
	}
	if !m.SourceTime.IsZero() {
		rows = append(rows, [2]string{"data of", m.SourceTime.Format(time.RFC3339)})
	}
	rows = append(rows, [][2]string{
		{"made by", m.Importer},
		{"bounds", fmt.Sprintf("%.5f, %.5f to %.5f, %.5f", m.Bounds.South, m.Bounds.West, m.Bounds.North, m.Bounds.East)},
	}...)
	if info.Links > 0 {
		rows = append(rows, [][2]string{{"junctions", strconv.Itoa(info.Nodes)}, {"road links", strconv.Itoa(info.Links)}}...)
	}
	if len(m.Licences) > 0 {
		rows = append(rows, [2]string{"licence", strings.Join(m.Licences, "; ")})
	}
	names := make([]string, 0, len(m.Counts))
	for name, count := range m.Counts {
		if count != 0 && name != "road_nodes" && name != "road_links" { // which are above
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		rows = append(rows, [2]string{strings.ReplaceAll(name, "_", " "), strconv.FormatInt(m.Counts[name], 10)})
	}
	return table(w, rows)
}

// byteSize formats a number of bytes with a unit.
func byteSize(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	default:
		return fmt.Sprintf("%d bytes", n)
	}
}
