/** The address of a list. Brackets are written out, as they are in the links of labels elsewhere. */
export function listAddress(path: string, params: readonly [name: string, value: string][]): string {
  const text = new URLSearchParams(params.map(([name, value]) => [name, value]))
    .toString()
    .replaceAll('%5B%5D=', '[]=');
  return path + (text === '' ? '' : `?${text}`);
}
