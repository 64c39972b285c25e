// SPDX-License-Identifier: MIT

package engine

// Version is the version of Roadsnap, and the one that the packs it makes name.
// FyneApp.toml is its source: `make version V=…` sets both, and a test compares them.
const Version = "0.1.0"
