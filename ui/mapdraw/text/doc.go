// SPDX-License-Identifier: MIT

// Package text lays out and draws the names on the map. A Typesetter returns the outlines
// of the letters, their distances and the height of lines with Vietnamese diacritics. An
// Inker draws letters in their places, with a halo or on a plate, into a sprite. (The texts
// of the window are in ui/text.)
package text
