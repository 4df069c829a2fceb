import { startListeningServer, type ListeningServer } from '@foray/server/testing';
import { runLoad } from './run-load.ts';

/** For busy machines. */
const longMs = 600_000;

let server: ListeningServer;
beforeAll(async () => {
  server = await startListeningServer();
}, longMs);
afterAll(() => server?.stop());

const look = (): Promise<null> => Promise.resolve(null);

/** Devices that work until each has taken this many steps: no time decides when they end. */
function loadOf(devices: number, stepsEach: number) {
  return { devices, end: { kind: 'steps', stepsEach }, everyMs: 100, seed: 1 } as const;
}

test(
  '[LOAD-01] [LOAD-03] twenty devices with failing networks neither lose nor duplicate an acknowledged change',
  async () => {
    const result = await runLoad(loadOf(20, 5), { url: server.url, look });
    expect(result.faults).toEqual([]);
    expect(result.people).toBe(16);
    // Each device takes five steps, most of which change something; waiting changes of an item travel
    // together.
    expect(result.acknowledged).toBeGreaterThan(20 * 2);
    const [, working] = result.phases;
    const asked = working?.measurements.latencies().map(({ operation }) => operation);
    expect(asked).toEqual(expect.arrayContaining(['POST /api/batch', 'GET /api/items/search']));
    // Streams are opened again after a loss of the network.
    expect(asked).toContain('GET /api/events');
    expect([...(working?.measurements.errors() ?? [])]).toEqual([]);
  },
  longMs,
);

test(
  '[LOAD-01] a run finds a change that the database drops after its acknowledgement @full',
  async () => {
    await server.damage(`
    create function drop_change() returns trigger language plpgsql as $$
      begin
        if new.title <> old.title then return old; end if;
        return new;
      end $$;
    create trigger drop_change before update on items for each row execute function drop_change();
  `);
    try {
      const { faults } = await runLoad(loadOf(4, 8), { url: server.url, look });
      expect(faults).toContainEqual(
        expect.stringMatching(/^\[I1\] item \S+ of user \d+: a change is lost/),
      );
    } finally {
      await server.damage('drop function drop_change cascade');
    }
  },
  longMs,
);
