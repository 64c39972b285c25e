// SPDX-License-Identifier: MIT

package workspace_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
)

func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	w, err := workspace.Open(ctx, filepath.Join(folder, "trips.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()

	trip := trace.Trip{Vehicle: "51C-123.45", Observations: match.Path(nil)}
	for range 2 {
		added, err := w.Add(ctx, "day.gpx", workspace.ContentOf([]byte("<gpx/>")), []trace.Trip{trip})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(added[0].Vehicle, "known:", added[0].Known)
	}
	// Output:
	// 51C-123.45 known: false
	// 51C-123.45 known: true
}
