// The description: a Markdown field with a preview.
import type { UseMutationResult } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { usePreviewDescription } from './authoring.api.ts';

type DescriptionFieldProps = {
  name: string;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLTextAreaElement>;
  most: number;
  error?: string | undefined;
};

export function DescriptionField({ error, most, value, onChange, ...field }: DescriptionFieldProps) {
  const [isShown, setShown] = useState(false);
  const look = usePreviewDescription();
  const excess = value.length - most;
  const show = () => {
    setShown(true);
    look.mutate(value);
  };
  return (
    <div>
      <FormField
        label="Description"
        isRequired
        error={error}
        aside={excess > 0 && <span className="small num text-garnet">{excess} over the limit</span>}
        help={
          <>
            A blank line begins a paragraph. <code>**bold**</code>, <code>_italic_</code>, <code>- list</code>
            , <code>[words](https://…)</code>
          </>
        }
      >
        <Textarea
          {...field}
          rows={8}
          value={value}
          hidden={isShown}
          onChange={(event) => onChange(event.target.value)}
        />
        {isShown && <Shown text={value} look={look} onRetry={show} />}
      </FormField>
      <div className="draft-look" role="group" aria-label="Write or preview">
        <Button size="s" variant="quiet" aria-pressed={!isShown} onClick={() => setShown(false)}>
          Write
        </Button>
        <Button size="s" variant="quiet" aria-pressed={isShown} onClick={show}>
          Preview
        </Button>
      </div>
    </div>
  );
}

type Look = UseMutationResult<{ html: string }, Error, string>;

function Shown({ text, look, onRetry }: { text: string; look: Look; onRetry: () => void }) {
  if (look.error) {
    return (
      <Notice tone="bad" isAlert>
        {failureTextOf(look.error)}{' '}
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      </Notice>
    );
  }
  if (!look.data) return <Skeleton className="h-28" />;
  if (text.trim() === '') return <p className="draft-shown meta">Nothing to preview yet.</p>;
  // Rendered by the server from Markdown, with raw HTML removed.
  return <div className="draft-shown prose" dangerouslySetInnerHTML={{ __html: look.data.html }} />;
}
