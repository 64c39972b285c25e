// SPDX-License-Identifier: MIT

// Package drafts crops a trip, drops its spikes and splits it. A draft shows on the map what becomes
// of the trip before it is done. The model files hold the state and know no widgets.
package drafts
