// @ts-check
import { spawn } from 'node:child_process';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { watch } from 'rolldown';
import { createServer } from 'vite';
import { serverBundle } from './build.mjs';
import { root } from './install.mjs';
import { giveUp } from './terminal.mjs';

/**
 * Serves the app from its sources on PORT, with the API behind the same address. A saved file of the app is
 * swapped in place; a saved file of the server, or of a package that it uses, restarts the server on the same
 * data; each restart prints the one address, the app's. Ends on Ctrl-C, leaving nothing running.
 */
export async function develop() {
  const port = Number(process.env.PORT || 3000);
  const apiPort = await freePort();
  const api = serverRunner(apiPort, port);
  const watcher = watch(serverBundle(join(root, 'apps/server/dist/dev')));
  watcher.on('event', async (event) => {
    if (event.code === 'BUNDLE_END') {
      await event.result.close();
      api.restart();
    }
    if (event.code === 'ERROR') {
      console.error(event.error.message);
      await event.result?.close();
    }
  });
  const proxy = `http://127.0.0.1:${apiPort}`;
  const web = await createServer({
    root: join(root, 'apps/web'),
    configFile: join(root, 'apps/web/vite.config.ts'),
    clearScreen: false,
    server: {
      host: process.env.HOST || '127.0.0.1',
      port,
      strictPort: true,
      proxy: { '/api': proxy, '/csrf-cookie': proxy },
    },
  });
  try {
    await web.listen();
  } catch (error) {
    await watcher.close();
    giveUp(`Port ${port} cannot be used (${/** @type {Error} */ (error).message}): set PORT.`);
  }

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await Promise.all([api.stop(), web.close(), watcher.close()]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
}

/**
 * Runs the bundled server, one at a time: the next one starts once the last has released the data.
 * @param {number} apiPort
 * @param {number} publicPort
 */
function serverRunner(apiPort, publicPort) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  let queue = Promise.resolve();
  const end = async () => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    await ended;
  };
  const begin = () => {
    child = spawn(process.execPath, ['--enable-source-maps', 'apps/server/dist/dev/main.js'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(apiPort),
        HOST: '127.0.0.1',
        PUBLIC_URL: process.env.PUBLIC_URL || `http://127.0.0.1:${publicPort}`,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  };
  return {
    restart() {
      queue = queue.then(end).then(begin);
    },
    stop: () => (queue = queue.then(end)),
  };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
