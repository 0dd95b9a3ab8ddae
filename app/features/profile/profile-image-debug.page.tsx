// The fallback chain of the own profile picture (spec §4): every source and whether it loads.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MetaArgs } from 'react-router';
import { AVATAR_SIZE, avatarCandidates } from '#shared/avatar.ts';
import { fullNameOf } from '#shared/names.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getUserQuery } from '#app/lib/user.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Profile image',
    description: 'The sources of your profile picture.',
    path: '/profile-image-debug',
    isHidden: true,
  });
}

export default function ProfileImageDebugPage() {
  const { data: user } = useQuery(getUserQuery());
  if (!user) return null;
  const name = fullNameOf(user);
  const kind = [user.role, ...(user.roles ?? [])].includes('seller') ? 'seller' : 'user';
  const candidates = avatarCandidates({ profileImageUrl: user.profileImageUrl, name, kind });
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Profile picture sources</h1>
      <p className="lead mt-4 max-w-measure">
        Everyone sees the first source that loads. Your picture is {user.profileImageUrl ?? 'not set'}.
      </p>
      <div className="mt-10 grid items-start gap-x-16 gap-y-10 md:grid-cols-[auto_1fr]">
        <div>
          <Avatar sources={candidates} name={name} size="xl" alt={name} />
          <p className="meta mt-3">What others see</p>
          <Button className="mt-3" onClick={() => dispatchEvent(new Event('profile-image-updated'))}>
            Refresh
          </Button>
        </div>
        <ol className="border-t border-ink" aria-label="Sources">
          {candidates.map((source, at) => (
            <Candidate key={source} source={source} step={stepName(source, at)} />
          ))}
        </ol>
      </div>
    </div>
  );
}

/** The name of a source by its position in the chain. */
function stepName(source: string, at: number): string {
  if (source.startsWith('data:image/svg+xml')) return 'Initials';
  if (source.startsWith('/images/default-')) return 'Default picture';
  return at === 0 ? 'Uploaded picture' : 'Fallback path';
}

type Outcome = 'loading' | 'loaded' | 'failed';

function Candidate({ source, step }: { source: string; step: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [outcome, setOutcome] = useState<Outcome>('loading');
  useEffect(() => {
    // A cached picture may have loaded before the listeners were attached.
    if (image.current?.complete) setOutcome(image.current.naturalWidth > 0 ? 'loaded' : 'failed');
  }, []);
  return (
    <li className="flex items-center gap-4 border-b border-rule py-4">
      <span className="avatar">
        <img
          ref={image}
          src={source}
          alt=""
          width={AVATAR_SIZE}
          height={AVATAR_SIZE}
          onLoad={() => setOutcome('loaded')}
          onError={() => setOutcome('failed')}
        />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{step}</span>
        <span className="small block truncate">
          {source.startsWith('data:') ? 'generated from your name' : source}
        </span>
      </span>
      <OutcomeBadge outcome={outcome} />
    </li>
  );
}

function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  if (outcome === 'loading') return <Badge>Loading</Badge>;
  return outcome === 'loaded' ? <Badge tone="ok">Loaded</Badge> : <Badge tone="bad">Failed</Badge>;
}
