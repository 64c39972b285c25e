// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// progress shows a progress bar on a terminal, and nothing elsewhere.
type progress struct {
	s     streams
	stage string
	bar   *progressbar.ProgressBar
}

// update shows done of total bytes of a stage; a total of 0 is unknown.
func (p *progress) update(stage string, done, total int64) { p.show(stage, done, total, true) }

// count shows done of total things of a stage.
func (p *progress) count(stage string, done, total int) {
	p.show(stage, int64(done), int64(total), false)
}

func (p *progress) show(stage string, done, total int64, bytes bool) {
	if !p.s.terminal {
		return
	}
	if stage != p.stage {
		p.finish()
		p.stage = stage
		if total <= 0 {
			total = -1
		}
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(p.s.err),
			progressbar.OptionSetDescription(fmt.Sprintf("%-28s", stage)),
			progressbar.OptionShowBytes(bytes),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetRenderBlankState(true),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSpinnerType(14),
			progressbar.OptionSetSpinnerChangeInterval(200*time.Millisecond), // 0 total: it spins by itself
		)
	}
	// The work goes on even if the terminal cannot be written to.
	_ = p.bar.Set64(done)
}

// reading returns a function that shows how many bytes of a file were read, nil if that is
// not shown.
func (p *progress) reading(file string) func(read int64) {
	info, err := os.Stat(file)
	if err != nil || !p.s.terminal {
		return nil
	}
	return func(read int64) { p.update(harmless(filepath.Base(file)), min(read, info.Size()), info.Size()) }
}

// wait shows a spinner for a stage of unknown length, until finish is called.
func (p *progress) wait(stage string) { p.show(stage, 0, 0, false) }

// finish removes the bar.
func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
		p.bar = nil
	}
	p.stage = ""
}

// table prints names and values in two columns.
func table(w io.Writer, rows [][2]string) error {
	width := 0
	for _, r := range rows {
		width = max(width, len([]rune(r[0])))
	}
	for _, r := range rows {
		if _, err := fmt.Fprintf(w, "%-*s  %s\n", width, r[0], harmless(r[1])); err != nil {
			return err
		}
	}
	return nil
}

// harmless returns text, which may come from a file, with control characters escaped as
// in Go, because a terminal would obey them.
func harmless(text string) string {
	if !strings.ContainsFunc(text, unicode.IsControl) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
