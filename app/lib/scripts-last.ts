// Lets a page load before its scripts do. Words, letters and pictures draw the page; scripts only wake it up, and on
// a slow line the two would share what little there is. React Router starts its module script while the page is
// still loading, so that script is renamed here and started when the page has loaded.

/** A picture that never comes must not keep the page asleep for ever. */
const PATIENCE_MS = 4000;

const STARTER = [
  'var start=function(){',
  "var later=document.querySelector('script[type=later]');if(!later)return;",
  "var script=document.createElement('script');script.type='module';script.nonce=later.nonce;",
  'script.textContent=later.textContent;later.remove();document.head.append(script)};',
  `if(document.readyState=='complete')start();else{addEventListener('load',start);setTimeout(start,${PATIENCE_MS})}`,
].join('');

/** A page without such a script (none of ours) comes back as it was. */
export function scriptsLast(html: string): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<script[^>]*) type="module" async="">/, `$1>${STARTER}</script>$1 type="later">`);
}
