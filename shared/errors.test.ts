import { expect, it } from 'vitest';
import { AppError } from './errors.ts';

it('an error has the status of its code', () => {
  const error = new AppError('not_found', 'There is no such order.');
  expect(error.status).toBe(404);
  expect(error.message).toBe('There is no such order.');
  expect(new AppError('insufficient_storage', 'The disk is full.').status).toBe(503);
});

it('an error names its fields, if there are any', () => {
  expect(new AppError('conflict', 'Already paid.').toBody()).toEqual({
    code: 'conflict',
    message: 'Already paid.',
  });
  const details = [{ path: 'title', message: 'Add a title.' }];
  expect(new AppError('validation_failed', 'Check the form.', details).toBody()).toEqual({
    code: 'validation_failed',
    message: 'Check the form.',
    details,
  });
});
