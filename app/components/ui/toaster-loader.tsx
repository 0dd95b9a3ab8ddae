// Loads the toaster when the first toast is shown; the store holds it until then.
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { currentToasts, raiseStoredToasts, serverToasts, subscribeToToasts } from './toast-store.ts';

export function ToasterLoader() {
  const newest = useSyncExternalStore(subscribeToToasts, currentToasts, serverToasts)[0];
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [failedId, setFailedId] = useState<string | null>(null);
  const newestId = newest?.id;

  useEffect(raiseStoredToasts, []);

  useEffect(() => {
    // After a failure, the next toast tries again.
    if (Toaster || newestId === undefined || newestId === failedId) return;
    import('./toaster.tsx').then(
      (module) => setToaster(() => module.Toaster),
      () => setFailedId(newestId),
    );
  }, [Toaster, newestId, failedId]);

  if (Toaster) return <Toaster />;
  // Offline, or the chunk is gone after a deployment: show the text without styling.
  if (!newest?.open || newestId !== failedId) return null;
  return (
    <div className="toasts">
      <output className="toast pr-4">
        {newest.title} {newest.description}
      </output>
    </div>
  );
}
