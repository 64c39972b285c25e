// SPDX-License-Identifier: MIT

package osmimport

import "context"

// gate limits the memory of the blocks that are in the pipeline of a scan at once. Blocks
// of real extracts never wait; of blocks at the limits of the format only one is
// in memory. One goroutine enters blocks, another one lets them leave.
type gate struct {
	free int64
	left chan int64
}

// gateBytes is the memory for all blocks in a pipeline.
const gateBytes = 40 << 20

// newGate returns a gate for up to most blocks in the pipeline.
func newGate(most int) *gate { return &gate{free: gateBytes, left: make(chan int64, most)} }

// enter waits until there is memory for a block, and returns how much it takes.
func (g *gate) enter(ctx context.Context, data []byte) (bytes int64, err error) {
	bytes = min(blockMemory(data), gateBytes)
	for {
		// Those that have left are counted at each call, so that left has room.
		for more := true; more; {
			select {
			case n := <-g.left:
				g.free += n
			default:
				more = false
			}
		}
		if bytes <= g.free {
			g.free -= bytes
			return bytes, nil
		}
		select {
		case n := <-g.left:
			g.free += n
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// leave gives back the memory of a block.
func (g *gate) leave(bytes int64) { g.left <- bytes }

// blockMemory returns the most that a block can take in memory (bytes).
func blockMemory(data []byte) int64 {
	const perByte = 16 // a tag of two bytes takes 32
	unpacked := int64(0)
	m := message{rest: data}
	for m.next() {
		switch {
		case m.number == 1 && m.wire == wireBytes:
			unpacked = int64(len(m.bytes))
		case m.number == 2 && m.wire == wireVarint:
			unpacked = int64(min(m.value, maxBlock))
		}
	}
	return int64(len(data)) + 2*unpacked + min(perByte*unpacked, 8*maxBlockWords)
}
