// A lesson's Markdown. Its own file: courses of videos alone never fetch what Markdown needs.
import Markdown, { type Components } from 'react-markdown';

/** Headings start below the lesson's title; links to elsewhere don't take the classroom away. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h2>{children}</h2>,
  h3: ({ children }) => <h3>{children}</h3>,
  a: ({ href, children }) =>
    href?.startsWith('/') ? (
      <a href={href}>{children}</a>
    ) : (
      <a href={href} rel="noreferrer" target="_blank">
        {children}
      </a>
    ),
  img: ({ src, alt }) => (
    <img src={typeof src === 'string' ? src : undefined} alt={alt ?? ''} loading="lazy" />
  ),
};

export default function LessonText({ markdown }: { markdown: string }) {
  return (
    <div className="prose classroom-prose">
      <Markdown components={COMPONENTS}>{markdown}</Markdown>
    </div>
  );
}
