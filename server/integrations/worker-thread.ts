// A worker thread that handles one document after another and stays alive for a while, since starting takes half a
// second and documents arrive in batches. A broken or slow document yields a reason, never a crash.
import { Worker } from 'node:worker_threads';

const KEPT_READY_MS = 5000;

type Refused = { refused: string };

/** Returns the worker's answer, or why there is none. Callers must run one task at a time. */
export function reusableWorker<Answer extends object>(
  file: URL,
  { maxMemoryMb }: { maxMemoryMb: number },
): (task: object, maxMs: number) => Promise<Answer | Refused> {
  let ready: { worker: Worker; leaving: NodeJS.Timeout } | undefined;

  const take = (): Worker => {
    if (ready) {
      const { worker, leaving } = ready;
      ready = undefined;
      clearTimeout(leaving);
      return worker;
    }
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
      // Discard the libraries' messages about damaged files.
      stdout: true,
      stderr: true,
    });
    worker.unref();
    return worker;
  };

  const keep = (worker: Worker): void => {
    // Without a listener, an error in an idle worker would crash the process.
    worker.on('error', () => {});
    const leaving = setTimeout(() => {
      ready = undefined;
      void worker.terminate();
    }, KEPT_READY_MS).unref();
    ready = { worker, leaving };
  };

  return async (task, maxMs) => {
    const worker = take();
    const answered = Promise.withResolvers<Answer | Refused>();
    const refuse = (refused: string) => answered.resolve({ refused });
    worker.once('error', (error: Error) => refuse(error.message));
    worker.once('exit', () => refuse('its reader stopped'));
    worker.once('message', (answer: Answer | Refused) => answered.resolve(answer));
    const timer = setTimeout(() => refuse('it takes too long'), maxMs);
    worker.postMessage(task, []);
    const answer = await answered.promise;
    clearTimeout(timer);
    for (const event of ['error', 'exit', 'message']) worker.removeAllListeners(event);
    // After an error, the next document gets a fresh worker.
    if ('refused' in answer) await worker.terminate();
    else keep(worker);
    return answer;
  };
}
