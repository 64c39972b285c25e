// Package text holds the program's words in each of its languages, and writes
// numbers, lengths, times, coordinates and errors as that language does. It knows
// no widgets.
package text
