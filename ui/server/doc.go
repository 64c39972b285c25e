// SPDX-License-Identifier: MIT

// Package server implements the panel of the local API server: its switch, address, settings
// and keys, what it answered, and code that uses it. Model drives the server; Panel shows the
// model.
package server
