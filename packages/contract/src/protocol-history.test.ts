import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { minProtocol, protocol } from './protocol.ts';
import { protocolHistory } from './protocol-history.ts';
import { wireShape } from './testing/wire-shape.ts';

test('the wire has the shape that is recorded for the protocol', () => {
  const hash = createHash('sha256').update(wireShape()).digest('hex').slice(0, 16);
  expect(
    protocolHistory.at(-1)?.shapes.at(-1)?.hash,
    `The wire has another shape now: ${hash}. If devices of protocol ${protocol} work on without ` +
      `noticing (something was added that no client must send or read), record the hash under that ` +
      `protocol in protocol-history.ts. Otherwise raise protocol in protocol.ts, record the new ` +
      `number with the hash, and think of minProtocol.`,
  ).toBe(hash);
});

test('words for people are no part of the shape, the fields called so are', () => {
  const shape = JSON.parse(wireShape());
  expect(shape.shared.DeltaItem.properties).toHaveProperty('title');
  expect(shape.shared.DeltaItem.properties).toHaveProperty('description');
  expect(shape.shared.Person.properties.phone).toEqual({ type: 'string' });
  expect(shape.shared.Timestamp).not.toHaveProperty('examples');
});

test('the history counts up without gaps and ends with the protocol spoken', () => {
  expect(protocolHistory.map(({ version }) => version)).toEqual(
    protocolHistory.map((_version, index) => index + 1),
  );
  expect(protocolHistory.at(-1)?.version).toBe(protocol);
  expect(minProtocol).toBeGreaterThanOrEqual(1);
  expect(minProtocol).toBeLessThanOrEqual(protocol);
  const hashes = protocolHistory.flatMap(({ shapes }) => shapes.map(({ hash }) => hash));
  expect(new Set(hashes).size).toBe(hashes.length);
});
