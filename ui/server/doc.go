// SPDX-License-Identifier: MIT

// Package server implements the panel of the local API server: its switch, address and
// key. Model drives the server; Panel shows the model.
package server
