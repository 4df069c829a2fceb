/** Addresses that often belong to one customer or operator: a /24, or a /48 of IPv6. */
export function networkOf(address: string): string {
  const group = addressGroup(address);
  const isIp6 = group.includes(':') && !group.startsWith('::ffff:');
  return isIp6 ? group.split(':').slice(0, 3).join(':') : group.replace(/\.\d+$/, '');
}

/** An IPv6 customer has a /64: its addresses count as one. */
export function addressGroup(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
