// Staff decisions can be undone for a while before anything happens.
export const UNDO_SECONDS = 10;
