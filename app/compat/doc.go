// SPDX-License-Identifier: MIT

// Package compat answers requests in the forms of other matching servers, so that their
// clients move to Roadsnap by changing a base URL.
//
// A Family is such a server, an Operation one of its operations. Service turns the
// parameters of a Call into a question to the engine, and the result into the form of
// the family. Package api does what all operations share: keys, rates, hosts, the
// scheduler and the licence member. It is the only importer, and this package knows
// nothing of HTTP but status codes.
//
// Files:
//
//   - service.go, fault.go: families, operations, errors
//   - params.go: reading parameters
//   - trace.go, route.go, speed.go, line.go: a matched trip cut at its waypoints, with
//     estimated travel times and encoded lines
//   - confidence.go: the confidence of a matching
//   - osrm*.go, mapbox*.go and so on: one family each
package compat
