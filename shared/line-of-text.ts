// One line of user text that others read, such as a name or title: what it must not contain, and how emails show it.

/** Marks that change the direction of the text around them: with one, “annexgpj.exe” reads as “annexexe.jpg”. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Invisible characters that split or hide words. Joiners and variation selectors belong to scripts and emoji. */
const INVISIBLE = /(?!\u200C|\u200D|\uFE0E|\uFE0F)[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;

export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);
export const hasDirectionMarks = (text: string): boolean => BIDI.test(text);
export const isOneLine = (text: string): boolean => !CONTROL.test(text);

const ENDINGS =
  'com|net|org|edu|gov|info|biz|name|pro|io|co|ai|me|tv|cc|ws|app|dev|xyz|shop|store|online|site|website|web|page|' +
  'blog|club|link|click|top|live|life|world|today|news|email|cloud|tech|space|fun|icu|vip|win|bid|loan|work|zip|mov';
const NOT_A_WORD = '(?![\\p{L}\\p{N}])';
/** `evil.com`, `x.co`: endings that mail clients turn into links, after anything. */
const DOMAIN = new RegExp(`[\\p{L}\\p{N}]\\.(?:${ENDINGS})${NOT_A_WORD}`, 'iu');
/** `evil.ru`: any country. “J.R. Smith” and “St. John” are names, so it takes two letters before and no space. */
const COUNTRY_DOMAIN = new RegExp(`[\\p{L}\\p{N}-]{2,}\\.[a-z]{2}${NOT_A_WORD}`, 'iu');
/** `evil.support`, `evil.рф`: any other ending, after a word of three letters or more. “St.John” is a name. */
const OTHER_DOMAIN = /[\p{L}\p{N}-]{3,}\.\p{L}{2,}/u;
const IP_ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}/u;
/** `https://`, `//host`, `www.`, `host.any/path`, `mailto:`. */
const ADDRESS =
  /:\/\/|^\/\/|\s\/\/|(?:^|[^\p{L}\p{N}])www\.|\.[\p{L}\p{N}-]{2,}\/|(?:https?|mailto|javascript|data|tel):/iu;

/** Full-width letters and the ideographic full stop work in URLs too. */
const latin = (text: string) => text.normalize('NFKC').replaceAll('。', '.');

/** A URL, or something mail clients turn into a link. */
export function looksLikeLink(text: string): boolean {
  const plain = latin(text);
  return [ADDRESS, DOMAIN, COUNTRY_DOMAIN, OTHER_DOMAIN, IP_ADDRESS].some((pattern) => pattern.test(plain));
}

/** Weaker, for usernames, where a dot is a separator: “anna.li” is a person, “anna.com” is not. */
export const looksLikeDomain = (text: string): boolean => DOMAIN.test(latin(text));

/** What mail clients turn into a link: a known ending, any country's, or an address. They leave “ada.plie” alone. */
export function isLinkInMail(text: string): boolean {
  const plain = latin(text);
  return [ADDRESS, DOMAIN, COUNTRY_DOMAIN, IP_ADDRESS].some((pattern) => pattern.test(plain));
}

const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const EACH_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * A name or title for an email to someone else: one line, no direction marks, no links. Also cleans rows written before
 * these rules existed.
 */
export function lineForMail(text: string): string {
  const line = text.toWellFormed().replace(EACH_INVISIBLE, '').replace(EACH_CONTROL, ' ');
  const shown = looksLikeLink(line) ? latin(line).replaceAll(/[.:/\\@]+/g, ' ') : line;
  return shown.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}

/** The whole text of an email; line breaks stay. */
export function textForMail(text: string): string {
  return text
    .toWellFormed()
    .replace(EACH_INVISIBLE, '')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
