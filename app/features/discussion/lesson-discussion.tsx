// Questions and answers under a lesson, for everyone who has the course.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_POST_TEXT } from '#shared/features/discussion/discussion.rules.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { listDiscussionQuery, useCreatePost, type Question } from './discussion.api.ts';
import { DiscussionPost } from './discussion-post.tsx';
import './discussion.css';

type LessonDiscussionProps = {
  lessonId: number;
  /** Where the lesson's video or audio is now; left out where it has none. */
  currentSecond?: () => number | null;
  /** Plays the lesson from a moment a question is about. */
  onJump?: (second: number) => void;
};

export function LessonDiscussion({ lessonId, currentSecond, onJump }: LessonDiscussionProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(listDiscussionQuery(lessonId, page));
  const ask = useCreatePost();
  return (
    <section aria-labelledby="questions" className="mt-10">
      <h2 id="questions" className="t-m">
        Questions
      </h2>
      <PostForm
        label="Ask a question"
        submitLabel="Ask"
        isBusy={ask.isPending}
        error={ask.error}
        canPin={currentSecond !== undefined}
        onSubmit={async (text, isPinned) => {
          const second = isPinned ? currentSecond?.() : null;
          const atSecond = typeof second === 'number' ? Math.floor(second) : null;
          await ask.mutateAsync({ params: { id: lessonId }, body: { text, atSecond } });
          setPage(1);
        }}
      />
      <QueryView
        query={query}
        what="the questions"
        isAside
        skeleton={
          <SkeletonGroup label="Loading the questions" className="mt-6 grid gap-3">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-16" />
          </SkeletonGroup>
        }
      >
        {({ items, total, pageSize, canModerate }) => (
          <>
            {items.length === 0 && <p className="meta mt-6">No questions yet. Yours would be the first.</p>}
            {items.map((question) => (
              <Thread
                key={question.id}
                lessonId={lessonId}
                question={question}
                canModerate={canModerate}
                onJump={onJump}
              />
            ))}
            {total > pageSize && (
              <div className="mt-6 flex items-center gap-4">
                <Button
                  aria-disabled={page === 1 || undefined}
                  onClick={() => setPage(Math.max(1, page - 1))}
                >
                  Newer questions
                </Button>
                <Button
                  aria-disabled={page * pageSize >= total || undefined}
                  onClick={() => setPage(page * pageSize >= total ? page : page + 1)}
                >
                  Older questions
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

type ThreadProps = {
  lessonId: number;
  question: Question;
  canModerate: boolean;
  onJump: LessonDiscussionProps['onJump'];
};

function Thread({ lessonId, question, canModerate, onJump }: ThreadProps) {
  const [isAnswering, setAnswering] = useState(false);
  const answer = useCreatePost();
  const { id, answers, isDeleted } = question;
  return (
    <article className="thread" aria-label={`Question by ${question.author}`}>
      <DiscussionPost post={question} canModerate={canModerate} onJump={onJump} />
      {answers.length > 0 && (
        <ul className="thread-answers" aria-label="Answers">
          {answers.map((post) => (
            <li key={post.id}>
              <DiscussionPost post={post} canModerate={canModerate} onJump={onJump} />
            </li>
          ))}
        </ul>
      )}
      {!isDeleted && !isAnswering && (
        <Button variant="quiet" size="s" className="mt-2" onClick={() => setAnswering(true)}>
          Answer
        </Button>
      )}
      {isAnswering && (
        <PostForm
          label="Your answer"
          submitLabel="Post answer"
          isBusy={answer.isPending}
          error={answer.error}
          onCancel={() => setAnswering(false)}
          onSubmit={async (text) => {
            await answer.mutateAsync({ params: { id: lessonId }, body: { text, questionId: id } });
            setAnswering(false);
          }}
        />
      )}
    </article>
  );
}

type PostFormProps = {
  label: string;
  submitLabel: string;
  isBusy: boolean;
  error: Error | null;
  canPin?: boolean;
  onCancel?: () => void;
  onSubmit: (text: string, isPinned: boolean) => Promise<unknown>;
};

function PostForm({ label, submitLabel, isBusy, error, canPin = false, onCancel, onSubmit }: PostFormProps) {
  const [text, setText] = useState('');
  const [isPinned, setPinned] = useState(false);
  return (
    <form
      className="mt-4 grid max-w-measure gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '' || isBusy) return;
        // The message is shown from the mutation's error; the text stays.
        onSubmit(text, isPinned).then(
          () => setText(''),
          () => {},
        );
      }}
    >
      <FormField label={label}>
        <Textarea
          rows={3}
          maxLength={MAX_POST_TEXT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </FormField>
      {error && (
        <Notice tone="bad" isAlert>
          {failureTextOf(error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isBusy={isBusy} aria-disabled={text.trim() === '' || undefined}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {canPin && (
          <label className="check">
            <input
              type="checkbox"
              className="box"
              checked={isPinned}
              onChange={(event) => setPinned(event.target.checked)}
            />
            About this moment of the recording
          </label>
        )}
      </div>
    </form>
  );
}
