// SPDX-License-Identifier: MIT

package trip

import "testing"

func TestSearchFrom(t *testing.T) {
	for n := range 40 {
		for begin := range n + 1 {
			for want := begin; want <= n; want++ {
				asked := 0
				got := searchFrom(begin, n, func(i int) bool {
					if asked++; i < begin || i >= n {
						t.Fatalf("%d to %d: asked for %d", begin, n, i)
					}
					return i >= want
				})
				if got != want || want == begin && asked > 1 {
					t.Fatalf("%d to %d: %d after %d questions, want %d", begin, n, got, asked, want)
				}
			}
		}
	}
}
