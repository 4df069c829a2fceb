import { z } from 'zod';
import { activityPage } from '../items/activity.ts';
import { itemsDelta, itemsPage } from '../items/streams.ts';
import { answeredItem, wireItem, trashList } from '../items/item.ts';
import {
  assignBody,
  createBody,
  deleteBody,
  labelBody,
  occurrenceBody,
  patchBody,
  removeBody,
  undoBody,
} from '../items/item-bodies.ts';
import {
  activityQuery,
  itemsQuery,
  occurrenceParams,
  refParams,
  searchQuery,
  trashQuery,
} from '../items/queries.ts';
import { noContent } from './route.ts';
import type { RouteInChapter } from './route.ts';

/** Items and their history (API-04 to API-10; docs/sync.md, section 2). */
export const itemRoutes = {
  listItems: {
    method: 'GET',
    path: '/api/items',
    summary: 'List items of a type: a page, or with `since` the changes after that cursor',
    query: itemsQuery,
    answers: { 200: z.union([itemsDelta, itemsPage]) },
  },
  searchItems: {
    method: 'GET',
    path: '/api/items/search',
    summary: 'Find items by title or description; under 2 characters an empty list',
    query: searchQuery,
    answers: { 200: z.array(wireItem) },
  },
  createItem: {
    method: 'POST',
    path: '/api/items',
    summary: 'Create an item; if the caller already has an item with this uuid, return it with 200',
    changes: 'item',
    body: createBody,
    answers: { 200: answeredItem, 201: answeredItem },
    errors: [
      'illegal_parent',
      'limit',
      'parent_gone',
      'parent_pending',
      'unknown_assignee',
      'uuid_taken',
    ],
  },
  getItem: {
    method: 'GET',
    path: '/api/items/:ref',
    summary: 'Read one item',
    params: refParams,
    answers: { 200: wireItem },
  },
  updateItem: {
    method: 'PATCH',
    path: '/api/items/:ref',
    summary: 'Change the named fields of an item; parent_id moves it',
    changes: 'item',
    params: refParams,
    body: patchBody,
    answers: { 200: answeredItem },
    errors: ['illegal_parent', 'limit', 'parent_gone', 'parent_pending', 'unknown_assignee'],
  },
  assignItem: {
    method: 'POST',
    path: '/api/items/:ref/assign',
    summary: 'Assign an item to a person, or with 0 or null to nobody',
    changes: 'item',
    params: refParams,
    body: assignBody,
    answers: { 200: answeredItem },
    errors: ['limit', 'unknown_assignee'],
  },
  labelItem: {
    method: 'POST',
    path: '/api/items/:ref/labels',
    summary: 'Add labels to an item, and take others away',
    changes: 'item',
    params: refParams,
    body: labelBody,
    answers: { 200: answeredItem },
    errors: ['limit'],
  },
  actOnOccurrence: {
    method: 'POST',
    path: '/api/items/:ref/occurrences',
    summary:
      'Complete or skip one numbered occurrence of an item; if that is done already, return the item unchanged',
    changes: 'item',
    params: refParams,
    body: occurrenceBody,
    answers: { 200: answeredItem },
  },
  undoOccurrence: {
    method: 'DELETE',
    path: '/api/items/:ref/occurrences/:n',
    summary:
      'Undo the completion or skip of an occurrence, as far as nobody has changed the item since',
    changes: 'item',
    params: occurrenceParams,
    body: undoBody,
    bodyOptional: true,
    answers: { 200: answeredItem },
  },
  removePerson: {
    method: 'POST',
    path: '/api/items/:ref/remove',
    summary: "Clear a person's assignments on an item and on everything below it",
    changes: 'item',
    params: refParams,
    body: removeBody,
    answers: { 200: answeredItem },
  },
  deleteItem: {
    method: 'DELETE',
    path: '/api/items/:ref',
    summary: 'Delete an item, alone or with the items below it that the body names',
    changes: 'item',
    params: refParams,
    body: deleteBody,
    bodyOptional: true,
    answers: { 204: noContent },
  },
  restoreItem: {
    method: 'POST',
    path: '/api/items/:ref/restore',
    summary:
      'Restore an item deleted in the last 30 days, with the items deleted by the same request',
    changes: 'item',
    params: refParams,
    answers: { 200: answeredItem },
    errors: ['limit'],
  },
  listTrash: {
    method: 'GET',
    path: '/api/trash',
    summary: 'List deleted items that can still be restored (30 days), newest first',
    query: trashQuery,
    answers: { 200: trashList },
  },
  listActivity: {
    method: 'GET',
    path: '/api/campaigns/:ref/activity',
    summary: "Read a campaign's history, newest first",
    params: refParams,
    query: activityQuery,
    answers: { 200: activityPage },
  },
  listItemActivity: {
    method: 'GET',
    path: '/api/items/:ref/activity',
    summary: "Read an item's history in its present campaign, newest first",
    params: refParams,
    query: activityQuery,
    answers: { 200: activityPage },
  },
} as const satisfies Record<string, RouteInChapter>;
