// A notice for forms that can't work without JavaScript.
export function NeedsScript({ what }: { what: string }) {
  return (
    <noscript>
      <p className="meta">{what} needs JavaScript. Turn it on for this site and reload the page.</p>
    </noscript>
  );
}
