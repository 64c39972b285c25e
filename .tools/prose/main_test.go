// SPDX-License-Identifier: MIT

package main

import (
	"slices"
	"strings"
	"testing"
)

// TestFindings gives each rule a text that breaks it and one that keeps it.
func TestFindings(t *testing.T) {
	long := strings.Repeat("word ", 26)
	for _, c := range []struct {
		name, file, text string
		want             []string // line and beginning of each finding
	}{
		{"comment", "a.go", "package a\n\n// Run draws anew.\nfunc Run() {}\n", []string{`3: "anew": write again`}},
		{"comment over two lines", "a.go", "package a\n\n// Run is of\n// before.\nfunc Run() {}\n", []string{`3: "of before"`}},
		{"string", "a.go", "package a\n\nconst text = \"Whoever asks\"\n", []string{`3: "whoever"`}},
		{"key", "a.go", "package a\n\nconst key = \"open.beside\"\n", nil},
		{"part of a word", "a.go", "package a\n\nconst text = \"blest renewal\"\n", nil},
		{"import", "a.go", "package a\n\nimport _ \"roadsnap/anew\"\n", nil},
		{"told apart", "a.go", "package a\n\nconst text = \"they are told apart\"\n", nil},
		{"clause first", "a.go", "package a\n\n// What is drawn.\nvar x int\n", []string{"3: the comment begins"}},
		{"help", "a.go", "package a\n\ntype c struct {\n\tX int `help:\"" + long + ".\"`\n}\n", []string{"4: a sentence of 26"}},
		{"short help", "a.go", "package a\n\ntype c struct {\n\tX int `help:\"Words.\"`\n}\n", nil},
		{"document", "a.md", "# Anew\n\nIt is drawn anew.\n", []string{`1: "anew"`, `3: "anew"`}},
		{"code in a document", "a.md", "Run `anew`.\n\n```sh\nanew\n```\n", nil},
		{"table", "a.md", "| a |\n|---|\n| anew |\n", []string{`3: "anew"`}},
		{"long sentence", "a.md", "Short.\n\n" + strings.Repeat("word ", 36) + ".\n", []string{"3: a sentence of 36"}},
		{"items are sentences", "a.md", "- " + strings.Repeat("word ", 30) + "\n- " + strings.Repeat("word ", 30) + "\n", nil},
		{"window", "assets/translations/en.json", "{\n\"a\": \"" + long + "\"\n}", []string{"2: a sentence of 26"}},
		{"plural", "assets/translations/en.json", "{\n\"a\": {\"one\": \"" + long + "\", \"other\": \"x\"}\n}", []string{"2: a sentence of 26"}},
		{"Vietnamese", "assets/translations/vi.json", "{\n\"a\": \"" + long + "\"\n}", nil},
		{"Makefile", "Makefile", "run: ## lest it fail\n", []string{`1: "lest"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checker, err := newChecker(phraseList)
			if err != nil {
				t.Fatal(err)
			}
			if err := checker.file(c.file, []byte(c.text)); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range checker.findings {
				got = append(got, f.String())
			}
			if !slices.EqualFunc(got, c.want, func(g, w string) bool { return strings.HasPrefix(g, c.file+":"+w) }) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// TestList refuses a list that cannot be read.
func TestList(t *testing.T) {
	if _, err := newChecker("anew again\n"); err == nil {
		t.Error("a line without = was accepted")
	}
}
