// SPDX-License-Identifier: MIT

package search

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/engine/internal/packtest"
	"roadsnap/engine/pack"
)

// TestFrozenIndex searches an index of format 2, which is that of city when the format was new and is
// never made again: a change that breaks this test breaks the maps of users.
func TestFrozenIndex(t *testing.T) {
	path := filepath.Join("testdata", "v2.rsp")
	if _, err := os.Stat(path); err != nil {
		if err := os.WriteFile(path, packtest.Bytes(t, city()), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Fatalf("%s was missing and has been made: look at it, then keep it for ever", path)
	}
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	var tags []pack.Tag
	for _, s := range p.Sections() {
		if s.Length > 0 {
			tags = append(tags, s.Tag)
		}
	}
	for _, tag := range Tags() {
		if !slices.Contains(tags, tag) {
			t.Errorf("section %s is missing or empty", tag)
		}
	}
	x, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.Verify(t.Context(), nil), x.Verify(t.Context())); err != nil {
		t.Fatal(err)
	}
	if x.Len() != 16 || x.Houses() != 5 {
		t.Errorf("%d entries and %d houses", x.Len(), x.Houses())
	}
	near := at(0, 0)[0].Point()
	for text, want := range map[string]string{
		"le loi boulevard": "Lê Lợi", "12 nguyen hue": "12 Nguyễn Huệ", "ql1a": "QL1A", "cho ben thanh": "Chợ Bến Thành",
		"song sai gon": "Sông Sài Gòn", "thu duc": "Thủ Đức", "tan son nhat": "Sân bay Quốc tế Tân Sơn Nhất", "nguyen heu": "Nguyễn Huệ",
	} {
		if got := names(x.Find(Query{Text: text, Near: near, HasNear: true, Limit: 3})); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %q, want %q first", text, got, want)
		}
	}
}
