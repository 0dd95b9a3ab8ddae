// All error codes with their HTTP status, and the body of every error response.

export const ERROR_STATUS = {
  bad_request: 400,
  validation_failed: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  /** The password was correct; the authenticator code is next. */
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  unprocessable: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  /** The disk is full: like `unavailable`, but retrying soon won't help. */
  insufficient_storage: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** `path` is the field a message belongs to, so that forms can show it there. */
export type ErrorDetail = { path?: string; message: string };

export type ErrorBody = { code: ErrorCode; message: string; details?: ErrorDetail[] };

/** Spec §8: what the client says of a failure that came without a message. */
export const EMPTY_BODY = 'Empty response body from server';
export const HTML_BODY = 'Server error (HTML response)';

/** The only error services throw. Its message is shown to users: what happened and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** When a retry makes sense. */
  retryAfterSeconds?: number;

  constructor(code: ErrorCode, message: string, details?: ErrorDetail[]) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.details && { details: this.details }) };
  }
}
