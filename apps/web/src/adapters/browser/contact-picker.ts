/** One entry that a person picked from their phone's contacts. */
export interface PickedContact {
  readonly name?: readonly string[];
  readonly tel?: readonly string[];
}

interface ContactPicker {
  select(
    properties: readonly ('name' | 'tel')[],
    options: { readonly multiple: boolean },
  ): Promise<readonly PickedContact[]>;
}

/** unsupported: this browser has no picker. cancelled: nothing was picked, or the picker failed. */
export type PickResult =
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'picked'; readonly contacts: readonly PickedContact[] };

/** Lets the person pick from the phone's contacts (Contact Picker API). */
export async function pickContacts(): Promise<PickResult> {
  const picker = (navigator as { readonly contacts?: ContactPicker }).contacts;
  if (picker === undefined) return { kind: 'unsupported' };
  try {
    const contacts = await picker.select(['name', 'tel'], { multiple: true });
    return contacts.length === 0 ? { kind: 'cancelled' } : { kind: 'picked', contacts };
  } catch {
    return { kind: 'cancelled' };
  }
}
