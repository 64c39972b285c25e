// SPDX-License-Identifier: MIT

// Command prose checks the English and Vietnamese of a repository: comments, texts
// and documents use no phrase of phrases.txt, no comment begins with a clause instead
// of a name, and sentences that users read have a limit of words.
//
// Usage: prose DIRECTORY
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The longest sentence of each kind of text (words). Vietnamese writes each syllable
// as a word.
const (
	windowWords     = 25
	vietnameseWords = 38
	helpWords       = 25
	documentWords   = 35
)

//go:embed phrases.txt
var phraseList string

// A finding is a place in a file and what is wrong with it.
type finding struct {
	file string
	line int
	text string
}

func (f finding) String() string { return fmt.Sprintf("%s:%d: %s", f.file, f.line, f.text) }

// A checker collects findings.
type checker struct {
	phrases  *regexp.Regexp
	remedies map[string]string
	findings []finding
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: prose DIRECTORY")
		os.Exit(2)
	}
	findings, err := check(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(1)
	}
	for _, f := range findings {
		fmt.Println(f)
	}
	if len(findings) > 0 {
		fmt.Printf("%d places to rewrite\n", len(findings))
		os.Exit(1)
	}
}

// check returns the findings in all files of the repository at root.
func check(root string) ([]finding, error) {
	list := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list the files of %s: %w", root, err)
	}
	c, err := newChecker(phraseList)
	if err != nil {
		return nil, err
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if strings.Contains(name, "testdata/") || strings.HasPrefix(name, ".tools/prose/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, but not yet committed
		}
		if err != nil {
			return nil, err
		}
		if err := c.file(name, text); err != nil {
			return nil, err
		}
	}
	return c.findings, nil
}

func newChecker(list string) (*checker, error) {
	c := &checker{remedies: map[string]string{}}
	var patterns []string
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		phrase, remedy, ok := strings.Cut(line, " = ")
		if !ok {
			return nil, fmt.Errorf("%q is not PHRASE = REMEDY", line)
		}
		c.remedies[phrase] = remedy
		patterns = append(patterns, strings.ReplaceAll(regexp.QuoteMeta(phrase), " ", `[\s/]+`))
	}
	c.phrases = regexp.MustCompile(`(?i)\b(?:` + strings.Join(patterns, "|") + `)\b`)
	return c, nil
}

func (c *checker) file(name string, text []byte) error {
	switch base := filepath.Base(name); {
	case strings.HasSuffix(name, ".go"):
		return c.goFile(name, text)
	case strings.HasSuffix(name, ".md"):
		c.document(name, string(text))
	case strings.HasPrefix(name, "assets/translations/"):
		return c.translations(name, text)
	case base == "Makefile", strings.HasPrefix(name, ".tools/") && filepath.Ext(name) == "", strings.HasPrefix(name, ".ci/"), base == "openapi.json":
		c.banned(name, 1, string(text))
	}
	return nil
}

func (c *checker) add(file string, line int, format string, args ...any) {
	c.findings = append(c.findings, finding{file, line, fmt.Sprintf(format, args...)})
}

// banned looks for phrases in text, which begins at line.
func (c *checker) banned(file string, line int, text string) {
	text = strings.ReplaceAll(text, "told apart", "separated.") // plain English, and as long
	for _, at := range c.phrases.FindAllStringIndex(text, -1) {
		found := strings.Join(strings.FieldsFunc(strings.ToLower(text[at[0]:at[1]]), func(r rune) bool { return strings.ContainsRune(" \t\n\r/", r) }), " ")
		c.add(file, line+strings.Count(text[:at[0]], "\n"), "%q: write %s", found, c.remedies[found])
	}
}

var sentenceEnd = regexp.MustCompile(`[.!?:;](?:\s|$)|\n\s*\n`)

