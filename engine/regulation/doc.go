// SPDX-License-Identifier: MIT

// Package regulation reads the traffic rules that reports check: driving hours, rests, speed
// limits where the map has no sign, and the bands of an excess. Each rule is a row of one
// table with its source and validity, so that a report can print what it applied.
//
// The rules are read from a table and not from code, because regulations change more often
// than programs. A day for which the table has no rule has none: nothing is invented.
package regulation

import "roadsnap/engine/errclass"

// ErrTable means that the table of rules cannot be used.
var ErrTable = errclass.New(errclass.Internal, "the table of rules cannot be used")
