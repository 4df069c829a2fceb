import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

/**
 * Fails a test whose page writes an error to the console: React reports errors there that it cannot throw,
 * such as two rows with one key. A test that expects errors mocks `console.error` itself.
 */
const complaints: string[] = [];
let written: MockInstance<typeof console.error>;

beforeEach(() => {
  complaints.length = 0;
  written = vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '));
  });
});

afterEach(() => {
  written.mockRestore();
  expect(complaints).toEqual([]);
});
