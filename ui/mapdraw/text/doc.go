// Package text sets and draws text. A Typesetter finds the outlines of the
// letters, their distances and the space that lines with Vietnamese marks need.
// An Inker draws letters in their places, with a halo or on a plate, into a
// sprite.
package text
