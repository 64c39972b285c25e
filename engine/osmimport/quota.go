package osmimport

// quota bounds what is kept of a file by the file's size, so that a small file
// made to unpack into something huge is refused before memory runs out. It
// counts in words of 8 bytes.
type quota struct{ left int64 }

const (
	// baseQuota is what any file may take: 32 MiB.
	baseQuota = 4 << 20
	// quotaPerByte is what each byte of the file adds. The densest real extracts,
	// packed with bzip2, take a tenth of it.
	quotaPerByte = 4

	wordsPerWay  = 4
	wordsPerNode = 4
)

func newQuota(fileSize int64) quota { return quota{left: baseQuota + quotaPerByte*fileSize} }

// spend takes n words.
func (q *quota) spend(n int) error {
	if q.left -= int64(n); q.left < 0 {
		return corruptf("it unpacks into far more than a map of its size can hold")
	}
	return nil
}
