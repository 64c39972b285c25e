// SPDX-License-Identifier: MIT

// Package maptest provides fixtures for tests of map drawing: the embedded themes and
// fonts, a small hand-made town, random cities, and the comparison with golden pictures.
package maptest
