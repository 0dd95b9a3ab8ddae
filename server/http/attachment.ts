// The header that makes a browser save an answer under a name, whatever is in that name (RFC 6266, RFC 8187).
const LONGEST = 150;

/** Letters beyond ASCII go into `filename*`; browsers that know only `filename` get the name without them. */
export function attachmentNamed(name: string): string {
  const kept = safeName(name);
  const ascii = kept
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7E]/gu, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncoded(kept)}`;
}

/** No folders, nothing unseen, nothing hidden, and short enough for every disk. */
function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/[/\\:*?<>|]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const characters = Array.from(plain);
  if (characters.length <= LONGEST) return plain || 'file';
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? '';
  return characters.slice(0, LONGEST - ending.length).join('') + ending;
}

/** What encodeURIComponent leaves as it is and the header does not allow. */
function percentEncoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
