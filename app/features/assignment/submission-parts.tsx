// Parts of a submission both sides see: its text and files, comments, and the points of the rubric.
import Download from 'icon:download';
import { useRef, type ReactNode } from 'react';
import { formatSecond, isVideo, sumPoints, sumRubric } from '#shared/features/assignment/assignment.rules.ts';
import type { RubricLine } from '#shared/features/course/course.rules.ts';
import { formatBytes } from '#app/lib/format-bytes.ts';
import {
  submissionFileUrl,
  type Submission,
  type SubmissionComment,
  type SubmissionFile,
} from './assignment.api.ts';
import { SubmissionVideo, type VideoControl } from './submission-video.tsx';
import './assignment.css';

export function SubmissionFiles({ files }: { files: readonly SubmissionFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="mt-4 border-t border-rule" aria-label="Files">
      {files.map(({ id, name, bytes }) => (
        <li key={id} className="flex items-center justify-between gap-4 border-b border-rule py-2.5">
          <span className="min-w-0 wrap-anywhere">
            {name} <span className="small num">{formatBytes(bytes)}</span>
          </span>
          <a className="icon-btn" href={submissionFileUrl(id)} download aria-label={`Download ${name}`}>
            <Download className="icon" aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  );
}

type CommentListProps = {
  comments: readonly SubmissionComment[];
  onJump: ((second: number) => void) | undefined;
  /** After each comment, such as a button to remove it. */
  children?: (comment: SubmissionComment) => ReactNode;
};

export function CommentList({ comments, onJump, children }: CommentListProps) {
  return (
    <ul className="submission-comments" aria-label="Comments">
      {comments.map((comment) => (
        <li key={comment.id}>
          <CommentTime second={comment.atSecond} onJump={onJump} />
          <p className="min-w-0 whitespace-pre-wrap wrap-anywhere">{comment.text}</p>
          {children?.(comment)}
        </li>
      ))}
    </ul>
  );
}

function CommentTime({ second, onJump }: { second: number | null; onJump: CommentListProps['onJump'] }) {
  if (second === null) return <span className="small">All</span>;
  const text = formatSecond(second);
  if (!onJump) return <span className="num">{text}</span>;
  return (
    <button
      type="button"
      className="submission-at num"
      aria-label={`Play from ${text}`}
      onClick={() => onJump(second)}
    >
      {text}
    </button>
  );
}

type RubricPointsProps = { rubric: readonly RubricLine[]; points: Readonly<Record<string, number>> };

export function RubricPoints({ rubric, points }: RubricPointsProps) {
  if (rubric.length === 0) return null;
  return (
    <table className="table table-flush mt-4">
      <caption className="sr-only">Points by line of the rubric</caption>
      <thead>
        <tr>
          <th scope="col">Rubric</th>
          <th scope="col" data-align="right">
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {rubric.map(({ id, label, description, points: most }) => (
          <tr key={id}>
            <td>
              {label}
              <span className="small block">{description}</span>
            </td>
            <td data-align="right" className="num whitespace-nowrap">
              {points[id] ?? 0} of {most}
            </td>
          </tr>
        ))}
        <tr>
          <td className="font-semibold">Together</td>
          <td data-align="right" className="num font-semibold whitespace-nowrap">
            {sumPoints(rubric, points)} of {sumRubric(rubric)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

type SubmissionBodyProps = { submission: Submission; children?: ReactNode };

/** What was handed in, with comments that jump to their moment in the video. */
export function SubmissionBody({ submission, children }: SubmissionBodyProps) {
  const control = useRef<VideoControl>(null);
  const { text, files, comments } = submission;
  const video = files.find(({ contentType }) => isVideo(contentType));
  return (
    <>
      {video && <SubmissionVideo file={video} comments={comments} control={control} />}
      {text && <p className="mt-4 max-w-measure whitespace-pre-wrap wrap-anywhere">{text}</p>}
      <SubmissionFiles files={files} />
      {children}
      {comments.length > 0 && (
        <CommentList
          comments={comments}
          onJump={video ? (second) => control.current?.jumpTo(second) : undefined}
        />
      )}
    </>
  );
}
