// SPDX-License-Identifier: MIT

package osmimport

// quota limits the memory for a file by the file's size (words of 8 bytes). So a
// small file that unpacks into a huge one is refused before memory or the disk runs out.
type quota struct {
	left    int64
	roads   int64 // for building the road graph (bytes)
	spilled int64 // in the temporary file of buildings and house numbers (bytes)
}

const (
	// baseQuota is the quota of any file: 32 MiB.
	baseQuota = 4 << 20
	// quotaPerByte is the additional quota per byte of the file. The densest real
	// extracts, packed with bzip2, take a tenth of it.
	quotaPerByte = 4

	wordsPerWay  = 4
	wordsPerNode = 4
	// wordsPerStyle is for each distinct style of ways or places, on top of its texts.
	wordsPerStyle = 64

	// roadBytes and roadBytesPerByte limit the memory for building the road graph, by the
	// size of the file (bytes). Real extracts take a tenth of it, those with nothing but
	// roads half of it.
	roadBytes        = 160 << 20
	roadBytesPerByte = 16

	// spilledBytes and spilledBytesPerByte limit the temporary file of buildings and house numbers.
	spilledBytes        = 256 << 20
	spilledBytesPerByte = 20
)

func newQuota(fileSize int64) quota {
	return quota{
		left: baseQuota + quotaPerByte*fileSize, roads: roadBytes + roadBytesPerByte*fileSize,
		spilled: spilledBytes + spilledBytesPerByte*fileSize,
	}
}

// spend takes n words. It returns an error if the quota is exhausted.
func (q *quota) spend(n int) error {
	if q.left -= int64(n); q.left < 0 {
		return errUnpacks
	}
	return nil
}

// errUnpacks reports a file that is hostile, or damaged beyond belief.
var errUnpacks = corruptf("it unpacks to far more than a map of its size")
