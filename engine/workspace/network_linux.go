// SPDX-License-Identifier: MIT

package workspace

import "golang.org/x/sys/unix"

// remote are the types of file systems that are on another machine, as statfs(2) reports
// them.
var remote = map[uint32]bool{
	unix.NFS_SUPER_MAGIC: true, unix.SMB_SUPER_MAGIC: true, unix.CIFS_SUPER_MAGIC: true, unix.SMB2_SUPER_MAGIC: true,
	unix.AFS_SUPER_MAGIC: true, unix.CODA_SUPER_MAGIC: true, unix.V9FS_MAGIC: true, unix.CEPH_SUPER_MAGIC: true,
}

// onNetwork reports whether a folder is on another machine.
func onNetwork(folder string) (bool, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return false, err
	}
	return remote[uint32(s.Type)], nil
}
