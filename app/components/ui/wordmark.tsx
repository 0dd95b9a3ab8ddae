// The site's name as a mark: where it has an é, the accent rises in coral.

export function Wordmark({ name, className }: { name: string; className?: string }) {
  const at = name.lastIndexOf('é');
  if (at === -1) return <span className={className ? `mark ${className}` : 'mark'}>{name}</span>;
  return (
    <span className={className ? `mark ${className}` : 'mark'}>
      <span className="sr-only">{name}</span>
      <span aria-hidden="true">
        {name.slice(0, at)}
        <span className="mark-e">e</span>
        {name.slice(at + 1)}
      </span>
    </span>
  );
}
