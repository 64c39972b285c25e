// SPDX-License-Identifier: MIT

// Package batch applies the operations of package rows to files: one shard of them per
// process, so that Kubernetes, Slurm or a shell can run as many as they like.
//
// Terms:
//
//   - shard: what one process does, number i of n
//   - part: an output file, with what it was made of
//   - manifest: the file that lists the parts of a shard. Parts count only if it lists them.
//   - job: what all shards of a folder of outputs have in common
//
// Parts and manifests appear as a whole. A shard gives the same parts whenever, wherever and
// however often it runs, on one architecture of processors.
package batch
