// SPDX-License-Identifier: MIT

// Package settings stores named values between runs of the app in one JSON file.
//
// The file is replaced atomically: it is written under a temporary name, synced and
// renamed. Readers never see a partial file, and a crash leaves the previous one. If two
// instances of the app run, the last one to save wins for all values.
package settings
