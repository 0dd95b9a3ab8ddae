// Loads a page's scripts after the page itself. Text, fonts and images render the page; scripts only hydrate it, and on
// a slow connection they would compete. React Router starts its module script while the page is
// still loading, so that script is renamed here and started on load.

/** An image that never loads must not block hydration forever. */
const PATIENCE_MS = 4000;

const STARTER = [
  'var start=function(){',
  "var later=document.querySelector('script[type=later]');if(!later)return;",
  "var script=document.createElement('script');script.type='module';script.nonce=later.nonce;",
  'script.textContent=later.textContent;later.remove();document.head.append(script)};',
  `if(document.readyState=='complete')start();else{addEventListener('load',start);setTimeout(start,${PATIENCE_MS})}`,
].join('');

/** Pages without such a script stay unchanged. */
export function scriptsLast(html: string): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<script[^>]*) type="module" async="">/, `$1>${STARTER}</script>$1 type="later">`);
}
