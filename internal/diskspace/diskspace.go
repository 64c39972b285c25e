// SPDX-License-Identifier: MIT

// Package diskspace tells how much more can be written to a folder, and how much memory is
// free.
package diskspace
