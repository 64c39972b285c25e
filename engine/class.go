// SPDX-License-Identifier: MIT

package engine

import "roadsnap/engine/errclass"

// Class returns the class of an error of this package or of any below it; see
// [errclass.Of].
func Class(err error) errclass.Class { return errclass.Of(err) }
