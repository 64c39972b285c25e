package match

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestEveryParameterIsValidated spoils the parameters one by one: each must have a
// range, and be named where it leaves it.
func TestEveryParameterIsValidated(t *testing.T) {
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
