// SPDX-License-Identifier: MIT

package diagnostic_test

import (
	"fmt"

	"roadsnap/engine/diagnostic"
)

func ExampleList() {
	var list diagnostic.List
	gap := diagnostic.Diagnostic{Kind: diagnostic.Gaps}
	gap.Add(diagnostic.Item{Name: "Phường Sài Gòn – Phường Bến Thành", Size: 120})
	list.Add(gap)
	list.Count(diagnostic.AreaWays, 44) // routine
	fmt.Println(len(list), "kinds,", list.Doubts(), "to look at")
	// Output: 2 kinds, 1 to look at
}
