// SPDX-License-Identifier: MIT

// Package correction keeps the corrections of a trip by hand: a log of operations, each with
// who made it, when and what, which can be undone and made again. The recording itself is
// never changed; see match.Constraint for what the operations do.
package correction
