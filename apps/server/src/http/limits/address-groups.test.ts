import { addressGroup, networkOf } from './address-groups.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:DB8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test.each([
  // The first and the last address of a /64, and those before and after it.
  ['2001:db8:1:2::', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
  ['2001:db8:1:1:ffff:ffff:ffff:ffff', '2001:db8:1:2::', false],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:3::', false],
])('[SIGN-20] %s and %s are one address: %s', (one, other, isOne) => {
  expect(addressGroup(one) === addressGroup(other)).toBe(isOne);
});

test.each([
  // Two addresses in one /48, and two in one /24.
  ['2001:db8:1::', '2001:db8:1:ffff:ffff:ffff:ffff:ffff', true],
  ['2001:db8:0:ffff:ffff:ffff:ffff:ffff', '2001:db8:1::', false],
  ['2001:db8:1:ffff:ffff:ffff:ffff:ffff', '2001:db8:2::', false],
  ['203.0.113.0', '203.0.113.255', true],
  ['203.0.112.255', '203.0.113.0', false],
])('[SIGN-20] %s and %s are one network: %s', (one, other, isOne) => {
  expect(networkOf(one) === networkOf(other)).toBe(isOne);
});
