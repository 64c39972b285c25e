// SPDX-License-Identifier: MIT

package tcvn3

import "testing"

func TestEachLetterOnce(t *testing.T) {
	seen := make(map[rune]int)
	for i, r := range letters {
		if before, again := seen[r]; again && r != no {
			t.Errorf("%q is %#x and %#x", r, before+0xa0, i+0xa0)
		}
		seen[r] = i
	}
	for _, r := range "ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵĂÂĐÊÔƠƯ" {
		if _, has := seen[r]; !has {
			t.Errorf("no %q", r)
		}
	}
}
