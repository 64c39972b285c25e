// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// The files on the merger of July 2025, in the folder merger of ROADSNAP_DATA, and their
// SHA-256. PROVENANCE.md says where they come from.
const (
	portalFile, portalSHA256     = "wards_2025.csv", "5823e7dadddac97a6593eab6f19e8b1530cd2f7e772ca0ea5a98f9474b620c3d"
	officialFile, officialSHA256 = "old_wards.csv", "79e8995fbea0d83edc59e2166561ea16708aff4027ca1481255176517ca603d6"
	opinionFile, opinionSHA256   = "old_to_new_second_opinion.csv", "6eb8aaf5715693b3a8a77cd32b4136decbf25a18458536b60c3c58462a4371d0"
)

// merger is what is published about the merger of July 2025.
type merger struct {
	wards    []portalWard
	official []officialUnit
	opinion  map[[2]string]bool // codes of a former unit and of a ward that it went to, as another list has it
}

// portalWard is a present ward as the government's portal describes it.
type portalWard struct {
	code, province   string // codes
	name             string
	area, population string // km², persons; as published
	seat             string
	resolution       string // number: "1656/NQ-UBTVQH15"; all are of 16 June 2025
	from             string // the former units that it was made of, separated by commas
}

// officialUnit is a ward, commune or township in the official list of June 2025.
type officialUnit struct{ code, name, district, provinceCode, province, districtCode string }

// readMerger reads the files of a folder.
func readMerger(folder string) (m merger, err error) {
	wards, err1 := readTable(folder, portalFile, portalSHA256, 9)
	official, err2 := readTable(folder, officialFile, officialSHA256, 7)
	opinion, err3 := readTable(folder, opinionFile, opinionSHA256, 7)
	if err := errors.Join(err1, err2, err3); err != nil {
		return m, err
	}
	for _, r := range wards {
		number, err := resolutionNumber(r[7])
		if err != nil {
			return m, fmt.Errorf("%s: ward %s: %w", portalFile, r[0], err)
		}
		m.wards = append(m.wards, portalWard{r[0], r[1], r[3], r[4], r[5], r[6], number, r[8]})
	}
	kinds := strings.NewReplacer("Thị Xã ", "Thị xã ", "Thành Phố ", "Thành phố ", "Thị Trấn ", "Thị trấn ",
		"Thị trấn NT ", "Thị trấn Nông trường ", "Thị trấn N.T ", "Thị trấn Nông trường ")
	for _, r := range official {
		m.official = append(m.official, officialUnit{r[0], normalName(kinds.Replace(r[1])), normalName(kinds.Replace(r[4])), r[5], normalName(r[6]), r[3]})
	}
	m.opinion = make(map[[2]string]bool)
	for _, r := range opinion {
		m.opinion[[2]string{r[0], r[5]}] = true
	}
	return m, nil
}

// readTable reads the rows of a CSV file, without its header.
func readTable(folder, name, hash string, columns int) ([][]string, error) {
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != hash {
		return nil, fmt.Errorf("%s has the SHA-256 %x, not %s", name, sum, hash)
	}
	r := csv.NewReader(bytes.NewReader(content))
	r.FieldsPerRecord = columns
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return rows[1:], nil
}

// resolutionNumber reads "Số: 1656/NQ-UBTVQH15; Ngày: 16/06/2025". It is empty if the text is.
func resolutionNumber(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	number, ok := strings.CutPrefix(strings.TrimSpace(text), "Số: ")
	number, dated := strings.CutSuffix(number, "; Ngày: 16/06/2025")
	if !ok || !dated {
		return "", fmt.Errorf("resolution %q", text)
	}
	return number, nil
}

// attributeTable returns the published attributes of wards. A number that is not published,
// or is 0, is empty.
func (m *merger) attributeTable() ([][]string, error) {
	out := [][]string{{"code", "area_km2", "population", "seat", "resolution"}}
	for _, w := range m.wards {
		area, err1 := publishedNumber(w.area)
		population, err2 := publishedNumber(strings.ReplaceAll(w.population, ",", "")) // "30,509" is in thousands
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("ward %s: %w", w.code, err)
		}
		seat := strings.Join(strings.Fields(norm.NFC.String(w.seat)), " ")
		out = append(out, []string{w.code, area, population, strings.TrimPrefix(seat, beingUpdated), w.resolution})
	}
	return out, nil
}

// beingUpdated stands in place of what is not published yet.
const beingUpdated = "đang cập nhật"

// publishedNumber returns a number in its shortest form, "" for 0 and for "being updated".
func publishedNumber(text string) (string, error) {
	if text == "" || text == beingUpdated {
		return "", nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v == 0 {
		return "", err
	}
	return strconv.FormatFloat(v, 'f', -1, 64), nil
}
