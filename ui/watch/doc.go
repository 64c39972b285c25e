// SPDX-License-Identifier: MIT

// Package watch reports trace files in a folder when they are complete. The system's
// notifications only say that something has changed; what has is found by listing the
// folder. Therefore lost notifications, and disks without any, do no harm but delay.
package watch
