// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// cancelling is the end of a file, at which it cancels the reading.
type cancelling struct{ cancel context.CancelFunc }

func (c cancelling) Read(p []byte) (int, error) {
	c.cancel()
	return copy(p, " "), nil
}

func TestWaypointsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	file := "<gpx>" + strings.Repeat(`<wpt lat="10.5" lon="106.5"/>`, headBytes/10)
	_, err := Waypoints(ctx, io.MultiReader(strings.NewReader(file), cancelling{cancel}), "places.gpx", Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
}
