// A video someone handed in, with the comments as pins on its timeline.
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { formatSecond } from '#shared/features/assignment/assignment.rules.ts';
import { submissionFileUrl, type SubmissionComment, type SubmissionFile } from './assignment.api.ts';
import './assignment.css';

export type VideoControl = { jumpTo(second: number): void; pause(): number };

type SubmissionVideoProps = {
  file: SubmissionFile;
  comments: readonly SubmissionComment[];
  control: Ref<VideoControl>;
  onTime?: (second: number) => void;
};

export function SubmissionVideo({ file, comments, control, onTime }: SubmissionVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [length, setLength] = useState(file.seconds ?? 0);
  const jumpTo = (second: number) => {
    if (!video.current) return;
    video.current.currentTime = second;
    void video.current.play().catch(() => {});
  };
  useImperativeHandle(control, () => ({
    jumpTo,
    pause() {
      video.current?.pause();
      return video.current?.currentTime ?? 0;
    },
  }));
  const pins = comments.filter((comment) => comment.atSecond !== null);
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what learners film has no captions */}
      <video
        ref={video}
        className="submission-video"
        src={submissionFileUrl(file.id)}
        controls
        preload="metadata"
        aria-label={file.name}
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration || length)}
        onTimeUpdate={(event) => onTime?.(event.currentTarget.currentTime)}
      />
      {pins.length > 0 && length > 0 && (
        <div className="submission-pins" role="group" aria-label="Comments in the video">
          {pins.map(({ id, atSecond }) => (
            <button
              key={id}
              type="button"
              className="submission-pin"
              style={{ left: `${Math.min(100, ((atSecond ?? 0) / length) * 100)}%` }}
              aria-label={`Comment at ${formatSecond(atSecond ?? 0)}`}
              onClick={() => jumpTo(atSecond ?? 0)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
