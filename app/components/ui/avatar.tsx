// A user's picture: tries the given sources in order, then shows initials. Generated initials are drawn on the page and
// not as an image, because images can't use the page's typeface.
import { useEffect, useRef, useState } from 'react';
import { AVATAR_SIZE, initialsAvatar, initialsPicture } from '#shared/avatar.ts';
import { initialsOf } from '#shared/names.ts';
import { cx } from '#app/lib/cx.ts';

type AvatarProps = {
  /** In the order to try them: shared/avatar.ts, avatarCandidates(). */
  sources: readonly string[];
  name: string;
  /** m is 40 px; xl is the profile's 200 px. */
  size?: 's' | 'm' | 'l' | 'xl';
  /** Empty when the name is next to it, as it usually is. */
  alt?: string;
  className?: string;
};

export function Avatar({ sources, name, size = 'm', alt = '', className }: AvatarProps) {
  const { source, image } = useFirstThatLoads(sources);
  return (
    <span className={cx('avatar', size !== 'm' && `avatar-${size}`, className)}>
      {source === undefined ? (
        <>
          {alt && <span className="sr-only">{alt}</span>}
          <span aria-hidden="true">{initialsOf(name)}</span>
        </>
      ) : source === initialsAvatar(name) ? (
        <Initials name={name} alt={alt} />
      ) : (
        <img {...image} alt={alt} width={200} height={200} decoding="async" />
      )}
    </span>
  );
}

function Initials({ name, alt }: { name: string; alt: string }) {
  const { ground, letter, initials } = initialsPicture(name);
  const half = AVATAR_SIZE / 2;
  return (
    <svg
      viewBox={`0 0 ${AVATAR_SIZE} ${AVATAR_SIZE}`}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      <rect width={AVATAR_SIZE} height={AVATAR_SIZE} fill={ground} />
      <text x={half} y={half} dy="0.35em" fontSize={80} fill={letter}>
        {initials}
      </text>
    </svg>
  );
}

/** The source to show now, and an image that goes on to the next one when it doesn't load. */
export function useFirstThatLoads(sources: readonly string[]) {
  const key = sources.join(' ');
  const [tried, setTried] = useState({ key, count: 0 });
  const ref = useRef<HTMLImageElement>(null);
  const count = tried.key === key ? tried.count : 0;
  const tryNext = () => setTried({ key, count: count + 1 });
  useEffect(() => {
    skipIfBroken(ref.current, () => setTried({ key, count: count + 1 }));
  }, [key, count]);
  const source = sources[count];
  return { source, image: { ref, src: source, onError: tryNext } };
}

/** The image may have failed before React hydrated; no event tells of it anymore. */
export function skipIfBroken(
  image: Pick<HTMLImageElement, 'complete' | 'naturalWidth'> | null,
  tryNext: () => void,
): void {
  if (image?.complete && image.naturalWidth === 0) tryNext();
}
