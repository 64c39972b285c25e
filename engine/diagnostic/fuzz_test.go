// SPDX-License-Identifier: MIT

package diagnostic

import (
	"reflect"
	"testing"
)

// FuzzDecode decodes any section content. Accepted content must be unchanged after
// encoding and decoding it again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`[]`))
	f.Add([]byte(`[{"kind":"gaps","count":2,"items":[{"name":"x","size":1.5,"bounds":[1,2,3,4]},{"way":-1,"feature":3,"file":"a"}]}]`))
	f.Add([]byte(`[{"kind":"a","count":1e3,"items":null},null]`))
	f.Add([]byte(`[{"kind":"b","count":900719925993,"items":[{"name":"Đồ Sơn…","relation":5}]}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		list, err := decode(b)
		if err != nil {
			return
		}
		again, err := encode(list)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := decode(again); err != nil || !reflect.DeepEqual(got, list) {
			t.Errorf("%+v is %+v when it is read again, %v", list, got, err)
		}
	})
}
