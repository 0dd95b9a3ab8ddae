/** An expected failure to start. Its message is one clear sentence for the operator, shown without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
