// SPDX-License-Identifier: MIT

package workspace

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// remote are the types of file systems that are on another machine, as statfs(2) reports
// them. Those of virtual machines are on the host, and share no memory with it.
var remote = map[uint32]bool{
	unix.NFS_SUPER_MAGIC: true, unix.SMB_SUPER_MAGIC: true, unix.CIFS_SUPER_MAGIC: true, unix.SMB2_SUPER_MAGIC: true,
	unix.AFS_SUPER_MAGIC: true, unix.CODA_SUPER_MAGIC: true, unix.V9FS_MAGIC: true, unix.CEPH_SUPER_MAGIC: true,
	0x6b414653: true, // AFS of the kernel
	0x0bd00bd0: true, // Lustre
	0x47504653: true, // GPFS
	0x19830326: true, // BeeGFS
	0x786f4256: true, // VirtualBox
	0xbacbacbc: true, // VMware
}

// remotePrograms are programs that show another machine as a FUSE file system.
var remotePrograms = []string{
	"sshfs", "rclone", "s3fs", "goofys", "gcsfuse", "blobfuse", "blobfuse2", "mount-s3", "davfs", "davfs2", "curlftpfs", "smbnetfs", "gvfsd-fuse", "kio-fuse",
	"glusterfs", "ceph", "ceph-fuse", "juicefs", "seaweedfs", "onedriver", "google-drive-ocamlfuse", "portal", "vmhgfs-fuse", "httpfs", "nfs",
}

// onNetwork reports whether a folder is on another machine.
func onNetwork(folder string) (bool, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return false, err
	}
	if uint32(s.Type) != unix.FUSE_SUPER_MAGIC {
		return remote[uint32(s.Type)], nil
	}
	var of unix.Stat_t
	if err := unix.Stat(folder, &of); err != nil {
		return false, err
	}
	mounts, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return false, nil //nolint:nilerr // without it, nothing is known of the mount
	}
	defer func() { _ = mounts.Close() }() // it was only read
	return remoteFUSE(mounts, unix.Major(of.Dev), unix.Minor(of.Dev)), nil
}

// remoteFUSE reports whether the FUSE file system with a device number is on another machine:
// by the program that serves it, or because its source is a host and a path, or a URL. mounts
// is in the form of proc_pid_mountinfo(5). Programs that encrypt or join local folders are
// not remote, and neither is one that is unknown.
func remoteFUSE(mounts io.Reader, major, minor uint32) bool {
	device := fmt.Sprintf("%d:%d", major, minor)
	for lines := bufio.NewScanner(mounts); lines.Scan(); {
		mount, system, ok := strings.Cut(lines.Text(), " - ")
		fields, of := strings.Fields(mount), strings.Fields(system)
		if !ok || len(fields) < 3 || fields[2] != device || len(of) < 2 {
			continue
		}
		_, program, _ := strings.Cut(of[0], ".")
		host, _, hasHost := strings.Cut(of[1], ":")
		return slices.Contains(remotePrograms, program) || hasHost && host != "" && !strings.Contains(host, "/") && !strings.Contains(host, "=")
	}
	return false
}
