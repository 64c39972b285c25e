// Package jobtest gives tests a UI goroutine of their own: what jobs bring back
// waits in a queue until the test drains it. The toolkit's driver for tests would
// run it on the job's goroutine, at the same time as the test.
package jobtest
