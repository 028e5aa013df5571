/** Whether shortcuts are written with ⌘ here. */
export const isMac = (): boolean => navigator.platform.startsWith('Mac');
