// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"roadsnap/engine"
)

// frontWords are the texts of the page at / in one language.
type frontWords struct {
	What, Ready, NotReady, NoMap, Map, Data   string
	Docs, Description, Readiness              string
	Date                                      string // layout of package time
	Unknown, Today, Yesterday, Days, Tomorrow string // Days has a verb for the number
}

// frontLanguages are the languages of that page; the first one is used if the client reads
// none of them.
var frontLanguages = []language.Tag{language.English, language.Vietnamese}

var frontMatcher = language.NewMatcher(frontLanguages)

// front is that page, read once.
var front = sync.OnceValues(func() (f struct {
	template *template.Template
	style    template.CSS
	policy   string // Content-Security-Policy
	words    map[language.Tag]frontWords
}, err error) {
	if f.template, err = template.ParseFS(pages, "pages/front.html"); err != nil {
		return f, err
	}
	style, err := pages.ReadFile("pages/front.css")
	if err != nil {
		return f, err
	}
	f.style = template.CSS(style) //nolint:gosec // a file of ours
	hash := sha256.Sum256(style)
	f.policy = fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		base64.StdEncoding.EncodeToString(hash[:]))
	text, err := pages.ReadFile("pages/front.json")
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(text, &f.words)
})

// frontMap is a map on that page.
type frontMap struct{ Name, Fresh string }

// frontPage answers with a page that says what this server is, and which maps it has.
func (s *Server) frontPage(dst []byte, r *request) ([]byte, error) {
	f, err := front()
	if err != nil {
		return dst, err
	}
	tags, _, _ := language.ParseAcceptLanguage(r.Header.Get("Accept-Language")) // none if malformed
	_, at, _ := frontMatcher.Match(tags...)
	tag := frontLanguages[at]
	words := f.words[tag]
	var maps []frontMap
	if info, err := s.engine.Info(); err == nil {
		for _, m := range append([]engine.Info{info}, s.engine.Further()...) {
			maps = append(maps, frontMap{m.Meta.Name, freshness(words, tag, m.Meta.SourceTime, r.at)})
		}
	}
	var b bytes.Buffer
	err = f.template.Execute(&b, map[string]any{
		"Lang": tag.String(), "Words": words, "Style": f.style, "Version": s.version, "Licence": s.notice,
		"Ready": s.engine.Ready() == nil && !s.stopping.Load(), "Maps": maps,
	})
	if err != nil {
		return dst, err
	}
	r.answer.Add("Vary", "Accept-Language")
	r.answer.Set("Content-Type", "text/html; charset=utf-8")
	r.answer.Set("Content-Language", tag.String())
	r.answer.Set("Content-Security-Policy", f.policy)
	return append(dst, b.Bytes()...), nil
}

// freshness says of which day data is, and how many days that is before now.
func freshness(words frontWords, tag language.Tag, data, now time.Time) string {
	if data.IsZero() {
		return words.Unknown
	}
	day := data.UTC().Truncate(24 * time.Hour)
	days := int(now.UTC().Truncate(24*time.Hour).Sub(day).Hours() / 24)
	ago := message.NewPrinter(tag).Sprintf(words.Days, days)
	switch {
	case days < 0:
		ago = words.Tomorrow
	case days == 0:
		ago = words.Today
	case days == 1:
		ago = words.Yesterday
	}
	return day.Format(words.Date) + ", " + ago
}
