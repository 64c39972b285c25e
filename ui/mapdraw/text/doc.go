// Package text sets words in letters and draws them. A Typesetter finds the outlines
// of the letters, their distances and the room that lines with Vietnamese marks
// need; an Inker draws letters in their places, with a halo or on a plate, into a
// sprite.
package text
