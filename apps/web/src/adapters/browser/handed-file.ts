let handed: File | null = null;

/** A file that one screen hands to the screen that opens next, which takes it once. */
export const handedFile = {
  hand(file: File): void {
    handed = file;
  },
  take(): File | null {
    const file = handed;
    handed = null;
    return file;
  },
};
