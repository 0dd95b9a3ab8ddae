// Sending it for review: what is still missing, each a way to its field.
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { formatPrice } from '#shared/money.ts';
import { Notice } from '#app/components/ui/notice.tsx';

type MissingListProps = { problems: OwnResource['problems']; onGo: (path: string) => void };

export function MissingList({ problems, onGo }: MissingListProps) {
  return (
    <div>
      <p className="label">Still missing</p>
      <ul className="draft-missings mt-1.5 grid">
        {problems.map(({ path, message }) => (
          <li key={path}>
            <button type="button" className="link draft-missing" onClick={() => onGo(path)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type SubmitSummaryProps = { resource: OwnResource | null; price: string };

export function SubmitSummary({ resource, price }: SubmitSummaryProps) {
  const count = resource?.files.length ?? 0;
  return (
    <p className="meta">
      {formatPrice(price)}, {count === 1 ? '1 file' : `${count} files`}. Officers read it before it is on
      sale; you hear from us by mail.
    </p>
  );
}

/** What stands above the form, by the state the resource is in. */
export function StateNotice({ resource }: { resource: OwnResource }) {
  const { state, stateReason, isTakenDown } = resource;
  if (isTakenDown) {
    return (
      <Notice tone="bad">
        <strong>It was taken down after a rights notice.</strong> It cannot be put on sale until the notice is
        settled; we have written to you about it. Whoever has bought it keeps it.
      </Notice>
    );
  }
  switch (state) {
    case 'in_review':
      return (
        <Notice tone="warn">
          <strong>It is being reviewed.</strong> Nothing can be changed meanwhile. To change something, take
          it back; you can send it again at any time.
        </Notice>
      );
    case 'changes_requested':
    case 'rejected':
      return (
        <Notice tone="bad">
          <strong>
            {state === 'rejected' ? 'It was not accepted.' : 'The curriculum team asks for changes.'}
          </strong>
          {stateReason && <p className="draft-reason">{stateReason}</p>}
          <p>Change what is needed, then send it for review again.</p>
        </Notice>
      );
    case 'published':
      return (
        <Notice>
          <strong>It is on sale.</strong> What you change here is saved as a draft. Buyers see it when you
          publish the changes.
        </Notice>
      );
    case 'archived':
      return (
        <Notice>
          <strong>It is archived.</strong> It is not in the store. People who have it keep it. What you change
          here is saved as a draft until you publish the changes.
        </Notice>
      );
    case 'draft':
    default:
      return null;
  }
}
