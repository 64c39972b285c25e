// SPDX-License-Identifier: MIT

package reports

import (
	"context"

	"roadsnap/engine/fare"
	"roadsnap/engine/report"
	"roadsnap/engine/workspace"
	"roadsnap/internal/reportfile"
	"roadsnap/internal/reportmaker"
)

// Subject is the trip of a distance sheet.
type Subject struct {
	ID     workspace.ID
	Name   string // as the window shows it
	Tariff *fare.Tariff
	Hand   []fare.Hand
}

// lookAtSubject reads which trip is selected in the window.
func (m *Model) lookAtSubject() {
	if m.o.Subject == nil {
		return
	}
	m.state.Subject, m.state.HasSubject = m.o.Subject()
	m.state.Stale = m.stale()
}

// MakeSheet chooses the sheet of the selected trip and makes it.
func (m *Model) MakeSheet() {
	c := m.state.Choice
	c.Kind = SheetKind
	m.SetChoice(c)
	m.Make()
}

// sheetWork returns the work that makes the sheet of the subject.
func (m *Model) sheetWork() work {
	s, t := m.state.Subject, m.state.Template
	request := reportmaker.SheetRequest{Trip: s.ID, Company: t.Company, Logo: t.Logo, Signers: t.Signers, Tariff: s.Tariff, Hand: s.Hand, Made: m.o.Now()}
	request.Language, _ = report.ParseLanguage(m.state.Choice.languageIn(m.window))
	profile := m.o.Profile()
	return func(ctx context.Context, _ func(reportmaker.Progress)) (*Report, error) {
		maker, err := m.o.Keeper.ReportMaker(profile)
		if err != nil {
			return nil, err
		}
		made, err := maker.Sheet(ctx, request)
		if err != nil {
			return nil, err
		}
		pages, err := reportfile.LayoutSheet(made.Sheet)
		if err != nil {
			return nil, err
		}
		return &Report{
			Document: pages.Document(), Pages: pages, Sheet: made.Sheet, basis: made.Basis,
			again: func(ctx context.Context, now Maker) (string, error) { return now.SheetBasis(ctx, request) },
		}, nil
	}
}

// Verify verifies the PDF of a sheet in the background, and calls then with what was found.
func (m *Model) Verify(pdf, trace string, then func(reportmaker.Verified, error)) {
	m.o.Jobs.Start(func(ctx context.Context) func() {
		v, err := m.o.Keeper.VerifySheet(ctx, pdf, trace)
		return func() { then(v, err) }
	})
}
