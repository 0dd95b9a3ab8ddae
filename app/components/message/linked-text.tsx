// What someone wrote, with safe links.
import { linkParts } from '#shared/features/message/message.rules.ts';

/** Text only, whatever it contains; web addresses become links that tell the other site nothing. */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map((part, at) =>
    part.href ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never change places
      <a key={at} className="link" href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
