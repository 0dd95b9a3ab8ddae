import { describe, expect, it } from 'vitest';
import { fillPath } from './contract.ts';

describe('the path of an endpoint', () => {
  it('inserts its parameters', () => {
    expect(fillPath('/api/users/:id', { id: 7 })).toBe('/api/users/7');
    expect(fillPath('/api/orders/:orderId/lines/:lineId', { orderId: 3, lineId: 'a/b c' })).toBe(
      '/api/orders/3/lines/a%2Fb%20c',
    );
    expect(fillPath('/api/version')).toBe('/api/version');
  });

  it('throws without one of them, rather than calling another endpoint', () => {
    expect(() => fillPath('/api/users/:id')).toThrow('/api/users/:id needs id');
    expect(() => fillPath('/api/users/:id', { id: '' })).toThrow('needs id');
    expect(() => fillPath('/api/users/:id', { id: undefined })).toThrow('needs id');
    expect(fillPath('/api/users/:id', { id: 0 })).toBe('/api/users/0');
  });
});
