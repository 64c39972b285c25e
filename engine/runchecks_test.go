// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"errors"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/pack"
)

// TestChecksReportTheFirstFailure holds that the error of a damaged pack does not depend on
// which check is done first, and that damage which a check finds on its goroutine is an error.
func TestChecksReportTheFirstFailure(t *testing.T) {
	p, err := pack.OpenBytes("sample", data.SamplePack)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close() //nolint:errcheck // it is in memory
	first, second := errors.New("first"), errors.New("second")
	fails := func(err error) func(context.Context) error {
		return func(context.Context) error { return err }
	}
	damaged := func(context.Context) error {
		p.Fail("RARC", "made up")
		return nil
	}
	for _, c := range []struct {
		name   string
		checks []func(context.Context) error
		want   error
	}{
		{"none", nil, nil},
		{"all succeed", []func(context.Context) error{fails(nil), fails(nil)}, nil},
		{"two fail", []func(context.Context) error{fails(nil), fails(first), fails(second)}, first},
		{"damage", []func(context.Context) error{fails(nil), damaged}, pack.ErrCorrupt},
	} {
		if err := runChecks(t.Context(), p, c.checks); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}
