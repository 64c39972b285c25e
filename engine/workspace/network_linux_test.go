// SPDX-License-Identifier: MIT

package workspace

import (
	"strings"
	"testing"
)

func TestRemoteFUSE(t *testing.T) {
	const mounts = `22 27 0:21 / /proc rw,relatime - proc proc rw
93 28 0:50 / /home/an/server rw,nosuid - fuse.sshfs an@example.org:/srv/data rw,user_id=1000
94 28 0:51 / /home/an/cloud rw,nosuid shared:7 - fuse.rclone drive: rw
95 28 0:52 / /home/an/dav rw - fuse https://dav.example.org/files rw
96 28 0:53 / /run/user/1000/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw
97 28 8:17 / /media/an/USB\040stick rw - fuseblk /dev/sdb1 rw,allow_other
98 28 0:54 / /home/an/Private rw - fuse.gocryptfs /home/an/.cipher rw
99 28 0:55 / /pool rw - fuse.mergerfs /mnt/a:/mnt/b rw
100 28 0:56 / /volume rw - fuse.other server:/volume rw
`
	for _, c := range []struct {
		major, minor uint32
		want         bool
	}{
		{0, 50, true}, {0, 51, true}, {0, 52, true}, {0, 53, true}, {8, 17, false}, {0, 54, false}, {0, 55, false}, {0, 56, true}, {0, 99, false},
	} {
		if got := remoteFUSE(strings.NewReader(mounts), c.major, c.minor); got != c.want {
			t.Errorf("%d:%d is remote: %v", c.major, c.minor, got)
		}
	}
}
