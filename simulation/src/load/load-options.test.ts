import { readLoadOptions } from './load-options.ts';

test('without arguments a hundred devices work for five minutes on a server that the command starts', () => {
  expect(readLoadOptions([])).toEqual({
    devices: 100,
    end: { kind: 'time', ms: 300_000 },
    everyMs: 30_000,
    url: null,
    replicas: 0,
    seed: 1,
  });
});

test('steps replace minutes, and an address replaces the started server', () => {
  const args = ['--steps', '4', '--every', '0.1', '--url', 'http://127.0.0.1:3000/'];
  expect(readLoadOptions(args)).toMatchObject({
    end: { kind: 'steps', stepsEach: 4 },
    everyMs: 100,
    url: 'http://127.0.0.1:3000',
  });
});

test('[LOAD-05] standbys are those of a server that the command starts', () => {
  expect(readLoadOptions(['--replicas', '2'])).toMatchObject({ replicas: 2, url: null });
  expect(readLoadOptions(['--replicas', '2', '--url', 'http://127.0.0.1:3000'])).toEqual({
    problem: expect.stringContaining('--url'),
  });
});

test.each([
  ['--devices', '0'],
  ['--devices', 'many'],
  ['--devices', '1.5'],
  ['--minutes', '-1'],
  ['--url', 'localhost'],
  ['--unknown', '1'],
  ['--replicas', '-1'],
  ['--replicas', 'two'],
])('[LOAD-05] %s %s is an invalid argument', (name, value) => {
  expect(readLoadOptions([name, value])).toEqual({ problem: expect.stringContaining(name) });
});
