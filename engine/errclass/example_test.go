// SPDX-License-Identifier: MIT

package errclass_test

import (
	"fmt"

	"roadsnap/engine/errclass"
)

func ExampleOf() {
	errNoRoad := errclass.New(errclass.NoRoad, "the points are too far from any road")
	err := fmt.Errorf("trip 7: %w", errNoRoad)
	fmt.Println(errclass.Of(err))
	fmt.Println(errclass.Of(fmt.Errorf("something else")))
	// Output:
	// no_road
	// internal
}
