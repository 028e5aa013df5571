/** Mean width of a letter, where nothing can be measured. */
const LETTER = 7;

let pen: OffscreenCanvasRenderingContext2D | null | undefined;

/** Pixels of a bar's title in the font of the roadmap. */
export function titleWidth(title: string): number {
  if (pen === undefined) {
    pen = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
    if (pen !== null) pen.font = "500 12px 'Inter Variable', system-ui, sans-serif";
  }
  return pen === null ? title.length * LETTER : pen.measureText(title).width;
}
