// SPDX-License-Identifier: MIT

// Package fairqueue divides the processors of a server among its clients. It lets a
// limited number of jobs work at once, and always serves the client that has used the
// least processor time: start-time fair queuing (Goyal, Vin and Cheng, 1996).
//
// Every client has a tag, the processor time that it has used. The tag of the client
// served last is the virtual time of the queue. A client that was idle continues at the
// virtual time, so that it saves up no credit, and one that has used more keeps its tag,
// so that a short break forgives nothing.
//
// The time of a job is the time for which it holds a slot. With as many slots as
// processors that is its processor time, except for what the rest of the program and
// other programs take.
package fairqueue
