// SPDX-License-Identifier: MIT

// Package diskspace tells how much more can be written to a folder.
package diskspace
