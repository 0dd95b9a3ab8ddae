// The toaster's place in every page. Its code is fetched when the first toast is raised; the store keeps that toast.
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { currentToasts, raiseStoredToasts, serverToasts, subscribeToToasts } from './toast-store.ts';

export function ToasterLoader() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, serverToasts);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const isNeeded = toasts.length > 0;
  const newest = toasts[0];

  useEffect(raiseStoredToasts, []);

  useEffect(() => {
    if (!isNeeded || Toaster) return;
    import('./toaster.tsx').then(
      (module) => setToaster(() => module.Toaster),
      () => setFailed(true),
    );
    // The newest toast is a reason to try again after a failure.
  }, [isNeeded, Toaster, newest?.id]);

  if (Toaster) return <Toaster />;
  // Offline, or a new version is out and the old chunk is gone: the words must not be lost with the looks.
  if (!hasFailed || !newest) return null;
  return (
    <div className="toasts">
      <p className="toast pr-4" role="status">
        {newest.title} {newest.description}
      </p>
    </div>
  );
}
