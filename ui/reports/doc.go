// SPDX-License-Identifier: MIT

// Package reports shows the reports of a transport company: a panel that chooses the report,
// its days and its vehicles, and the pages of the report as they are printed. The model files
// hold the state and know no widgets.
package reports
