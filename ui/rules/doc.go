// SPDX-License-Identifier: MIT

// Package rules edits the rules of the verdict on trips in a dialog. The model files hold its form and
// know no widgets.
package rules