// sentences checks the length of each sentence of text.
func (c *checker) sentences(file string, line int, text string, limit int) {
	for _, s := range sentenceEnd.Split(text, -1) {
		words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\n\r", r) })
		if n := len(words); n > limit {
			c.add(file, line, "a sentence of %d words, at most %d: %s…", n, limit, strings.Join(words[:6], " "))
		}
	}
}

var clauseFirst = regexp.MustCompile(`^(What|Who|Whatever|That which) `)

// goFile checks comments, strings and the help texts in struct tags.
func (c *checker) goFile(name string, text []byte) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, group := range file.Comments {
		line := set.Position(group.Pos()).Line
		var b strings.Builder
		for _, comment := range group.List {
			b.WriteString(strings.TrimPrefix(comment.Text, "//") + "\n")
		}
		c.banned(name, line, b.String())
		if clauseFirst.MatchString(strings.TrimSpace(b.String())) {
			c.add(name, line, "the comment begins with a clause: name the thing")
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			if n.Tag != nil {
				c.tag(name, set.Position(n.Tag.Pos()).Line, n.Tag.Value)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && strings.ContainsAny(n.Value, " \t\n") { // a word alone is a key
				c.banned(name, set.Position(n.Pos()).Line, n.Value)
			}
		}
		return true
	})
	return nil
}

// tag checks the help text in a struct tag.
func (c *checker) tag(file string, line int, literal string) {
	tag, err := strconv.Unquote(literal)
	if err != nil {
		return // the parser has accepted it, so this is no struct tag
	}
	c.sentences(file, line, reflect.StructTag(tag).Get("help"), helpWords)
}

var (
	inlineCode = regexp.MustCompile("`[^`\n]*`")
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
)

// document checks the paragraphs of a Markdown file; code, tables and headings have
// no sentences.
func (c *checker) document(name, text string) {
	paragraph, first := "", 1
	flush := func() {
		c.banned(name, first, paragraph)
		c.sentences(name, first, paragraph, documentWords)
		paragraph = ""
	}
	fenced := false
	scanner := bufio.NewScanner(strings.NewReader(text))
	for line := 1; scanner.Scan(); line++ {
		s := scanner.Text()
		trimmed := strings.TrimSpace(s)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			fenced = !fenced
			flush()
			continue
		case fenced, trimmed == "", strings.HasPrefix(s, "    ") && paragraph == "":
			flush()
			continue
		case strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "|"), isItem(trimmed):
			flush()
		}
		if paragraph == "" {
			first = line
		}
		s = inlineCode.ReplaceAllString(s, "code")
		if strings.HasPrefix(trimmed, "|") {
			s += "\n" // each row on its own
			c.banned(name, line, linkTarget.ReplaceAllString(s, "]"))
			continue
		}
		paragraph += linkTarget.ReplaceAllString(s, "]") + "\n"
	}
	flush()
}

var item = regexp.MustCompile(`^([-*]|\d+\.) `)

func isItem(s string) bool { return item.MatchString(s) }

// translations checks the texts of the window in one language.
func (c *checker) translations(name string, text []byte) error {
	var texts map[string]any
	if err := json.Unmarshal(text, &texts); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	limit := windowWords
	if strings.HasSuffix(name, "vi.json") {
		limit = vietnameseWords
	}
	lines := strings.Split(string(text), "\n")
	for key, value := range texts {
		line := 1 + slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"`+key+`":`) })
		for _, s := range stringsOf(value) {
			c.banned(name, line, s)
			c.sentences(name, line, s, limit)
		}
	}
	slices.SortFunc(c.findings, func(a, b finding) int {
		if a.file != b.file {
			return strings.Compare(a.file, b.file)
		}
		return a.line - b.line
	})
	return nil
}

// stringsOf returns the text of a message, or of each of its plural forms.
func stringsOf(value any) []string {
	switch value := value.(type) {
	case string:
		return []string{value}
	case map[string]any:
		var all []string
		for _, v := range value {
			all = append(all, stringsOf(v)...)
		}
		return all
	}
	return nil
}
