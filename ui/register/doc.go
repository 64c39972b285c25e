// SPDX-License-Identifier: MIT

// Package register edits the register of vehicles, drivers and assignments in a dialog. The model
// files hold its form and know no widgets.
package register
