// SPDX-License-Identifier: MIT

// Package fares prices trips by the tariffs of the user: the fare in the record of a trip, the
// dialog of a fare sheet, and the editor of tariffs. The model files hold the state and know no
// widgets.
package fares
