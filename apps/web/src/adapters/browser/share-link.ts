import { copyText } from './clipboard.ts';

/**
 * Offers a link to the device's share sheet, and copies it where there is none. Closing the sheet is
 * `cancelled`.
 */
export async function shareLink(
  title: string,
  url: string,
): Promise<'shared' | 'copied' | 'cancelled' | 'failed'> {
  const data = { title, url };
  // Browsers without a share sheet have neither method.
  if ('canShare' in navigator && navigator.canShare(data)) {
    try {
      await navigator.share(data);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  return (await copyText(url)) ? 'copied' : 'failed';
}
