// SPDX-License-Identifier: MIT

package workspace

import "github.com/adrg/xdg"

// DefaultPath returns the path of the user's workspace, in the folder for data of the
// user's programs. It creates the folder.
func DefaultPath() (string, error) { return xdg.DataFile("roadsnap/trips.db") }
