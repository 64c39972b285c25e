// SPDX-License-Identifier: MIT

// Package corrections corrects the match of a kept trip by hand: in the record of the trip, and with
// clicks on the map. Each correction is a constraint under which the trip is matched again. The
// model files hold the state and know no widgets.
package corrections
