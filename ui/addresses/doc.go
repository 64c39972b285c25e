// SPDX-License-Identifier: MIT

// Package addresses is the page on which a user converts addresses between the units in force
// and those before July 2025: it reads a table, shows the result of each row, takes corrections
// and writes the table with the result. The files model*.go hold its state and import no widgets.
package addresses
