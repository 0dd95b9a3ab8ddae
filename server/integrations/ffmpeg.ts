// Pictures and smaller versions of videos, by the machine's ffmpeg. It isn't among our packages: where it is missing,
// videos play as they were uploaded (docs/decisions/025-learning.md).
import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Low priority and one thread: visitors come first. */
const PRIORITY = os.constants.priority.PRIORITY_BELOW_NORMAL;
/** Longer conversions are abandoned: the queue gives a job to another worker if it is held for longer. */
const MAX_MS = 12 * 60_000;
const SMALL_HEIGHT = 480;

async function ffmpeg(args: readonly string[]): Promise<void> {
  const running = run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { timeout: MAX_MS });
  const { pid } = running.child;
  // It may be done already, or the system may not allow it.
  if (pid !== undefined) {
    try {
      os.setPriority(pid, PRIORITY);
    } catch {}
  }
  await running;
}

let isThere: Promise<boolean> | undefined;

export function hasFfmpeg(): Promise<boolean> {
  isThere ??= run('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  );
  return isThere;
}

/** A JPEG of the frame at `second`, at most 1280 wide. */
export function drawPoster(video: string, poster: string, second: number): Promise<void> {
  const scale = "scale='min(1280,iw)':-2";
  return ffmpeg(['-ss', String(second), '-i', video, '-frames:v', '1', '-vf', scale, '-q:v', '4', poster]);
}

/** H.264 and AAC, which every browser plays, with the index at the front so that it starts at once. */
export function shrinkVideo(video: string, small: string): Promise<void> {
  const picture = [
    '-vf',
    `scale=-2:'min(${SMALL_HEIGHT},ih)'`,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '26',
  ];
  const sound = ['-c:a', 'aac', '-b:a', '96k'];
  return ffmpeg([
    '-threads',
    '1',
    '-i',
    video,
    ...picture,
    ...sound,
    '-pix_fmt',
    'yuv420p',
    '-threads',
    '1',
    '-movflags',
    '+faststart',
    small,
  ]);
}
