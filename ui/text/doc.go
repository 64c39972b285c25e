// SPDX-License-Identifier: MIT

// Package text provides the app's texts in each language, and formats numbers, lengths,
// times, coordinates and errors for that language. It does not depend on widgets.
package text
