// SPDX-License-Identifier: MIT

package match

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestEverySettingIsValidated sets each setting out of its range.
func TestEverySettingIsValidated(t *testing.T) {
	fields := reflect.TypeFor[Config]()
	for i := range fields.NumField() {
		c := DefaultConfig()
		switch v := reflect.ValueOf(&c).Elem().Field(i); v.Kind() {
		case reflect.Float64:
			v.SetFloat(math.NaN())
		case reflect.Int, reflect.Int64:
			v.SetInt(-1)
		default:
			continue
		}
		name := fields.Field(i).Name
		if err := c.Validate(); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), name+" ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := DefaultConfig().Validate(); err != nil {
		t.Error(err)
	}
}
