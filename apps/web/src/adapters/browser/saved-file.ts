/** The time in which the browser has to start saving a file before its address is released. */
const addressLifeMs = 60_000;

/** Offers a text to the person as a file, by the browser's own way of saving. */
export function saveFile(name: string, type: string, pieces: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...pieces], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), addressLifeMs);
}
