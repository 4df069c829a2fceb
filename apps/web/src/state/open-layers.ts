/** The open layers over the page, the topmost last: dialogs and menus, but not those with an address. */
const layers: { readonly close: () => void }[] = [];
let onChange = (): void => {};

/** Adds a layer above the others until the returned function is called. */
export function addLayer(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  onChange();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    onChange();
  };
}

/** The number of open layers. */
export function countLayers(): number {
  return layers.length;
}

/** Asks the layers above the first `count` to close, the topmost first. */
export function closeLayersAbove(count: number): void {
  for (const { close } of layers.slice(count).toReversed()) close();
}

/** Calls `listener` after each layer that opens or closes. */
export function followLayers(listener: () => void): void {
  onChange = listener;
}
