// SPDX-License-Identifier: MIT

// Package jobtest makes the goroutine of a test its UI goroutine. Posted functions wait in
// a queue until the test drains it. The toolkit's test driver would run them on the job's
// goroutine, concurrently with the test.
package jobtest
