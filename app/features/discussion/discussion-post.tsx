// One question or answer, with what the viewer can do about it.
import ThumbsUp from 'icon:thumbs-up';
import { useState } from 'react';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatSecond } from '#shared/features/assignment/assignment.rules.ts';
import { MAX_POST_TEXT } from '#shared/features/discussion/discussion.rules.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { cx } from '#app/lib/cx.ts';
import {
  useDeletePost,
  useEditPost,
  useRemoveVote,
  useReportPost,
  useVoteForPost,
  type Post,
} from './discussion.api.ts';

type DiscussionPostProps = {
  post: Post;
  canModerate: boolean;
  onJump: ((second: number) => void) | undefined;
};

export function DiscussionPost({ post, canModerate, onJump }: DiscussionPostProps) {
  const [isEditing, setEditing] = useState(false);
  if (post.isDeleted) return <p className="meta">This question was deleted.</p>;
  const { author, imageUrl, isInstructor, createdAt, isEdited, atSecond, text } = post;
  return (
    <div className={cx('post', isInstructor && 'post-instructor')}>
      <Avatar
        sources={avatarCandidates({ profileImageUrl: imageUrl, name: author, kind: 'user' })}
        name={author}
        size="s"
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="font-semibold">{author}</strong>
          {isInstructor && <Badge tone="act">Instructor</Badge>}
          <span className="small">
            <When iso={createdAt} />
            {isEdited && ', edited'}
          </span>
          {atSecond !== null && <Moment second={atSecond} onJump={onJump} />}
        </p>
        {isEditing ? (
          <EditForm post={post} onDone={() => setEditing(false)} />
        ) : (
          <p className="mt-1 max-w-measure whitespace-pre-wrap wrap-anywhere">{text}</p>
        )}
        {!isEditing && <PostActions post={post} canModerate={canModerate} onEdit={() => setEditing(true)} />}
      </div>
    </div>
  );
}

function Moment({ second, onJump }: { second: number; onJump: DiscussionPostProps['onJump'] }) {
  const text = `at ${formatSecond(second)}`;
  if (!onJump) return <span className="small num">{text}</span>;
  return (
    <button type="button" className="link small num" onClick={() => onJump(second)}>
      {text}
    </button>
  );
}

type PostActionsProps = { post: Post; canModerate: boolean; onEdit: () => void };

function PostActions({ post, canModerate, onEdit }: PostActionsProps) {
  const vote = useVoteForPost();
  const unvote = useRemoveVote();
  const report = useReportPost();
  const remove = useDeletePost();
  const { id, isOwn, votes, hasVoted, hasReported, author } = post;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2">
      {isOwn ? (
        votes > 0 && <span className="small num">{votes === 1 ? '1 vote' : `${votes} votes`}</span>
      ) : (
        <Button
          variant="quiet"
          size="s"
          icon={<ThumbsUp className="icon" aria-hidden="true" />}
          aria-pressed={hasVoted}
          aria-label={`Helpful, ${votes === 1 ? '1 vote' : `${votes} votes`}`}
          isBusy={vote.isPending || unvote.isPending}
          onClick={() => (hasVoted ? unvote : vote).mutate({ params: { id } })}
        >
          {votes}
        </Button>
      )}
      {isOwn && (
        <Button variant="quiet" size="s" onClick={onEdit}>
          Edit
        </Button>
      )}
      {(isOwn || canModerate) && (
        <ConfirmDialog
          trigger={
            <Button variant="quiet" size="s">
              Delete
            </Button>
          }
          title="Delete this post?"
          description="Nobody can read it anymore. Answers to it stay."
          confirmLabel="Delete"
          onConfirm={() => remove.mutateAsync({ params: { id } })}
        />
      )}
      {!isOwn && !hasReported && !canModerate && (
        <ReasonDialog
          trigger={
            <Button variant="quiet" size="s">
              Report
            </Button>
          }
          title={`Report the post by ${author}?`}
          description="Your instructor reads your report and decides. The author doesn’t learn who reported it."
          confirmLabel="Report"
          help="What is wrong with it?"
          onConfirm={async (reason) => {
            await report.mutateAsync({ params: { id }, body: { reason } });
            toast({ title: 'Reported', description: 'Your instructor will look at it.' });
          }}
        />
      )}
      {hasReported && <span className="small">You reported this</span>}
    </div>
  );
}

function EditForm({ post, onDone }: { post: Post; onDone: () => void }) {
  const [text, setText] = useState(post.text);
  const edit = useEditPost();
  return (
    <form
      className="mt-2 grid max-w-measure gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '')
          edit.mutate({ params: { id: post.id }, body: { text } }, { onSuccess: onDone });
      }}
    >
      <Textarea
        aria-label="Your post"
        rows={3}
        maxLength={MAX_POST_TEXT}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex gap-3">
        <Button size="s" type="submit" isBusy={edit.isPending}>
          Save
        </Button>
        <Button size="s" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
