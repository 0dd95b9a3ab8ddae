// A thread that works on one document after the other and stays ready for a while: it takes half a second to get ready,
// and documents come in crowds. A document may be broken or built to be slow: then the answer is a reason, never a crash.
import { Worker } from 'node:worker_threads';

const KEPT_READY_MS = 5000;

type Refused = { refused: string };

/** Answers what the thread answers, or why there is no answer. One task at a time: whoever calls sees to that. */
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
      // What the readers have to say about a damaged file goes nowhere.
      stdout: true,
      stderr: true,
    });
    worker.unref();
    return worker;
  };

  const keep = (worker: Worker): void => {
    // Without a listener, an error of a thread at rest would end the process.
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
    worker.once('exit', () => refuse('its reader ended'));
    worker.once('message', (answer: Answer | Refused) => answered.resolve(answer));
    const timer = setTimeout(() => refuse('it takes too long'), maxMs);
    worker.postMessage(task, []);
    const answer = await answered.promise;
    clearTimeout(timer);
    for (const event of ['error', 'exit', 'message']) worker.removeAllListeners(event);
    // A reader that stumbled is not trusted with the next document.
    if ('refused' in answer) await worker.terminate();
    else keep(worker);
    return answer;
  };
}
