// Markdown as learners will see it. Loaded on demand.
import Markdown from 'react-markdown';

export default function MarkdownPreview({ text }: { text: string }) {
  return (
    <div className="prose editor-preview">
      {text.trim() === '' ? <p>No text yet.</p> : <Markdown>{text}</Markdown>}
    </div>
  );
}
