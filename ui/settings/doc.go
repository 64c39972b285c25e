// Package settings keeps named values from one run of the app to the next, in one
// JSON file.
//
// The file is replaced as a whole: it is written under a temporary name, synced and
// renamed, so that no reader finds half of it and a crash leaves the previous one.
// If two windows of the app are open, the last one to save wins for all values.
package settings
