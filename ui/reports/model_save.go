// SPDX-License-Identifier: MIT

package reports

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/errclass"
	"roadsnap/internal/atomicfile"
	"roadsnap/internal/reportfile"
	"roadsnap/ui/text"
)

// errFormat reports that the name of a file says no format of reports.
var errFormat = errclass.New("report_format", "a report is written as .pdf, .xlsx, .csv or .html")

// errSheetFormat reports that the name of a file says another format than PDF.
var errSheetFormat = errclass.New("sheet_format", "a distance sheet is written as .pdf")

// formatOf returns the format that the name of a file says; ok is false for none.
func formatOf(path string) (f reportfile.Format, ok bool) {
	f = reportfile.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
	return f, slices.Contains(reportfile.Formats(), f)
}

// Save writes the report to a file, whose ending says the format.
func (m *Model) Save(path string) {
	m.write(path, func() { m.state.Saved = path })
}

// write writes the report to a file, and calls then after it was written.
func (m *Model) write(path string, then func()) {
	r := m.state.Report
	if r == nil || m.state.Saving {
		return
	}
	m.state.Saved, m.state.Problem = "", text.Notice{}
	format, ok := formatOf(path)
	wrong := errFormat
	if r.Sheet != nil {
		wrong, ok = errSheetFormat, format == reportfile.PDF
	}
	if !ok {
		m.state.Problem = text.Explain(wrong)
		m.changed.Raise()
		return
	}
	m.state.Saving = true
	m.changed.Raise()
	m.o.Jobs.Start(func(context.Context) func() {
		err := atomicfile.Write(path, 0o644, func(out io.Writer) error { return r.write(out, format) })
		return func() {
			m.state.Saving = false
			if err != nil {
				m.state.Problem = text.Explain(text.Writing(err))
			} else {
				then()
			}
			m.changed.Raise()
		}
	})
}

// write writes the report in a format, a sheet with its data.
func (r *Report) write(out io.Writer, f reportfile.Format) error {
	if r.Sheet != nil {
		return reportfile.WriteSheet(out, r.Sheet)
	}
	return reportfile.Write(out, r.Document, f)
}

// Formats returns the formats in which the report can be saved.
func (r *Report) Formats() []reportfile.Format {
	if r.Sheet != nil {
		return []reportfile.Format{reportfile.PDF}
	}
	return reportfile.Formats()
}

// ForgetSaved closes the line about the last file, or the problem of it.
func (m *Model) ForgetSaved() {
	m.state.Saved, m.state.Problem = "", text.Notice{}
	m.changed.Raise()
}

// printedTime is how long a printed file is kept, which a viewer may still show.
const printedTime = 24 * time.Hour

// Print writes the report as PDF to a folder of its own and calls open with the file.
func (m *Model) Print(open func(path string) error) {
	r := m.state.Report
	if r == nil || m.state.Saving {
		return
	}
	path, err := m.printFile(r.FileName() + "." + string(reportfile.PDF))
	if err != nil {
		m.state.Problem = text.Explain(text.Writing(err))
		m.changed.Raise()
		return
	}
	m.write(path, func() {
		if err := open(path); err != nil {
			m.state.Problem = text.NoticeOf("error.report_viewer", err)
		}
	})
}

// printFile returns the path of a file to print in a new folder. It removes the folders of
// earlier days.
func (m *Model) printFile(name string) (path string, err error) {
	folder, err := m.o.PrintFolder()
	if err != nil {
		return "", err
	}
	old, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	for _, entry := range old {
		if info, err := entry.Info(); err == nil && entry.IsDir() && m.o.Now().Sub(info.ModTime()) > printedTime {
			_ = os.RemoveAll(filepath.Join(folder, entry.Name())) // the next print tries again
		}
	}
	folder, err = os.MkdirTemp(folder, "print-")
	return filepath.Join(folder, name), err
}
