import { itemStatuses, itemTypes, permissions, priorities, repeatOrigins } from '@foray/domain';
import fc from 'fast-check';

export const text = fc.string({ maxLength: 8 });
export const uuid = fc.uuid();
export const number = fc.integer({ min: 1, max: 2 ** 40 });
export const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
export const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });

export const person = fc.record({
  id: number,
  name: text,
  phone: text,
  created_at: text,
  updated_at: text,
});

export const itemFields = {
  id: number,
  uuid,
  type: fc.constantFrom(...itemTypes),
  title: text,
  description: orNull(text),
  status: fc.constantFrom(...itemStatuses),
  user_id: number,
  assigned_to: orNull(number),
  parent_id: orNull(number),
  parent_uuid: orNull(uuid),
  due_date: orNull(text),
  due_time: orNull(text),
  repeat: orNull(text),
  repeat_from: orNull(fc.constantFrom(...repeatOrigins)),
  repeat_start: orNull(text),
  occurrence_day: orNull(text),
  end_date: orNull(text),
  priority: orNull(fc.constantFrom(...priorities)),
  created_at: text,
  updated_at: text,
  completed_at: orNull(text),
  labels: few(text),
  position: orNull(text),
  occurrence: number,
  occurrence_of: orNull(uuid),
  repeat_done: orNull(fc.nat()),
  version: number,
  rev: number,
  permission: fc.constantFrom(...permissions),
  children_count: number,
  completed_count: number,
};

export const wireFields = {
  ...itemFields,
  created_by: person,
  user: person,
  assignedUser: orNull(person),
  parent: orNull(fc.record({ id: number, uuid, type: fc.constantFrom(...itemTypes), title: text })),
};
export const item = fc.record(wireFields);
