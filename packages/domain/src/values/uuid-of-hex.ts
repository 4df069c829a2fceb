/** The uuid of a version (RFC 9562, one digit) with the other 122 of 128 bits from 32 hexadecimal digits. */
export function uuidOfHex(hex: string, version: number): string {
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `${version}${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
