import { patchData } from '../store/operation.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { QueuedChange } from './coalesce.ts';

/** The request line and body that carry a change. */
export type RequestRoute = Pick<QueuedRequest, 'method' | 'url' | 'data'>;

/** The route by which the server receives a change, with the body of the request. */
export function routeOf(change: QueuedChange): RequestRoute {
  const url = `/api/items/${change.uuid}`;
  switch (change.kind) {
    case 'create':
      return { method: 'POST', url: '/api/items', data: change.data };
    case 'patch':
      return { method: 'PATCH', url, data: patchData(change.change, change.completedAt) };
    case 'assign':
      return { method: 'POST', url: `${url}/assign`, data: { user_id: change.assignedTo } };
    case 'label': {
      const { add, remove } = change;
      return { method: 'POST', url: `${url}/labels`, data: { add, remove } };
    }
    case 'position':
      return { method: 'POST', url: `${url}/position`, data: { position: change.position } };
    case 'occurrence': {
      const { act, n, data } = change;
      const isBack = act === 'undo' || act === 'unskip';
      if (isBack) return { method: 'DELETE', url: `${url}/occurrences/${n}`, data };
      return { method: 'POST', url: `${url}/occurrences`, data };
    }
    case 'remove':
      return { method: 'POST', url: `${url}/remove`, data: { user_id: change.userId } };
    case 'delete': {
      const { children } = change;
      return { method: 'DELETE', url, data: children.length > 0 ? { children } : null };
    }
    case 'restore':
      return { method: 'POST', url: `${url}/restore`, data: null };
  }
}
