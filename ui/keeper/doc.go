// SPDX-License-Identifier: MIT

// Package keeper joins the workspace of the user with the engine, for the view models: it keeps
// trips with their matches, corrections and zones, and makes reports of them.
package keeper
