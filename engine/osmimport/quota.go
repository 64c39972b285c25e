// SPDX-License-Identifier: MIT

package osmimport

// quota limits the memory for a file by the file's size (words of 8 bytes). So a
// small file that unpacks into a huge one is refused before memory runs out.
type quota struct{ left int64 }

const (
	// baseQuota is the quota of any file: 32 MiB.
	baseQuota = 4 << 20
	// quotaPerByte is the additional quota per byte of the file. The densest real
	// extracts, packed with bzip2, take a tenth of it.
	quotaPerByte = 4

	wordsPerWay  = 4
	wordsPerNode = 4
)

func newQuota(fileSize int64) quota { return quota{left: baseQuota + quotaPerByte*fileSize} }

// spend takes n words. It returns an error if the quota is exhausted.
func (q *quota) spend(n int) error {
	if q.left -= int64(n); q.left < 0 {
		return corruptf("it unpacks to far more than a map of its size")
	}
	return nil
}
