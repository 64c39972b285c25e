// SPDX-License-Identifier: MIT

package reports

import (
	"context"

	"roadsnap/ui/job"
)

// basisCheck is the work that compares the basis of the report with the current one.
type basisCheck struct {
	job   *job.Job
	again bool // something changed while it ran
}

// DataChanged checks in the background whether the report is outdated, and shows the trip that a
// sheet would be about. The window calls it when trips, the register, limits or maps may have
// changed while reports are shown, and when they are shown.
func (m *Model) DataChanged() {
	had, before := m.state.HasSubject, m.state.Subject
	m.lookAtSubject()
	if had != m.state.HasSubject || before.ID != m.state.Subject.ID || before.Name != m.state.Subject.Name {
		m.changed.Raise()
	}
	r := m.state.Report
	if r == nil || r.again == nil || m.state.Busy {
		return
	}
	if m.basis.job.Running() { // it may have read what was there before
		m.basis.again = true
		return
	}
	m.basis.again = false
	profile := m.o.Profile()
	m.basis.job = m.o.Jobs.Start(func(ctx context.Context) func() {
		maker, err := m.o.Keeper.ReportMaker(profile)
		var now string
		if err == nil {
			now, err = r.again(ctx, maker)
		}
		return func() {
			m.basis.job = nil
			outdated := err == nil && now != r.basis // without a map nothing is known
			if m.state.Report == r && m.state.Outdated != outdated {
				m.state.Outdated = outdated
				m.changed.Raise()
			}
			if m.basis.again {
				m.DataChanged()
			}
		}
	})
}
