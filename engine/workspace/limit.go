// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"roadsnap/engine/regulation"
)

// limitSetting is the setting that holds the corrected speed limits.
const limitSetting = "speed_limits"

// Limits returns the speed limits that the user has corrected, by way. The error wraps
// ErrDamaged if they cannot be read.
func (w *Workspace) Limits(ctx context.Context) ([]regulation.Correction, error) {
	return readLimits(ctx, w.db)
}

func readLimits(ctx context.Context, q querier) (list []regulation.Correction, err error) {
	var value []byte
	err = q.QueryRowContext(ctx, "SELECT value FROM setting WHERE name = ?", limitSetting).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, explain(err)
	}
	if err := json.Unmarshal(value, &list); err != nil {
		return nil, fmt.Errorf("the speed limits: %w: %w", ErrDamaged, err)
	}
	return list, nil
}

// CorrectLimit keeps the limit of a way, in place of an earlier one.
func (w *Workspace) CorrectLimit(ctx context.Context, c regulation.Correction) error {
	if err := c.Check(); err != nil {
		return err
	}
	return w.updateLimits(ctx, c.Way, &c)
}

// RemoveLimit removes the corrected limit of a way, if there is one.
func (w *Workspace) RemoveLimit(ctx context.Context, way int64) error {
	return w.updateLimits(ctx, way, nil)
}

// updateLimits replaces the limit of a way, or removes it for nil.
func (w *Workspace) updateLimits(ctx context.Context, way int64, c *regulation.Correction) error {
	return transact(ctx, w.db, func(tx *sql.Tx) error {
		list, err := readLimits(ctx, tx)
		if err != nil {
			return err
		}
		list = slices.DeleteFunc(list, func(old regulation.Correction) bool { return old.Way == way })
		if c != nil {
			list = append(list, *c)
		}
		slices.SortFunc(list, func(a, b regulation.Correction) int { return int(min(max(a.Way-b.Way, -1), 1)) })
		value, err := json.Marshal(list)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", limitSetting, value)
		return err
	})
}
