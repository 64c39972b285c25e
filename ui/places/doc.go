// SPDX-License-Identifier: MIT

// Package places names places: the dialogs of one and of all of them, and the visits of trips at
// them. They are among the kept zones, which change here as well. The model files hold the state and
// know no widgets.
package places
