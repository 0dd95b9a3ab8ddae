// A disk small enough to fill: a memory file system, if we may mount one (Linux, as root).
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type SmallDisk = {
  folder: string;
  freeBytes(): number;
  /** Leaves this much free. */
  fill(leaveBytes: number): void;
  makeRoom(): void;
  unmount(): void;
};

const PIECE = Buffer.alloc(256 * 1024, 'ballast ');

/** Null if nothing may be mounted. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'releve-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  chmodSync(folder, 0o755);
  const ballast = path.join(folder, 'ballast');
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    freeBytes,
    fill(leaveBytes) {
      while (freeBytes() >= leaveBytes + PIECE.length) writeFileSync(ballast, PIECE, { flag: 'a' });
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    unmount() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
