// “Add to my library”, and what is left of the month's downloads.
import Library from 'icon:library';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import type { CatalogueItem } from '#app/lib/item-access.api.ts';
import { useAddToLibrary, useBenefits } from '#app/lib/member.api.ts';
import { isPublicPage } from '#shared/public-pages.ts';
import { describeDownloads } from '#shared/features/membership/download.rules.ts';

type LibraryButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'isFull'> & {
  item: CatalogueItem;
  onAdded?: () => void;
};

export function LibraryButton({ item, onAdded, ...look }: LibraryButtonProps) {
  const add = useAddToLibrary(item);
  return (
    <Button
      icon={<Library className="icon" aria-hidden="true" />}
      isBusy={add.isPending}
      onClick={() => add.mutate(undefined, { onSuccess: onAdded })}
      {...look}
    >
      {item.type === 'course' ? 'Start course' : 'Add to my library'}
    </Button>
  );
}

/** Below the button. */
export function LibraryNote({ item }: { item: CatalogueItem }) {
  const { downloads = null } = useBenefits() ?? {};
  return (
    <p className="meta num mt-3 text-pretty">
      Included in your membership, for as long as you’re a member. {PAYEES[item.type]} gets a share of what
      you pay.
      {item.type === 'resource' && downloads && ` ${describeDownloads(downloads)}`}
    </p>
  );
}

/** What is left this month, for members. */
export function DownloadsLeft() {
  const downloads = useBenefits()?.downloads;
  if (!downloads) return null;
  return <p className="meta num mt-4">Your membership: {describeDownloads(downloads)}</p>;
}

/** For everyone who isn't a member. */
export function LibraryHint({ type }: Pick<CatalogueItem, 'type'>) {
  return (
    <p className="meta mt-3 text-pretty">
      Included in a{' '}
      {isPublicPage('/subscription') ? (
        <Link className="link" to="/subscription">
          membership
        </Link>
      ) : (
        'membership'
      )}
      . {PAYEES[type]} gets a share of what members pay.
    </p>
  );
}

const PAYEES = { resource: 'The seller', course: 'The instructor' } as const;
