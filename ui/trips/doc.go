// Package trips is the panel of the open trips: their list, the record of the
// selected one, and what the map shows of it. Model reads and matches trips in the
// background; Panel shows the model.
package trips
