import { useState } from 'react';
import { store, stored } from '@espalier/core/store';
import { usePorts } from '../ports/context.ts';

/** GitLab's name and values: in which editor this person writes. */
const KEY = 'gl-wiki-content-editor-enabled';
const VALUES = { source: 'markdownField', rich: 'contentEditor' } as const;

export type Mode = keyof typeof VALUES;

/** IE-09.65: how one writes, as it was chosen last in this browser. */
export function useMode(): readonly [Mode, (mode: Mode) => void] {
  const ports = usePorts();
  const [mode, setMode] = useState<Mode>(() => (stored(ports, KEY) === VALUES.rich ? 'rich' : 'source'));
  const choose = (chosen: Mode) => {
    setMode(chosen);
    store(ports, KEY, VALUES[chosen]);
  };
  return [mode, choose];
}
