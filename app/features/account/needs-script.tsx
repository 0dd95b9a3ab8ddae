// Said where a form cannot work without scripts.
export function NeedsScript({ what }: { what: string }) {
  return (
    <noscript>
      <p className="meta">
        {what} needs JavaScript. Please switch it on for this site and load the page again.
      </p>
    </noscript>
  );
}
