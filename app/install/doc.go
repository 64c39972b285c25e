// SPDX-License-Identifier: MIT

// Package install gets a user the map of a country. It downloads what a catalogue names,
// or takes files that the user has, makes a map pack of them, checks every byte of it, and
// adds it to the library. The map in use changes only then. A run that is cancelled or
// killed loses nothing: the next one goes on with what has arrived.
package install
