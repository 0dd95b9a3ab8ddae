// Parses HTML as a browser does: which elements and attributes are created, and what is only text.

export type HtmlElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** The raw text of a script or style. */
  raw: string;
  /** The names and classes of its ancestors, outermost first. */
  inside: readonly string[];
};

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Elements that contain no markup except their own end tag. */
const RAW = new Set(['script', 'style', 'noscript', 'iframe', 'noembed', 'xmp']);
const RAW_WITH_ENTITIES = new Set(['title', 'textarea']);
const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(String(hex), 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return NAMED[name] ?? whole;
  });
}

/** `text`: what is visible on the page, without scripts and styles. */
export function readHtml(html: string): { elements: HtmlElement[]; text: string } {
  const elements: HtmlElement[] = [];
  const open: { name: string; label: string }[] = [];
  let text = '';
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const sticky = new RegExp(pattern.source, 'iy');
    sticky.lastIndex = at;
    const found = sticky.exec(html);
    if (found) at = sticky.lastIndex;
    return found;
  };
  const until = (pattern: RegExp): string => {
    const found = new RegExp(pattern.source, 'gi');
    found.lastIndex = at;
    const end = found.exec(html);
    const passed = html.slice(at, end?.index ?? html.length);
    at = end ? found.lastIndex : html.length;
    return passed;
  };
  while (at < html.length) {
    if (take(/<!--/)) until(/--!?>/);
    else if (take(/<[!?]|<\/(?![a-z])/)) until(/>/);
    else if (take(/<\/(?=[a-z])/)) {
      const name = until(/>/).toLowerCase().split(/[\s/]/, 1)[0];
      const found = open.findLastIndex((one) => one.name === name);
      if (found >= 0) open.length = found;
    } else if (take(/<(?=[a-z])/)) {
      const name = take(/[^\s/>]+/)?.[0].toLowerCase() ?? '';
      const attributes = readAttributes(take);
      const isRaw = RAW.has(name) || RAW_WITH_ENTITIES.has(name);
      const raw = isRaw ? until(new RegExp(`</${name}(?=[\\s/>])[^>]*>`)) : '';
      elements.push({ name, attributes, raw, inside: open.map(({ label }) => label) });
      if (RAW_WITH_ENTITIES.has(name)) text += unescaped(raw);
      if (!isRaw && !VOID.has(name)) open.push({ name, label: `${name}.${attributes.get('class') ?? ''}` });
    } else text += unescaped(take(/<?[^<]*/)?.[0] ?? '');
  }
  return { elements, text };
}

function readAttributes(take: (pattern: RegExp) => RegExpExecArray | null): Map<string, string> {
  const attributes = new Map<string, string>();
  for (;;) {
    take(/[\s/]+/);
    if (take(/>/)) return attributes;
    const name = take(/=?[^\s/>=]+/)?.[0];
    if (name === undefined) return attributes;
    const value = take(/\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/);
    attributes.set(name.toLowerCase(), unescaped(value?.[1] ?? value?.[2] ?? value?.[3] ?? ''));
  }
}
