import type { ReactNode } from 'react';
import { render } from '../../ui/testing/render.tsx';
import type { Client } from '../client/client.ts';
import { ClientProvider } from '../hooks/client-context.tsx';

/** Puts `content` on the page, with a client, until the test ends. */
export function renderWith(client: Client, content: ReactNode): void {
  render(<ClientProvider client={client}>{content}</ClientProvider>);
}
